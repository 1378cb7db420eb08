// Compiled strictly against quadcal.d.ts, then run: what the types say is what the module gives. Uses that are wrong must not compile.
import { ABI, Code, FitRefused, hasSIMD, load, Quadcal, Scene, Severity } from "quadcal"
import { type Checks, loadChecks } from "quadcal/check"
import type { Calibration, CalibrationOptions, Finding, Fit, Fits, Hits, Limits, Motion, RobustFit, Straightened, Verdicts, Way, Words } from "quadcal"

function holds(promise: boolean, text: string): asserts promise {
  if (!promise) throw new Error(`not so: ${text}`)
}

const quadcal: Quadcal = await load()
const version: string = quadcal.version
holds(ABI === 1 && version.length > 0 && typeof hasSIMD() === "boolean", "a version and SIMD128 are told")

const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
const limits: Limits = { longestEdge: 0.5 }
const findings: Finding[] = quadcal.findings([0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0], { strict: true })
const order: number[] | null | undefined = findings[0]?.order, where: Float64Array | null | undefined = findings[0]?.location
holds(order?.join() === "0,1,3,2" && where?.join() === "0.5,0.5,0", "a finding has an order and a place")
const checks: Checks = await loadChecks()
holds(checks.check(square).faulty === 0 && checks.version === version, "checks are there without fits")
// @ts-expect-error: they have none
holds(checks.fit === undefined, "no fits")
const verdicts: Verdicts = quadcal.check(square, { limits, strict: true, facing: [0, 0, 1] })
const codes: Uint32Array = verdicts.codes, severities: Uint8Array = verdicts.severities, faulty: number = verdicts.faulty
const severity: "sound" | "hint" | "info" | "warning" | "error" | undefined = Severity[severities[0] ?? 0]
holds(codes[0] === Code.TOO_LARGE && severity === "error" && faulty === 1, "an edge is too long")
const names: string[] = quadcal.names(codes[0]!), words: Words = quadcal.words(Code.TOO_LARGE)
holds(names.length === 1 && names[0] === "TOO_LARGE", "a mask is taken apart")
const usual: Required<Limits> = quadcal.limits({ strict: true })
holds(usual.flatnessError === 0.01 && usual.foldSeverity === "error", "the strict limits are told")
holds(words.name === "TOO_LARGE" && words.text.length > 0, "a code has words")
const measures: Float64Array = quadcal.measure(Float64Array.from(square))
holds(measures.length === 8 && measures[6] === 1, "a square of a metre has an area of one")

const scene: Scene = quadcal.scene(square)
const hits: Hits = scene.nearest(new Float32Array([0.25, 0.5, 2]), [0, 0, -1], { face: "any", ranges: [0, 10] })
holds(hits.index instanceof Int32Array && hits.faces instanceof Uint8Array && hits.hits[0] === 2, "a ray meets the square")
scene.free()

const targets = square.map((value, place) => value + (place % 3))
const fit: Fit = quadcal.fit(square, targets, { weights: [1, 1, 1, 2], solver: "exact" })
holds(fit.motion.length === 18 && fit.digits > 10 && fit.rms < 1e-12 && fit.singularValues.length === 3, "a shift is fitted")
const fits: Fits = quadcal.fitMany(square, targets, 4)
holds(fits.motions.length === 18 && fits.statuses[0] === 0 && fits.refused === 0, "and as one of many")
holds(quadcal.statusWords(fits.statuses[0]!).name === "OK", "a status has words")
const moved: Float64Array = quadcal.move(fit.motion, square, { growth: 1 })
holds(moved.every((value, place) => Math.abs(value - targets[place]!) < 1e-12), "the motion moves the points")
const motion: Motion = fit.motion, solver: "default" | "fast" | "exact" = fit.solver
holds(motion.length === 18 && solver === "exact", "a fit tells its solver")
const options: CalibrationOptions = { at: [0, 0, 0], weights: [1, 1, 1, 1], groups: [0, 0, 0, 0], model: "rigid", robust: true, bound: 0.1,
  choice: 0, tiltDegrees: 1, noise: 0.001, markerNoise: 0, drift: false }
const calibration: Calibration = quadcal.calibrate(square, targets, options)
const evidence: number[] = [calibration.rms, calibration.largest, calibration.leaveOneOut, calibration.freedom, calibration.noise,
  calibration.errorAtFiveMetres]
holds(evidence.every(value => typeof value === "number"), "a calibration has evidence")
const verdict: "pass" | "warn" | "fail" = calibration.verdict, judgements: string[] = calibration.judgements
holds(["pass", "warn", "fail"].includes(verdict) && judgements.every(name => name.length > 0), "a calibration has a verdict and reasons")
holds(judgements.every(name => quadcal.judgementWords(name).text.length > 0), "a reason has words")
const robust: RobustFit = quadcal.robust(square, targets, { weights: [1, 1, 1, 1], groups: [0, 0, 0, 0], bound: 0.1, choice: 0 })
const rival: Motion | null = robust.rival
holds(robust.fit.rms < 1e-12 && robust.motion.length === 18 && robust.inliers.length === 4 && rival === null, "most pairs are followed")
holds(robust.support >= robust.neededSupport && robust.rivalSupport === 0 && robust.margin === 1, "what follows is counted")
holds(robust.bound === 0.1 && robust.boundWasEstimated === false, "the bound is told")
holds(calibration.model === "rigid" && calibration.growth === 1 && calibration.errors.length === 1 && calibration.inliers.length === 4,
  "its model, growth, errors and pairs are told")
const way: Way = "none", straightened: Straightened = quadcal.straighten(square, targets, square, { by: way, groups: [0, 0, 0, 0], times: [0, 1, 2, NaN], markerTimes: [5] })
const taken: "place" | "time" | null = straightened.by, own: number[] = [straightened.reach, straightened.pins, straightened.leaveOneOut, straightened.leaveOneOutOfMotion]
holds(taken === null && own.every(value => typeof value === "number") && straightened.moved.length === 12 && straightened.shifts.join() === "0,0,0"
  && straightened.beyond[0] === 0 && straightened.calibration.inliers.length === 4, "a marker is moved without a shift")
try {
  quadcal.fit([0, 0, 0], [0, 0, 0])
  holds(false, "one pair determines no motion")
} catch (error) {
  if (!(error instanceof FitRefused)) throw error
  const side: "sources" | "targets" | null = error.side, index: number | null = error.index, values: number[] = error.values
  holds(error.code.length > 0 && error.text.length > 0 && side === null && index === null && Array.isArray(values), "a refusal has a code")
}

// Each of these lines must not compile; an error that is missing is one.
export function wrong(): void {
  // @ts-expect-error a file's name is no array of numbers
  quadcal.check("markers.json")
  // @ts-expect-error there is no such limit
  quadcal.check(square, { limits: { shortest: 1 } })
  // @ts-expect-error the strict limits are no limits of one's own
  quadcal.check(square, { limits: "strict" })
  // @ts-expect-error a fold is no sound one
  quadcal.check(square, { limits: { foldSeverity: "sound" } })
  // @ts-expect-error check has no such option
  quadcal.check(square, { longestEdge: 3 })
  // @ts-expect-error calibrate has no such option
  quadcal.calibrate(square, targets, { att: [0, 0, 0] })
  // @ts-expect-error robust has no model
  quadcal.robust(square, targets, { model: "rigid" })
  // @ts-expect-error there is no such solver
  quadcal.fit(square, targets, { solver: "best" })
  // @ts-expect-error there is no such model
  quadcal.calibrate(square, targets, { model: "affine" })
  // @ts-expect-error the pairs of a problem must be told
  quadcal.fitMany(square, targets)
  // @ts-expect-error a module is made by load
  new Quadcal()
  // @ts-expect-error nor is a scene made by hand
  new Scene()
  // @ts-expect-error the version cannot be set
  quadcal.version = "2"
}
