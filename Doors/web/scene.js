// Rays at quads that a module keeps ready.
import { faces, size } from "./layout.js"
import { choiceOf, numbers, optionsOf } from "./arguments.js"

/** Quads made ready for rays. */
export class Scene {
  #library
  #memory
  #targets

  constructor(library, memory, quads) {
    this.#library = library
    this.#memory = memory
    this.#targets = memory.within(({ put, room, view }) => {
      const place = room(4)
      memory.require(library.quadcal_targets_make(put(quads), BigInt(quads.length / 12), place))
      return view().getUint32(place, true)
    })
  }

  /** The first quad that each ray meets: its index or -1, and 3 numbers each: distance, u and v. */
  nearest(origins, directions, options) {
    if (!this.#targets) throw new Error("the scene was freed")
    const o = numbers(origins, 3, "origins"), count = o.length / 3, d = numbers(directions, 3, "directions", count)
    const { face = "any", ranges } = optionsOf(options, ["face", "ranges"], "nearest"), side = choiceOf(face, faces, "face")
    const rays = new Float64Array(6 * count)
    for (let ray = 0; ray < count; ray++) {
      rays.set(o.subarray(3 * ray, 3 * ray + 3), 6 * ray)
      rays.set(d.subarray(3 * ray, 3 * ray + 3), 6 * ray + 3)
    }
    return this.#memory.within(({ put, room, doubles, bytes }) => {
      const [indices, hits, sides] = [room(8 * count), room(size.point * count), room(count)]
      const within = ranges === undefined ? 0 : put(numbers(ranges, 2, "ranges", count))
      this.#memory.require(this.#library.quadcal_nearest(this.#targets, put(rays), within, BigInt(count), side, 0, indices, hits, sides))
      const index = Int32Array.from(new BigInt64Array(bytes(indices, 8 * count).buffer), Number)
      const wrong = index.findIndex(place => place < -1)
      if (wrong >= 0) throw new RangeError(`ray ${wrong} cannot be cast: its direction is zero, or a number is not finite`)
      return { index, hits: doubles(hits, 3 * count), faces: bytes(sides, count) }
    })
  }

  /** Gives its memory back. */
  free() {
    if (this.#targets) this.#library.quadcal_targets_free(this.#targets)
    this.#targets = 0
  }
}
