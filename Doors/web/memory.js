// The memory of a module and what it says: arrays are lent to it and copied out of it, and statuses become errors.
import { firstRefusal, readStructure, sides, structures, writeStructure } from "./layout.js"

/** The pairs determine no motion. `code` is the reason, `index` the pair or point it is about, `values` its numbers. */
export class FitRefused extends Error {
  constructor(code, text, side, index, values) {
    super(`${code}: ${text}${index === null ? "" : ` (at ${index}${side ? ` of the ${side}` : ""})`}`)
    this.name = "FitRefused"
    Object.assign(this, { code, text, side, index, values })
  }
}

// More at once is beyond what a module of 32 bits can be lent.
const mostBytes = 2 ** 31

/** The memory of one module, used by one thread. */
export class Memory {
  #library

  constructor(library) {
    this.#library = library
  }

  /** Calls a function with means to borrow memory, all of which is given back after it. */
  within(use) {
    const held = [], library = this.#library
    const room = length => {
      // A megabyte more than there is may move the memory, so views are made when they are used.
      // Addresses are of 32 bits, and come back with a sign.
      const place = length < mostBytes ? library.malloc(Math.max(length, 8)) >>> 0 : 0
      if (!place) throw new RangeError(`no room for ${length} bytes`)
      held.push(place)
      return place
    }
    const put = array => {
      const place = room(array.byteLength)
      new array.constructor(library.memory.buffer, place, array.length).set(array)
      return place
    }
    const view = () => new DataView(library.memory.buffer)
    const doubles = (place, count) => new Float64Array(library.memory.buffer.slice(place, place + 8 * count))
    const bytes = (place, length) => new Uint8Array(library.memory.buffer.slice(place, place + length))
    const structure = {
      room: name => room(structures[name].size),
      read: (name, place) => readStructure(name, view(), place),
      write: (name, place, values) => writeStructure(name, view(), place, values),
    }
    try {
      return use({ room, put, doubles, bytes, view, structure })
    } finally {
      for (const place of held) library.free(place)
    }
  }

  /** The text at a place, which a zero ends. */
  text(place) {
    const bytes = new Uint8Array(this.#library.memory.buffer)
    return new TextDecoder().decode(bytes.slice(place, bytes.indexOf(0, place)))
  }

  /** The name and the sentence of a status, code or judgement by its number. */
  words(kind, number) {
    const [name, text] = ["name", "text"].map(what => this.text(this.#library[`quadcal_${kind}_${what}`](number)))
    return { name, text }
  }

  /** Throws what a status says, if it is not that all is well. */
  require(status) {
    if (!status) return
    const { name, text } = this.words("status", status)
    throw new RangeError(`${name}: ${text}`)
  }

  /** Throws a refusal, with the numbers of the problem at a place. */
  settle(status, place) {
    if (status < firstRefusal) return this.require(status)
    const { side, index, values } = readStructure("problem", new DataView(this.#library.memory.buffer), place)
    const { name, text } = this.words("status", status)
    throw new FitRefused(name, text, sides[side] ?? null, index < 0 ? null : index, [...values].filter(value => !Number.isNaN(value)))
  }
}
