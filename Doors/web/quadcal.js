// quadcal in WebAssembly: checks, measures, rays and fits over arrays of numbers, in browsers and in node.
//
//     import { load } from "./quadcal.js"
//     const quadcal = await load()
//     const { codes } = quadcal.check(new Float64Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]))
//
// Lengths are in metres. A quad is 12 numbers, a point 3, a motion 18 (the columns of the rotation, source centre, target centre and
// rest). Memory of the module belongs to it: what is returned is a copy.
import { ABI, Code, Severity, codeCount, judgementCount, models, size, solvers, verdicts } from "./layout.js"
import { FitRefused, Memory } from "./memory.js"
import { boolean, choiceOf, groupsOf, limitsIn, limitsOf, numbers, optionsOf, positive, whole } from "./arguments.js"
import { Scene } from "./scene.js"
export { ABI, Code, FitRefused, Scene, Severity }

// (module (func (result v128) i32.const 0 i8x16.splat)): valid only where SIMD128 is.
const simdProbe = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11])

/** Whether modules with SIMD128 run here. */
export const hasSIMD = () => WebAssembly.validate(simdProbe)

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
  #memory

  constructor(library) {
    if (library.quadcal_abi() !== ABI) throw new Error(`the module has version ${library.quadcal_abi()} of quadcal.h, not ${ABI}`)
    this.#library = library
    this.#memory = new Memory(library)
  }

  /** The version of the module. */
  get version() { return this.#memory.text(this.#library.quadcal_version()) }

  /** The names of the codes in a mask, such as those that `check` gives. */
  names(mask) {
    if (!Number.isInteger(mask) || mask < 0 || mask >= 2 ** codeCount) throw new RangeError(`${mask} is no mask of codes`)
    return bitsOf(mask, codeCount).map(bit => this.#memory.words("code", bit).name)
  }

  /** The name of one code, and a sentence about it. */
  words(code) {
    const found = this.names(code)
    if (found.length !== 1) {
      throw new RangeError(`${code} is not one code but ${found.length ? found.join(" and ") : "none"}; names(mask) lists those of a mask`)
    }
    return this.#memory.words("code", Math.log2(code))
  }

  /** The name of a status of `fitMany`, and a sentence about it. */
  statusWords(status) {
    const found = this.#memory.words("status", whole(status, 0, "a status"))
    if (found.name === "UNKNOWN") throw new RangeError(`there is no status ${status}`)
    return found
  }

  /** A sentence about a judgement of `calibrate`, by its name. */
  judgementWords(name) {
    const all = bitsOf(2 ** judgementCount - 1, judgementCount).map(bit => this.#memory.words("judgement", bit))
    return all[choiceOf(name, all.map(words => words.name), "judgement")]
  }

  /** The limits by which quads are checked. */
  limits(options) {
    const { strict = false } = optionsOf(options, ["strict"], "limits")
    return this.#memory.within(({ structure }) => limitsIn(structure.read("limits", this.#limits(structure, strict, {}))))
  }

  /** Finds everything wrong with quads. */
  check(quads, options) {
    const input = numbers(quads, 12, "quads"), count = input.length / 12
    const { limits, strict = false, facing } = optionsOf(options, ["limits", "strict", "facing"], "check")
    return this.#memory.within(({ put, room, bytes, view, structure }) => {
      const [codes, severities, faulty] = [room(4 * count), room(count), room(8)]
      const isUsual = strict === false && limits === undefined
      const rule = isUsual ? 0 : this.#limits(structure, strict, limits === undefined ? {} : limitsOf(limits))
      const direction = facing === undefined ? 0 : put(numbers(facing, 3, "facing", 1))
      this.#memory.require(this.#library.quadcal_check(put(input), BigInt(count), direction, rule, 0, codes, severities, faulty))
      return { codes: new Uint32Array(bytes(codes, 4 * count).buffer), severities: bytes(severities, count),
        faulty: Number(view().getBigInt64(faulty, true)) }
    })
  }

  #limits(structure, strict, changed) {
    const place = structure.room("limits")
    this.#memory.require(this.#library.quadcal_limits_of(boolean(strict, "strict") ? 1 : 0, place))
    structure.write("limits", place, changed)
    return place
  }

  /** Measures quads: 8 numbers each, the centre (3), the normal (3), the area and the flatness. */
  measure(quads) {
    const input = numbers(quads, 12, "quads"), count = input.length / 12
    return this.#memory.within(({ put, room, doubles }) => {
      const found = room(size.measure * count)
      this.#memory.require(this.#library.quadcal_measure(put(input), BigInt(count), 0, found))
      return doubles(found, 8 * count)
    })
  }

  /** Quads made ready for rays. Call `free` when they are no longer needed. */
  scene(quads) { return new Scene(this.#library, this.#memory, numbers(quads, 12, "quads")) }

  /** Moves points, or quads, by a motion, and multiplies lengths by a growth, which a similarity has. */
  move(motion, points, options) {
    const input = numbers(points, 3, "points"), { growth = 1 } = optionsOf(options, ["growth"], "move")
    return this.#memory.within(({ put, room, doubles }) => {
      const moved = room(8 * input.length), by = put(numbers(motion, 18, "motion", 1))
      this.#memory.require(this.#library.quadcal_move(by, positive(growth, "growth"), put(input), BigInt(input.length / 3), moved))
      return doubles(moved, input.length)
    })
  }

  /** Fits the rigid motion from sources to targets; throws `FitRefused` where they determine none. */
  fit(sources, targets, options) {
    const { s, t, count } = pairsOf(sources, targets)
    const { weights, solver = "default" } = optionsOf(options, ["weights", "solver"], "fit"), way = choiceOf(solver, solvers, "solver")
    return this.#memory.within(({ put, structure }) => {
      const [result, problem] = [structure.room("fit_result"), structure.room("problem")]
      this.#memory.settle(this.#library.quadcal_fit(put(s), put(t), weighed(put, weights, count), BigInt(count), way, result, problem),
        problem)
      return fitOf(structure.read("fit_result", result))
    })
  }

  /** Fits many problems of equally many pairs; 18 numbers each, NaN where one is refused. */
  fitMany(sources, targets, pairs) {
    const s = numbers(sources, 3 * whole(pairs, 1, "pairs"), "sources"), problems = s.length / (3 * pairs)
    const t = numbers(targets, 3 * pairs, "targets", problems)
    return this.#memory.within(({ put, room, doubles, bytes, view }) => {
      const [motions, statuses, refused] = [room(size.motion * problems), room(4 * problems), room(8)]
      this.#memory.require(this.#library.quadcal_fit_many(put(s), put(t), BigInt(problems), BigInt(pairs), 0, motions, statuses, refused))
      return { motions: doubles(motions, 18 * problems), statuses: new Int32Array(bytes(statuses, 4 * problems).buffer),
        refused: Number(view().getBigInt64(refused, true)) }
    })
  }

  /** Fits the motion that most pairs follow, when some, or nearly all, are wrong; nothing is drawn at random. */
  robust(sources, targets, options) {
    const { s, t, count } = pairsOf(sources, targets)
    const { weights, groups, bound, choice = 0 } = optionsOf(options, ["weights", "groups", "bound", "choice"], "robust")
    return this.#memory.within(({ put, room, bytes, structure }) => {
      const [result, problem, inliers] = [structure.room("robust_result"), structure.room("problem"), room(count)]
      const [w, g] = [weighed(put, weights, count), groups === undefined ? 0 : put(groupsOf(groups, count))]
      this.#memory.settle(this.#library.quadcal_robust(put(s), put(t), w, g, BigInt(count), positive(bound, "bound") ?? 0,
        whole(choice, 0, "choice"), result, inliers, problem), problem)
      const { fit, rival, boundWasEstimated, reserved, ...found } = structure.read("robust_result", result)
      return { motion: fit.motion, fit: fitOf(fit), inliers: bytes(inliers, count), ...found, boundWasEstimated: boundWasEstimated === 1,
        rival: found.rivalSupport ? rival : null }
    })
  }

  /** Fits the motion between two scans, judges it, and predicts the 95 % error at points of the source frame. */
  calibrate(sources, targets, options) {
    const { s, t, count } = pairsOf(sources, targets)
    const { at = [], weights, groups, ...chosen } = optionsOf(options, calibrateOptions, "calibrate"), points = numbers(at, 3, "at")
    const given = calibrationOf(chosen)
    return this.#memory.within(({ put, room, doubles, bytes, structure }) => {
      const [options, result, problem] = ["options", "calibration", "problem"].map(structure.room)
      const [errors, inliers] = [room(8 * points.length / 3), room(count)]
      this.#memory.require(this.#library.quadcal_options_usual(options))
      structure.write("options", options, given)
      const [w, g] = [weighed(put, weights, count), groups === undefined ? 0 : put(groupsOf(groups, count))]
      this.#memory.settle(this.#library.quadcal_calibrate(put(s), put(t), w, g, BigInt(count), options, put(points),
        BigInt(points.length / 3), result, errors, inliers, problem), problem)
      const { reserved, judgements, model, verdict, ...found } = structure.read("calibration", result)
      return { ...found, model: models[model], verdict: verdicts[verdict],
        judgements: bitsOf(judgements, judgementCount).map(bit => this.#memory.words("judgement", bit).name),
        errors: doubles(errors, points.length / 3), inliers: bytes(inliers, count) }
    })
  }
}

const bitsOf = (mask, count) => Array.from({ length: count }, (_, bit) => bit).filter(bit => mask >>> bit & 1)

function pairsOf(sources, targets) {
  const s = numbers(sources, 3, "sources"), count = s.length / 3
  return { s, t: numbers(targets, 3, "targets", count), count }
}

const weighed = (put, weights, count) => weights === undefined ? 0 : put(numbers(weights, 1, "weights", count))

function fitOf({ steps, solver, ...fit }) {
  return { ...fit, solver: solvers[solver] }
}

const calibrateOptions = ["at", "weights", "groups", "model", "robust", "bound", "choice", "tiltDegrees", "noise", "markerNoise", "drift"]

// The members of quadcal_options for what a caller chose.
function calibrationOf({ model = "chosen", robust = false, bound, choice, tiltDegrees, noise, markerNoise, drift = true }) {
  if (!boolean(robust, "robust") && (bound !== undefined || choice !== undefined)) {
    throw new RangeError("bound and choice are about wrong pairs, which only robust: true looks for")
  }
  if (markerNoise !== undefined && !(markerNoise >= 0)) throw new RangeError(`markerNoise is ${markerNoise}, not a number from 0`)
  return { model: choiceOf(model, models, "model"), isRobust: robust ? 1 : 0, noDrift: boolean(drift, "drift") ? 0 : 1, markerNoise,
    choice: choice === undefined ? undefined : whole(choice, 0, "choice"), bound: positive(bound, "bound"),
    tiltDegrees: positive(tiltDegrees, "tiltDegrees"), noise: positive(noise, "noise") }
}
