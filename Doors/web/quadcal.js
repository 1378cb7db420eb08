// quadcal in WebAssembly: checks, measures, rays and fits over arrays of numbers, in browsers and in node.
//
//     import { load } from "./quadcal.js"
//     const quadcal = await load()
//     const { codes } = quadcal.check(new Float64Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]))
//
// Lengths are in metres. A quad is 12 numbers, a point 3, a motion 18 (the columns of the rotation, source centre, target centre and
// rest). Memory of the module belongs to it: what is returned is a copy.
import { ABI, Code, Severity, judgementCount, models, size, solvers, verdicts, ways } from "./layout.js"
import { FitRefused } from "./memory.js"
import { boolean, choiceOf, groupsOf, numbers, optionsOf, positive, whole } from "./arguments.js"
import { Checks, bitsOf, contentsAt, hasSIMD, libraryOf } from "./checks.js"
import { Scene } from "./scene.js"
export { ABI, Code, FitRefused, Scene, Severity, hasSIMD }

/** Loads the module beside this file, with SIMD128 where that runs; or one from bytes, a Response or a promise of either. */
export async function load(source) {
  return new Quadcal(await libraryOf(source ?? contentsAt(hasSIMD()
    ? new URL("quadcal-simd.wasm", import.meta.url) : new URL("quadcal.wasm", import.meta.url))))
}

/** All functions of one module: those of `Checks`, and fits. */
export class Quadcal extends Checks {
  /** The name of a status of `fitMany`, and a sentence about it. */
  statusWords(status) {
    const found = this._memory.words("status", whole(status, 0, "a status"))
    if (found.name === "UNKNOWN") throw new RangeError(`there is no status ${status}`)
    return found
  }

  /** A sentence about a judgement of `calibrate`, by its name. */
  judgementWords(name) {
    const all = bitsOf(2 ** judgementCount - 1, judgementCount).map(bit => this._memory.words("judgement", bit))
    return all[choiceOf(name, all.map(words => words.name), "judgement")]
  }

  /** Moves points, or quads, by a motion, and multiplies lengths by a growth, which a similarity has. */
  move(motion, points, options) {
    const input = numbers(points, 3, "points"), { growth = 1 } = optionsOf(options, ["growth"], "move")
    return this._memory.within(({ put, room, doubles }) => {
      const moved = room(8 * input.length), by = put(numbers(motion, 18, "motion", 1))
      this._memory.require(this._library.quadcal_move(by, positive(growth, "growth"), put(input), BigInt(input.length / 3), moved))
      return doubles(moved, input.length)
    })
  }

  /** Fits the rigid motion from sources to targets; throws `FitRefused` where they determine none. */
  fit(sources, targets, options) {
    const { s, t, count } = pairsOf(sources, targets)
    const { weights, solver = "default" } = optionsOf(options, ["weights", "solver"], "fit"), way = choiceOf(solver, solvers, "solver")
    return this._memory.within(({ put, structure }) => {
      const [result, problem] = [structure.room("fit_result"), structure.room("problem")]
      this._memory.settle(this._library.quadcal_fit(put(s), put(t), weighed(put, weights, count), BigInt(count), way, result, problem),
        problem)
      return fitOf(structure.read("fit_result", result))
    })
  }

  /** Fits many problems of equally many pairs; 18 numbers each, NaN where one is refused. */
  fitMany(sources, targets, pairs) {
    const s = numbers(sources, 3 * whole(pairs, 1, "pairs"), "sources"), problems = s.length / (3 * pairs)
    const t = numbers(targets, 3 * pairs, "targets", problems)
    return this._memory.within(({ put, room, doubles, bytes, view }) => {
      const [motions, statuses, refused] = [room(size.motion * problems), room(4 * problems), room(8)]
      this._memory.require(this._library.quadcal_fit_many(put(s), put(t), BigInt(problems), BigInt(pairs), 0, motions, statuses, refused))
      return { motions: doubles(motions, 18 * problems), statuses: new Int32Array(bytes(statuses, 4 * problems).buffer),
        refused: Number(view().getBigInt64(refused, true)) }
    })
  }

  /** Fits the motion that most pairs follow, when some, or nearly all, are wrong; nothing is drawn at random. */
  robust(sources, targets, options) {
    const { s, t, count } = pairsOf(sources, targets)
    const { weights, groups, bound, choice = 0 } = optionsOf(options, ["weights", "groups", "bound", "choice"], "robust")
    return this._memory.within(({ put, room, bytes, structure }) => {
      const [result, problem, inliers] = [structure.room("robust_result"), structure.room("problem"), room(count)]
      const [w, g] = [weighed(put, weights, count), groups === undefined ? 0 : put(groupsOf(groups, count))]
      this._memory.settle(this._library.quadcal_robust(put(s), put(t), w, g, BigInt(count), positive(bound, "bound") ?? 0,
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
    return this._memory.within(({ put, room, doubles, bytes, structure }) => {
      const [options, result, problem] = ["options", "calibration", "problem"].map(structure.room)
      const [errors, inliers] = [room(8 * points.length / 3), room(count)]
      this._memory.require(this._library.quadcal_options_usual(options))
      structure.write("options", options, given)
      const [w, g] = [weighed(put, weights, count), groups === undefined ? 0 : put(groupsOf(groups, count))]
      this._memory.settle(this._library.quadcal_calibrate(put(s), put(t), w, g, BigInt(count), options, put(points),
        BigInt(points.length / 3), result, errors, inliers, problem), problem)
      return { ...this.#judged(structure.read("calibration", result)), errors: doubles(errors, points.length / 3), inliers: bytes(inliers, count) }
    })
  }

  #judged({ reserved, judgements, model, verdict, ...found }) {
    return { ...found, model: models[model], verdict: verdicts[verdict],
      judgements: bitsOf(judgements, judgementCount).map(bit => this._memory.words("judgement", bit).name) }
  }

  /** Fits the motion between two scans of which one bends, and moves markers, each by the motion and by a shift of its own. */
  straighten(sources, targets, markers, options) {
    const { s, t, count } = pairsOf(sources, targets), quads = numbers(markers, 12, "markers"), markerCount = quads.length / 12
    const { weights, groups, times, markerTimes, by = "auto", ...chosen } = optionsOf(options, straightenOptions, "straighten")
    const given = calibrationOf(chosen), way = choiceOf(by, ways, "way"), timed = (put, times, name, count) => times === undefined ? 0 : put(numbers(times, 1, name, count))
    return this._memory.within(({ put, room, doubles, bytes, structure }) => {
      const [options, result, problem] = ["options", "straightening", "problem"].map(structure.room)
      const [moved, shifts, inliers] = [room(96 * markerCount), room(40 * markerCount), room(count)]
      this._memory.require(this._library.quadcal_options_usual(options))
      structure.write("options", options, given)
      const [w, g] = [weighed(put, weights, count), groups === undefined ? 0 : put(groupsOf(groups, count))]
      this._memory.settle(this._library.quadcal_straighten(put(s), put(t), w, g, timed(put, times, "times", count), BigInt(count), options, way, put(quads),
        timed(put, markerTimes, "markerTimes", markerCount), BigInt(markerCount), result, moved, shifts, inliers, problem), problem)
      const { reserved, fit, by: taken, ...found } = structure.read("straightening", result), each = doubles(shifts, 5 * markerCount)
      const column = (first, width) => Float64Array.from({ length: width * markerCount }, (_, at) => each[5 * Math.floor(at / width) + first + at % width])
      return { ...found, calibration: { ...this.#judged(fit), errors: column(3, 1), inliers: bytes(inliers, count) }, by: taken ? ways[taken] : null,
        moved: doubles(moved, 12 * markerCount), shifts: column(0, 3), beyond: column(4, 1) }
    })
  }

  /** The motion of `calibrate` alone, in a small part of the time. Robust fits and similarities have none. */
  calibrateMotion(sources, targets, options) {
    const { s, t, count } = pairsOf(sources, targets)
    const { weights, groups, ...chosen } = optionsOf(options, calibrateOptions.slice(1), "calibrateMotion"), given = calibrationOf(chosen)
    return this._memory.within(({ put, room, doubles, structure }) => {
      const [options, problem] = ["options", "problem"].map(structure.room), motion = room(size.motion)
      this._memory.require(this._library.quadcal_options_usual(options))
      structure.write("options", options, given)
      this._memory.settle(this._library.quadcal_calibrate_motion(put(s), put(t), weighed(put, weights, count),
        groups === undefined ? 0 : put(groupsOf(groups, count)), BigInt(count), options, motion, problem), problem)
      return doubles(motion, 18)
    })
  }

  /** The residuals of pairs that had no part in a fit (3 numbers each), and the length that each stays within if the motion holds. */
  checkPairs(sources, targets, checkSources, checkTargets, options) {
    const { s, t, count } = pairsOf(sources, targets), checks = pairsOf(checkSources, checkTargets)
    const { weights, groups, checkGroups, ...chosen } = optionsOf(options, checkOptions, "checkPairs"), given = calibrationOf(chosen)
    return this._memory.within(({ put, room, doubles, structure }) => {
      const [options, problem] = ["options", "problem"].map(structure.room)
      const [residuals, bounds] = [room(24 * checks.count), room(8 * checks.count)]
      this._memory.require(this._library.quadcal_options_usual(options))
      structure.write("options", options, given)
      const grouped = (groups, count) => groups === undefined ? 0 : put(groupsOf(groups, count))
      this._memory.settle(this._library.quadcal_check_pairs(put(s), put(t), weighed(put, weights, count), grouped(groups, count),
        BigInt(count), options, put(checks.s), put(checks.t), grouped(checkGroups, checks.count), BigInt(checks.count), residuals, bounds,
        problem), problem)
      return { residuals: doubles(residuals, 3 * checks.count), bounds: doubles(bounds, checks.count) }
    })
  }

  /** Refuses a join by keys whose left-out markers, which share keys with others, follow another motion; a key below 0 is none. */
  checkJoin(olds, oldKeys, news, newKeys) {
    const s = numbers(olds, 12, "olds"), t = numbers(news, 12, "news"), [a, b] = [s.length / 12, t.length / 12]
    this._memory.within(({ put, structure }) => {
      const problem = structure.room("problem")
      this._memory.settle(this._library.quadcal_check_join(put(s), put(groupsOf(oldKeys, a)), BigInt(a), put(t), put(groupsOf(newKeys, b)), BigInt(b),
        problem), problem)
    })
  }

  /** The new marker that lies on each old one under one motion, by corners alone, or -1; keys below 0 are none. */
  joinGeometry(olds, news, options) {
    const s = numbers(olds, 12, "olds"), t = numbers(news, 12, "news"), [a, b] = [s.length / 12, t.length / 12]
    const { oldKeys, newKeys, bound = 0, choice = 0 } = optionsOf(options, ["oldKeys", "newKeys", "bound", "choice"], "joinGeometry")
    return this._memory.within(({ put, room, bytes, structure }) => {
      const [partners, problem] = [room(8 * a), structure.room("problem")], keyed = (keys, count) => keys === undefined ? 0 : put(groupsOf(keys, count))
      this._memory.settle(this._library.quadcal_join_geometry(put(s), keyed(oldKeys, a), BigInt(a), put(t), keyed(newKeys, b), BigInt(b),
        bound, choice, partners, problem), problem)
      return Int32Array.from(new BigInt64Array(bytes(partners, 8 * a).buffer), Number)
    })
  }

  /** Which corner of each new marker is where p1 to p4 of the old one are, whatever corner an outline begins at and which way it runs. */
  cornerOrders(sources, targets) {
    const s = numbers(sources, 12, "sources"), count = s.length / 12, t = numbers(targets, 12, "targets", count)
    return this._memory.within(({ put, room, bytes, doubles, structure }) => {
      const [orders, margins, problem] = [room(4 * count), room(8 * count), structure.room("problem")]
      this._memory.settle(this._library.quadcal_corner_orders(put(s), put(t), BigInt(count), orders, margins, problem), problem)
      return { orders: bytes(orders, 4 * count), margins: doubles(margins, count) }
    })
  }
}

function pairsOf(sources, targets) {
  const s = numbers(sources, 3, "sources"), count = s.length / 3
  return { s, t: numbers(targets, 3, "targets", count), count }
}

const weighed = (put, weights, count) => weights === undefined ? 0 : put(numbers(weights, 1, "weights", count))

function fitOf({ steps, solver, ...fit }) {
  return { ...fit, solver: solvers[solver] }
}

const calibrateOptions = ["at", "weights", "groups", "model", "robust", "bound", "choice", "tiltDegrees", "noise", "markerNoise", "drift"]
const straightenOptions = [...calibrateOptions.slice(1), "times", "markerTimes", "by"]
const checkOptions = [...calibrateOptions.slice(1), "checkGroups"]

// The members of quadcal_options for what a caller chose.
function calibrationOf({ model = "chosen", robust = false, bound, choice, tiltDegrees, noise, markerNoise, drift = true }) {
  if (!boolean(robust, "robust") && (bound !== undefined || choice !== undefined)) {
    throw new RangeError("bound and choice are about wrong pairs, which only robust: true looks for")
  }
  if (markerNoise !== undefined && !(markerNoise >= 0)) throw new RangeError(`markerNoise is ${markerNoise}, not a number from 0`)
  return { model: choiceOf(model, models, "model"), isRobust: robust ? 1 : 0, noDrift: boolean(drift, "drift") ? 0 : 1, markerNoise,
    choice: choice === undefined ? undefined : whole(choice, 0, "choice"), bound: positive(bound, "bound"),
    tiltDegrees: positive(tiltDegrees, "tiltDegrees", 90), noise: positive(noise, "noise") }
}
