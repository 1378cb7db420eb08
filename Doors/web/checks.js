// Checks, measures and rays alone: half of quadcal.js, and of a module that is half as large.
//
//     import { loadChecks } from "./checks.js"
//     const quadcal = await loadChecks()
//
import { ABI, Code, Severity, codeCount, fixes, size, structures, units } from "./layout.js"
import { Memory } from "./memory.js"
import { boolean, limitsIn, limitsOf, numbers, optionsOf } from "./arguments.js"
import { Scene } from "./scene.js"
export { ABI, Code, Scene, Severity }

// (module (func (result v128) i32.const 0 i8x16.splat)): valid only where SIMD128 is.
const simdProbe = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11])

/** Whether modules with SIMD128 run here. */
export const hasSIMD = () => WebAssembly.validate(simdProbe)

/** Loads the module without fits that lies beside this file, or one from bytes, a Response or a promise of either. */
export async function loadChecks(source) {
  return new Checks(await libraryOf(source ?? contentsAt(hasSIMD()
    ? new URL("quadcal-check-simd.wasm", import.meta.url) : new URL("quadcal-check.wasm", import.meta.url))))
}

/** The functions of a module. */
export async function libraryOf(source) {
  source = await source
  if (typeof Response !== "undefined" && source instanceof Response) {
    if (!source.ok) throw new Error(`${source.url}: status ${source.status}`)
    source = await source.arrayBuffer()
  }
  const { instance } = await WebAssembly.instantiate(source, {})
  return instance.exports
}

/** What a URL leads to. Files are node's, whose module is asked for by a function, so that nothing that bundles looks for it. */
export function contentsAt(url) {
  if (url.protocol !== "file:") return fetch(url)
  const files = globalThis.process?.getBuiltinModule?.("node:fs/promises")
  if (!files) throw new Error(`${url}: this program reads no files here; hand the module's bytes to load, or use node 20.16 or later`)
  return files.readFile(url)
}

// More than the check finds of any quad.
const mostFindings = 32

/** The functions of one module; it has one memory and is used by one thread. */
export class Checks {
  constructor(library) {
    if (library.quadcal_abi() !== ABI) throw new Error(`the module has version ${library.quadcal_abi()} of quadcal.h, not ${ABI}`)
    this._library = library
    this._memory = new Memory(library)
  }

  /** The version of the module. */
  get version() { return this._memory.text(this._library.quadcal_version()) }

  /** The names of the codes in a mask, such as those that `check` gives. */
  names(mask) {
    if (!Number.isInteger(mask) || mask < 0 || mask >= 2 ** codeCount) throw new RangeError(`${mask} is no mask of codes`)
    return bitsOf(mask, codeCount).map(bit => this._memory.words("code", bit).name)
  }

  /** The name of one code, and a sentence about it. */
  words(code) {
    const found = this.names(code)
    if (found.length !== 1) {
      throw new RangeError(`${code} is not one code but ${found.length ? found.join(" and ") : "none"}; names(mask) lists those of a mask`)
    }
    return this._memory.words("code", Math.log2(code))
  }

  /** The limits by which quads are checked. */
  limits(options) {
    const { strict = false } = optionsOf(options, ["strict"], "limits")
    return this._memory.within(({ structure }) => limitsIn(structure.read("limits", this.#limits(structure, strict, {}))))
  }

  /** Finds everything wrong with quads. */
  check(quads, options) {
    const input = numbers(quads, 12, "quads"), count = input.length / 12
    const { limits, strict = false, facing } = optionsOf(options, ["limits", "strict", "facing"], "check")
    return this._memory.within(({ put, room, bytes, view, structure }) => {
      const [codes, severities, faulty] = [room(4 * count), room(count), room(8)]
      const isUsual = strict === false && limits === undefined
      const rule = isUsual ? 0 : this.#limits(structure, strict, limits === undefined ? {} : limitsOf(limits))
      const direction = facing === undefined ? 0 : put(numbers(facing, 3, "facing", 1))
      this._memory.require(this._library.quadcal_check(put(input), BigInt(count), direction, rule, 0, codes, severities, faulty))
      return { codes: new Uint32Array(bytes(codes, 4 * count).buffer), severities: bytes(severities, count),
        faulty: Number(view().getBigInt64(faulty, true)) }
    })
  }

  /** What the check finds wrong with one quad: what, where, how much, and what would fix it. */
  findings(quad, options) {
    const input = numbers(quad, 12, "quad", 1)
    const { limits, strict = false, facing } = optionsOf(options, ["limits", "strict", "facing"], "findings")
    return this._memory.within(({ put, room, view, structure }) => {
      const found = room(mostFindings * structures.finding.size), count = room(8)
      const rule = this.#limits(structure, strict, limits === undefined ? {} : limitsOf(limits))
      const direction = facing === undefined ? 0 : put(numbers(facing, 3, "facing", 1))
      this._memory.require(
        this._library.quadcal_findings(put(input), direction, rule, found, BigInt(mostFindings), count))
      const length = Math.min(Number(view().getBigInt64(count, true)), mostFindings)
      return Array.from({ length }, (_, place) => this.#finding(structure.read("finding", found + place * structures.finding.size)))
    })
  }

  #finding({ code, severity, value, limit, unit, location, corner, coordinate, fix, order }) {
    const known = number => Number.isNaN(number) ? null : number, placed = place => place < 0 ? null : place
    const { name, text } = this._memory.words("code", code)
    return { code: name, text, severity: Severity[severity], value: known(value), limit: known(limit), unit: units[unit],
      location: Number.isNaN(location[0]) ? null : location, corner: placed(corner), coordinate: placed(coordinate), fix: fixes[fix],
      order: fixes[fix] === "reorder" ? [...order] : null }
  }

  #limits(structure, strict, changed) {
    const place = structure.room("limits")
    this._memory.require(this._library.quadcal_limits_of(boolean(strict, "strict") ? 1 : 0, place))
    structure.write("limits", place, changed)
    return place
  }

  /** Measures quads: 8 numbers each, the centre (3), the normal (3), the area and the flatness. */
  measure(quads) {
    const input = numbers(quads, 12, "quads"), count = input.length / 12
    return this._memory.within(({ put, room, doubles }) => {
      const found = room(size.measure * count)
      this._memory.require(this._library.quadcal_measure(put(input), BigInt(count), 0, found))
      return doubles(found, 8 * count)
    })
  }

  /** Quads made ready for rays. Call `free` when they are no longer needed. */
  scene(quads) { return new Scene(this._library, this._memory, numbers(quads, 12, "quads")) }
}

/** The places of the bits in a mask. */
export const bitsOf = (mask, count) => Array.from({ length: count }, (_, bit) => bit).filter(bit => mask >>> bit & 1)
