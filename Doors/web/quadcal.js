// quadcal in WebAssembly: checks, measures, rays and fits over arrays of numbers, in browsers and in node.
//
//     import { load } from "./quadcal.js"
//     const quadcal = await load()
//     const { codes } = quadcal.check(new Float64Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]))
//
// Lengths are in metres. A quad is 12 numbers, a point 3, a motion 18 (the columns of the rotation, source centre, target centre and
// rest). Memory of the module belongs to it: what is returned is a copy.

/** The version of quadcal.h that this file was written for. */
export const ABI = 1

/** What may be wrong with a quad: bits of a mask. */
export const Code = Object.freeze(Object.fromEntries([
  "WRONG_SHAPE", "NON_FINITE", "OUT_OF_RANGE", "DUPLICATE_CORNERS", "ZERO_AREA", "SELF_INTERSECTING", "CONCAVE", "NON_PLANAR", "FOLDED",
  "TOO_SMALL", "TOO_LARGE", "STRAIGHT_CORNER", "ASPECT_RATIO", "WINDING", "NOT_RECTANGULAR",
].map((name, bit) => [name, 1 << bit])))

/** The weight of the gravest finding. */
export const Severity = Object.freeze(["sound", "hint", "info", "warning", "error"])

const faces = { any: 0, front: 1, back: 2 }
const solvers = { default: 0, fast: 1, exact: 2 }
const models = ["chosen", "translation", "yaw", "gravity", "rigid", "similarity"]
const limitNames = ["snap", "flatnessWarning", "flatnessError", "foldAngle", "shortestEdge", "longestEdge", "aspectRatio",
  "largestCoordinate", "straightAngle", "rectangleAngle"]
// Sizes of structures of quadcal.h in bytes.
const size = { limits: 88, problem: 56, fit: 192, options: 48, calibration: 216, motion: 144, quad: 96, point: 24 }
const firstRefusal = 100

// (module (func (result v128) i32.const 0 i8x16.splat)): valid only where SIMD128 is.
const simdProbe = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11])

/** Whether modules with SIMD128 run here. */
export const hasSIMD = () => WebAssembly.validate(simdProbe)

/** The pairs determine no motion. `code` is the reason, `index` the pair or point it is about, `values` its numbers. */
export class FitRefused extends Error {
  constructor(code, text, side, index, values) {
    super(`${code}: ${text}${index === null ? "" : ` (at ${index}${side ? ` of the ${side}` : ""})`}`)
    this.name = "FitRefused"
    Object.assign(this, { code, side, index, values })
  }
}

/** Loads the module beside this file, with SIMD128 where that runs; or one from bytes, a Response or a promise of either. */
export async function load(source) {
  source = await (source ?? sourceBeside(hasSIMD() ? "quadcal-simd.wasm" : "quadcal.wasm"))
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url}: status ${source.status}`)
    source = await source.arrayBuffer()
  }
  const { instance } = await WebAssembly.instantiate(source, {})
  return new Quadcal(instance.exports)
}

async function sourceBeside(name) {
  const url = new URL(name, import.meta.url)
  if (url.protocol !== "file:") return fetch(url)
  const { readFile } = await import("node:fs/promises")
  return readFile(url)
}

/** The functions of one module; it has one memory and is used by one thread. */
export class Quadcal {
  #library

  constructor(library) {
    this.#library = library
    if (library.quadcal_abi() !== ABI) throw new Error(`the module has version ${library.quadcal_abi()} of quadcal.h, not ${ABI}`)
  }

  /** The version of the module. */
  get version() { return this.#text(this.#library.quadcal_version()) }

  /** The name of a code that has one bit, and a sentence about it. */
  words(code) {
    const bit = 31 - Math.clz32(code)
    return { name: this.#text(this.#library.quadcal_code_name(bit)), text: this.#text(this.#library.quadcal_code_text(bit)) }
  }

  /** Finds everything wrong with quads. */
  check(quads, { limits, strict = false, facing } = {}) {
    const input = numbers(quads, 12, "quads"), count = input.length / 12
    return this.#within(({ put, room, bytes }) => {
      const [codes, severities, faulty] = [room(4 * count), room(count), room(8)]
      const rule = limits || strict ? this.#limits(room(size.limits), strict, limits ?? {}) : 0
      this.#require(this.#library.quadcal_check(put(input), BigInt(count), facing ? put(numbers(facing, 3, "facing", 1)) : 0, rule, 0,
        codes, severities, faulty))
      return { codes: new Uint32Array(bytes(codes, 4 * count)), severities: new Uint8Array(bytes(severities, count)),
        faulty: Number(new BigInt64Array(bytes(faulty, 8))[0]) }
    })
  }

  /** Measures quads: 8 numbers each, the centre, the normal, the area and the flatness. */
  measure(quads) {
    const input = numbers(quads, 12, "quads"), count = input.length / 12
    return this.#within(({ put, room, bytes }) => {
      const found = room(64 * count)
      this.#require(this.#library.quadcal_measure(put(input), BigInt(count), 0, found))
      return new Float64Array(bytes(found, 64 * count))
    })
  }

  /** Quads made ready for rays. Call `free` when they are no longer needed. */
  scene(quads) {
    const input = numbers(quads, 12, "quads")
    const targets = this.#within(({ put, room, view }) => {
      const place = room(4)
      this.#require(this.#library.quadcal_targets_make(put(input), BigInt(input.length / 12), place))
      return view().getUint32(place, true)
    })
    return new Scene(targets, (...rest) => this.#nearest(...rest), held => this.#library.quadcal_targets_free(held))
  }

  #nearest(targets, origins, directions, { face = "any", ranges } = {}) {
    const o = numbers(origins, 3, "origins"), d = numbers(directions, 3, "directions", o.length / 3), count = o.length / 3
    if (!(face in faces)) throw new RangeError(`the face ${face} is none of ${Object.keys(faces).join(", ")}`)
    const rays = new Float64Array(6 * count)
    for (let ray = 0; ray < count; ray++) {
      rays.set(o.subarray(3 * ray, 3 * ray + 3), 6 * ray)
      rays.set(d.subarray(3 * ray, 3 * ray + 3), 6 * ray + 3)
    }
    return this.#within(({ put, room, bytes }) => {
      const [indices, hits, sides] = [room(8 * count), room(24 * count), room(count)]
      this.#require(this.#library.quadcal_nearest(targets, put(rays), ranges ? put(numbers(ranges, 2, "ranges", count)) : 0,
        BigInt(count), faces[face], 0, indices, hits, sides))
      const index = Int32Array.from(new BigInt64Array(bytes(indices, 8 * count)), Number)
      const wrong = index.findIndex(place => place < -1)
      if (wrong >= 0) throw new RangeError(`ray ${wrong} cannot be cast: its direction is zero, or a number is not finite`)
      return { index, hits: new Float64Array(bytes(hits, 24 * count)), faces: new Uint8Array(bytes(sides, count)) }
    })
  }

  /** Moves points, or quads, by a motion. */
  move(motion, points) {
    const input = numbers(points, 3, "points")
    return this.#within(({ put, room, bytes }) => {
      const moved = room(8 * input.length)
      this.#require(this.#library.quadcal_move(put(numbers(motion, 18, "motion", 1)), 1, put(input), BigInt(input.length / 3), moved))
      return new Float64Array(bytes(moved, 8 * input.length))
    })
  }

  /** Fits the rigid motion from sources to targets; throws `FitRefused` where they determine none. */
  fit(sources, targets, { weights, solver = "default" } = {}) {
    const s = numbers(sources, 3, "sources"), count = s.length / 3, t = numbers(targets, 3, "targets", count)
    if (!(solver in solvers)) throw new RangeError(`the solver ${solver} is none of ${Object.keys(solvers).join(", ")}`)
    return this.#within(({ put, room, bytes }) => {
      const [result, problem] = [room(size.fit), room(size.problem)]
      this.#settle(this.#library.quadcal_fit(put(s), put(t), weights ? put(numbers(weights, 1, "weights", count)) : 0, BigInt(count),
        solvers[solver], result, problem), problem)
      const found = new Float64Array(bytes(result, size.fit))
      return { motion: found.slice(0, 18), rms: found[18], digits: found[19], singularValues: found.slice(20, 23) }
    })
  }

  /** Fits many problems of equally many pairs; 18 numbers each, NaN where one is refused. */
  fitMany(sources, targets, pairs) {
    const s = numbers(sources, 3 * pairs, "sources"), problems = s.length / (3 * pairs)
    const t = numbers(targets, 3 * pairs, "targets", problems)
    return this.#within(({ put, room, bytes }) => {
      const [motions, statuses, refused] = [room(size.motion * problems), room(4 * problems), room(8)]
      this.#require(this.#library.quadcal_fit_many(put(s), put(t), BigInt(problems), BigInt(pairs), 0, motions, statuses, refused))
      return { motions: new Float64Array(bytes(motions, size.motion * problems)), statuses: new Int32Array(bytes(statuses, 4 * problems)),
        refused: Number(new BigInt64Array(bytes(refused, 8))[0]) }
    })
  }

  /** Fits the motion between two scans, judges it, and predicts the 95 % error at points of the source frame. */
  calibrate(sources, targets, { at = [], groups, model = "chosen", robust = false } = {}) {
    const s = numbers(sources, 3, "sources"), count = s.length / 3, t = numbers(targets, 3, "targets", count)
    const points = numbers(at, 3, "at")
    if (!models.includes(model)) throw new RangeError(`the model ${model} is none of ${models.join(", ")}`)
    if (groups && groups.length !== count) throw new RangeError(`${groups.length} groups for ${count} pairs`)
    return this.#within(({ put, room, bytes, view }) => {
      const [options, result, problem] = [room(size.options), room(size.calibration), room(size.problem)]
      const [errors, inliers] = [room(8 * points.length / 3), room(count)]
      this.#require(this.#library.quadcal_options_usual(options))
      const parts = [put(s), put(t), 0, groups ? put(BigInt64Array.from(groups, BigInt)) : 0, BigInt(count)], place = put(points)
      view().setInt32(options + 32, models.indexOf(model), true)
      view().setInt32(options + 36, robust ? 1 : 0, true)
      this.#settle(this.#library.quadcal_calibrate(...parts, options, place, BigInt(points.length / 3), result, errors, inliers, problem),
        problem)
      const found = new Float64Array(bytes(result, size.calibration)), words = new DataView(found.buffer)
      return { motion: found.slice(0, 18), growth: found[18], rms: found[19], model: models[words.getInt32(200, true)],
        verdict: ["pass", "warn", "fail"][words.getInt32(204, true)], judgements: this.#judgements(words.getUint32(208, true)),
        errors: new Float64Array(bytes(errors, 8 * points.length / 3)), inliers: new Uint8Array(bytes(inliers, count)) }
    })
  }

  #judgements(mask) {
    const bits = Array.from({ length: 32 }, (_, bit) => bit).filter(bit => mask >>> bit & 1)
    return bits.map(bit => this.#text(this.#library.quadcal_judgement_name(bit)))
  }

  #limits(place, strict, limits) {
    this.#require(this.#library.quadcal_limits_of(strict ? 1 : 0, place))
    const view = new DataView(this.#library.memory.buffer)
    for (const [name, value] of Object.entries(limits)) {
      if (!limitNames.includes(name)) throw new RangeError(`there is no limit ${name}; there are ${limitNames.join(", ")}`)
      view.setFloat64(place + 8 * limitNames.indexOf(name), value, true)
    }
    return place
  }

  // Calls a function with means to borrow memory, all of which is given back after it.
  #within(use) {
    const held = [], library = this.#library
    const room = length => {
      // A megabyte more than there is may move the memory, so views are made when they are used.
      const place = library.malloc(Math.max(length, 8))
      if (!place) throw new RangeError(`no room for ${length} bytes`)
      held.push(place)
      return place
    }
    const put = array => {
      const place = room(array.byteLength)
      new array.constructor(library.memory.buffer, place, array.length).set(array)
      return place
    }
    const bytes = (place, length) => library.memory.buffer.slice(place, place + length)
    try {
      return use({ room, put, bytes, view: () => new DataView(library.memory.buffer) })
    } finally {
      for (const place of held) library.free(place)
    }
  }

  #text(place) {
    const bytes = new Uint8Array(this.#library.memory.buffer)
    return new TextDecoder().decode(bytes.slice(place, bytes.indexOf(0, place)))
  }

  #require(status) {
    if (status) throw new RangeError(this.#status(status).join(": "))
  }

  #status(status) {
    return [this.#library.quadcal_status_name(status), this.#library.quadcal_status_text(status)].map(place => this.#text(place))
  }

  #settle(status, problem) {
    if (status < firstRefusal) return this.#require(status)
    const view = new DataView(this.#library.memory.buffer, problem, size.problem)
    const [code, text] = this.#status(status), index = Number(view.getBigInt64(8, true))
    const values = [16, 24, 32, 40, 48].map(place => view.getFloat64(place, true)).filter(value => !Number.isNaN(value))
    throw new FitRefused(code, text, [null, "sources", "targets"][view.getInt32(4, true) + 1], index < 0 ? null : index, values)
  }
}

/** Quads made ready for rays. */
export class Scene {
  #targets
  #nearest
  #free

  constructor(targets, nearest, free) {
    this.#targets = targets
    this.#nearest = nearest
    this.#free = free
  }

  /** The first quad that each ray meets: its index or -1, and 3 numbers each: distance, u and v. */
  nearest(origins, directions, options) {
    if (!this.#targets) throw new Error("the scene was freed")
    return this.#nearest(this.#targets, origins, directions, options)
  }

  /** Gives its memory back. */
  free() {
    if (this.#targets) this.#free(this.#targets)
    this.#targets = 0
  }
}

// The value as doubles, in rows of a width, and as many as are needed.
function numbers(value, width, name, rows) {
  if (!Array.isArray(value) && (!ArrayBuffer.isView(value) || value instanceof DataView)) {
    throw new TypeError(`${name} is no array of numbers`)
  }
  const array = value instanceof Float64Array ? value : Float64Array.from(value, number => {
    if (typeof number !== "number") throw new TypeError(`${name} holds ${typeof number}, not numbers`)
    return number
  })
  if (array.length % width) throw new RangeError(`${name} has ${array.length} numbers, not a multiple of ${width}`)
  if (rows !== undefined && array.length !== rows * width) throw new RangeError(`${name} has ${array.length} numbers, not ${rows * width}`)
  return array
}
