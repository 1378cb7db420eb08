// node --test: the motions that the module fits, and what it says of options that are not understood.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import test from "node:test"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const { FitRefused, load } = await import(new URL("quadcal.js", folder))
const modules = {
  plain: await load(await readFile(new URL("quadcal.wasm", folder))),
  simd: await load(await readFile(new URL("quadcal-simd.wasm", folder))),
}

const turned = (points, angle, shift) => Float64Array.from(points, (_, place) => {
  const [x, y, z] = points.subarray(place - place % 3, place - place % 3 + 3), [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [c * x + s * z, y, -s * x + c * z][place % 3] + shift[place % 3]
})

// A fixed sequence, so that every run has the same numbers.
function noisy(points, deviation, seed = 7) {
  let state = seed
  const next = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32)
  return points.map(value => value + Math.sqrt(12) * deviation * (next() - 0.5))
}

const room = Float64Array.from([0.6, 2, 0, 1.5, 2, 0, 1.5, 0.1, 0, 0.6, 0.1, 0, 0, 2, 2.4, 0, 2, 1.8, 0, 1.2, 1.8, 0, 1.2, 2.4,
  5.2, 2.1, 0, 6.6, 2.1, 0, 6.6, 1, 0, 5.2, 1, 0])
const groups = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2], target = turned(room, 0.4, [3, 0.1, -1]), line = [0, 0, 0, 1, 0, 0, 2, 0, 0]
const near = (found, expected, within, text) => found.forEach((value, place) =>
  assert.ok(Math.abs(value - expected[place]) < within, `${text}: ${value} at ${place}, not ${expected[place]}`))

for (const [name, quadcal] of Object.entries(modules)) {
  test(`${name}: a known motion is found, and points are moved by it`, () => {
    const { motion, rms, digits, solver } = quadcal.fit(room, target)
    near(quadcal.move(motion, room), target, 1e-14, "moved")
    assert.ok(rms < 1e-15 && digits > 15)
    assert.equal(solver, "default")
    assert.equal(quadcal.fit(room, target, { solver: "exact" }).solver, "exact")
    assert.throws(() => quadcal.fit(line, line), error => error instanceof FitRefused && error.code === "POINTS_ON_LINE")
    assert.throws(() => quadcal.fit(room, target.map((value, place) => place === 7 ? NaN : value)), error =>
      error.side === "targets" && error.index === 2)
  })

  test(`${name}: the 18 numbers of a motion are what the types say`, () => {
    const { motion } = quadcal.fit(room, target), [rotation, source, targets, rest] = [[0, 9], [9, 12], [12, 15], [15, 18]].map(range =>
      motion.slice(...range))
    near(rotation, [Math.cos(0.4), 0, -Math.sin(0.4), 0, 1, 0, Math.sin(0.4), 0, Math.cos(0.4)], 1e-14, "columns")
    const p = [1, 2, 3], about = p.map((value, axis) => value - source[axis])
    near(quadcal.move(motion, p), [0, 1, 2].map(axis =>
      targets[axis] + about.reduce((sum, value, column) => sum + rotation[3 * column + axis] * value, 0) + rest[axis]), 1e-14, "moved")
  })

  test(`${name}: many problems are fitted, and their statuses have names`, () => {
    const many = quadcal.fitMany(room, target, 4)
    assert.deepEqual([many.motions.length, many.refused], [54, 0])
    const { statuses, refused } = quadcal.fitMany(line, line, 3)
    assert.deepEqual([refused, quadcal.statusWords(statuses[0]).name], [1, "POINTS_ON_LINE"])
    assert.equal(quadcal.statusWords(0).name, "OK")
    for (const wrong of [99, -1, 1.5, "POINTS_ON_LINE"]) assert.throws(() => quadcal.statusWords(wrong), /status/)
    for (const pairs of [0, undefined, 2.5, -4, NaN, "4"]) {
      assert.throws(() => quadcal.fitMany(room, target, pairs), new RegExp(`pairs is ${pairs}, not a whole number from 1`))
    }
    assert.throws(() => quadcal.fitMany(room, target, 5), /sources has 36 numbers, not a multiple of 15/)
    assert.throws(() => quadcal.fitMany(room, target.slice(12), 4), /targets has 24 numbers, not 36/)
  })

  test(`${name}: a robust fit leaves out wrong pairs, and one of two motions can be chosen`, () => {
    const wrong = noisy(target, 0.001)
    wrong.set([9, 9, 9, 8, 1, 7, 3, 3, 3, 1, 5, 1], 0)
    const found = quadcal.robust(room, wrong, { bound: 0.02 })
    assert.deepEqual([...found.inliers], [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1])
    assert.deepEqual([found.support, found.rival, found.bound, found.boundWasEstimated], [8, null, 0.02, false])
    assert.equal(found.motion, found.fit.motion)
    near(quadcal.move(found.motion, room).slice(12), target.slice(12), 0.01, "moved")
    // Twelve pairs follow one motion, and twelve another.
    const sources = Float64Array.of(...room, ...room), two = Float64Array.of(...target, ...turned(room, -1, [0, 0.5, 9]))
    assert.throws(() => quadcal.robust(sources, two, { bound: 0.02 }), { code: "AMBIGUOUS_MOTION", text: /choose 1 or 2/ })
    const chosen = [1, 2].map(choice => quadcal.robust(sources, two, { bound: 0.02, choice }))
    assert.deepEqual(chosen.map(({ inliers }) => inliers[0]).sort(), [0, 1])
    assert.equal(chosen[0].rival.length, 18)
    const calibrated = [1, 2].map(choice => quadcal.calibrate(sources, two, { robust: true, bound: 0.02, choice }))
    assert.deepEqual(calibrated.map(({ inliers }) => inliers[0]), chosen.map(({ inliers }) => inliers[0]))
    assert.throws(() => quadcal.calibrate(sources, two, { robust: true, bound: 0.02 }), { code: "AMBIGUOUS_MOTION" })
    assert.throws(() => quadcal.robust(sources, two, { bound: 0.02, choice: 3 }), { code: "NO_SUCH_MOTION" })
  })

  test(`${name}: errors are predicted and grow with distance`, () => {
    const found = quadcal.calibrate(room, noisy(target, 0.002), { at: [5, 1, 0, 10, 1, 0, 20, 1, 0], groups })
    assert.equal(found.model, "gravity")
    assert.ok(found.errors[0] > 0 && found.errors[1] > found.errors[0] && found.errors[2] > found.errors[1])
    assert.ok(["pass", "warn"].includes(found.verdict))
    for (const judgement of found.judgements) assert.ok(quadcal.judgementWords(judgement).text.length > 10)
    assert.throws(() => quadcal.judgementWords("FINE"), /the judgement FINE is none of SCALE_SLIP/)
    for (const member of ["rms", "largest", "leaveOneOut", "freedom", "noise", "errorAtFiveMetres"]) assert.ok(found[member] > 0, member)
    assert.ok(found.largest >= found.rms && found.freedom < 36)
  })

  test(`${name}: what is known is taken into account`, () => {
    const at = [10, 1, 0], measured = noisy(target, 0.002), usual = quadcal.calibrate(room, measured, { at, groups })
    const error = options => quadcal.calibrate(room, measured, { at, groups, ...options }).errors[0]
    assert.ok(error({ noise: 0.05 }) > 2 * error({ noise: 0.002, markerNoise: 0, drift: false }), "a larger noise predicts larger errors")
    assert.ok(error({ noise: 0.002, markerNoise: 0.05 }) > error({ noise: 0.002, markerNoise: 0 }), "so does what markers share")
    assert.ok(error({ tiltDegrees: 0.01 }) < error({ tiltDegrees: 5 }), "frames that are nearly level tilt less")
    assert.notEqual(error({ weights: groups.map(group => group + 1) }), usual.errors[0])
    assert.equal(quadcal.calibrate(room, measured, { weights: Array(12).fill(1), at, groups }).errors[0], usual.errors[0])
    const grown = quadcal.calibrate(room, target.map(value => 1.25 * value), { model: "similarity" })
    assert.ok(Math.abs(grown.growth - 1.25) < 1e-12)
    near(quadcal.move(grown.motion, room, { growth: grown.growth }), target.map(value => 1.25 * value), 1e-12, "grown")
  })

  test(`${name}: a scan that bends is straightened by the place or the time of its markers`, () => {
    const places = Array.from({ length: 16 }, (_, place) => [2 * place, 1 + 0.7 * (place % 3), 1.5 * (place * 7 % 4)])
    const olds = Float64Array.from(places.flatMap(([x, y, z]) => [x, y, z, x + 0.3, y, z, x + 0.3, y - 0.2, z, x, y - 0.2, z]))
    const bent = olds.map((value, at) => value + (at % 3 === 2 ? 0.002 * places[Math.floor(at / 12)][0] ** 2 / 4 : 0)), news = noisy(turned(bent, 0.4, [3, 0.1, -1]), 0.001)
    const times = Array.from({ length: 64 }, (_, pair) => 10 * Math.floor(pair / 4)), markerTimes = places.map((_, place) => 10 * place), groups = times.map(time => time / 10)
    const none = quadcal.straighten(olds, news, olds, { by: "none", groups }), plain = quadcal.calibrate(olds, news, { groups, at: quadcal.measure(olds).filter((_, at) => at % 8 < 3) })
    assert.deepEqual([none.by, none.pins, none.leaveOneOut, none.reach], [null, 0, NaN, NaN])
    assert.deepEqual(none.calibration, plain)
    assert.deepEqual(none.moved, quadcal.move(plain.motion, olds))
    for (const by of ["place", "time"]) {
      const found = quadcal.straighten(olds, news, olds, { by, groups, times, markerTimes })
      assert.deepEqual([found.by, found.pins], [by, 16])
      assert.ok(3 * found.leaveOneOut < found.leaveOneOutOfMotion && found.reach > 0, by)
      near(found.moved, news, 0.02, by)
      found.moved.forEach((value, at) => assert.ok(Math.abs(value - none.moved[at] - found.shifts[3 * Math.floor(at / 12) + at % 3]) < 1e-12, "a shift on top of the motion"))
      assert.ok(found.beyond.every(far => far === 0) && found.calibration.errors.every(error => error > 0 && error < 0.2))
    }
    assert.ok(quadcal.straighten(olds, news, [500, 0, 0, 501, 0, 0, 501, 1, 0, 500, 1, 0], { by: "place", groups }).beyond[0] > 400)
    assert.notEqual(quadcal.straighten(olds, news, olds, { groups, times, markerTimes }).by, null)
    assert.throws(() => quadcal.straighten(olds, news, olds, { by: "time", groups }), { code: "NO_TIME" })
    assert.throws(() => quadcal.straighten(room.subarray(0, 12), target.subarray(0, 12), room.subarray(0, 12), { by: "place", groups: [0, 0, 0, 0] }), { name: "FitRefused" })
    assert.throws(() => quadcal.straighten(olds, news, olds, { by: "age" }), /the way age is none of none, place, time, auto/)
    assert.throws(() => quadcal.straighten(olds, news, olds, { times: [1] }), /times has 1 numbers, not 64/)
    assert.throws(() => quadcal.straighten(olds, news, olds, { at: [0, 0, 0] }), /straighten has no option at/)
  })

  test(`${name}: corners are found in the order of the other scan, and pairs that were not fitted are held against the motion`, () => {
    const turnedQuads = target.slice(), start = 12
    // The second marker begins at its p3 in the new scan, and the third runs the other way.
    for (let place = 0; place < 12; place++) turnedQuads[start + place] = target[start + (place + 6) % 12]
    for (let corner = 0; corner < 4; corner++) turnedQuads.set(target.subarray(24 + 3 * (3 - corner), 27 + 3 * (3 - corner)), 24 + 3 * corner)
    const { orders, margins } = quadcal.cornerOrders(room, turnedQuads)
    assert.deepEqual([...orders], [0, 1, 2, 3, 2, 3, 0, 1, 3, 2, 1, 0])
    assert.ok(margins.every(margin => margin > 0.1))
    assert.throws(() => quadcal.cornerOrders(room, target.map(() => NaN)), { code: "NON_FINITE" })
    const measured = noisy(target, 0.002)
    assert.deepEqual(quadcal.calibrateMotion(room, measured, { groups }), quadcal.calibrate(room, measured, { groups }).motion)
    for (const option of [{ robust: true }, { model: "similarity" }]) {
      assert.throws(() => quadcal.calibrateMotion(room, measured, { groups, ...option }), /BAD_CHOICE/)
    }
    const off = measured.slice(0, 12).map((value, place) => value + (place % 3 ? 0 : 0.05))
    const check = targets => quadcal.checkPairs(room, measured, room.subarray(0, 12), targets, { groups, checkGroups: [0, 0, 0, 0] })
    const misses = ({ residuals, bounds }) => [...bounds].filter((bound, pair) => Math.hypot(...residuals.subarray(3 * pair, 3 * pair + 3)) > bound).length
    assert.equal(misses(check(measured.subarray(0, 12))), 0)
    assert.equal(misses(check(off)), 4)
  })

  test(`${name}: a join by keys is refused where those that share one follow another motion`, () => {
    const floor = Float64Array.from({ length: 12 * 24 }, (_, place) => [5 * ((place / 12 | 0) * 0.37 % 1), 1 + ((place / 12 | 0) * 0.71 % 1), 4 * ((place / 12 | 0) * 0.53 % 1)][place % 3]
      + [0, 0, 0, 0.4, 0, 0, 0.4, 0.3, 0, 0, 0.3, 0][place % 12])
    const above = floor.map((value, place) => value + (place % 3 === 1 ? 3.2 : 0)), keys = Array.from({ length: 24 }, (_, place) => place)
    const olds = Float64Array.of(...floor, ...above.subarray(0, 96)), measured = noisy(above, 0.001)
    assert.throws(() => quadcal.checkJoin(olds, [...keys, ...keys.slice(0, 8)], measured, keys), { code: "AMBIGUOUS_MOTION" })
    assert.doesNotThrow(() => quadcal.checkJoin(olds, [...keys, ...keys.slice(0, 8).map(() => -1)], measured, keys))
    assert.doesNotThrow(() => quadcal.checkJoin([], [], [], []))
    assert.throws(() => quadcal.checkJoin(olds, keys, measured, keys), /groups/)
  })

  test(`${name}: markers without labels are paired by their corners, and told where chance does as much`, () => {
    const olds = Float64Array.from({ length: 12 * 20 }, (_, place) => [7 * ((place / 12 | 0) * 0.37 % 1), 1 + ((place / 12 | 0) * 0.71 % 1), 6 * ((place / 12 | 0) * 0.53 % 1)][place % 3]
      + [0, 0, 0, 0.4, 0, 0, 0.4, 0.3, 0, 0, 0.3, 0][place % 12])
    const news = noisy(olds.slice(36).map((value, place) => value + [3, 0.5, -2][place % 3]), 0.001)
    const partners = quadcal.joinGeometry(olds, news)
    assert.deepEqual([...partners], [-1, -1, -1, ...Array.from({ length: 17 }, (_, place) => place)])
    assert.throws(() => quadcal.joinGeometry(olds.subarray(0, 24), news.subarray(0, 24)), { code: "NOT_DETERMINED" })
    assert.throws(() => quadcal.joinGeometry(olds, news, { bound: -1 }), { code: "BAD_BOUND" })
    assert.throws(() => quadcal.joinGeometry(olds, news, { choice: 9 }), { code: "NO_SUCH_MOTION" })
    assert.throws(() => quadcal.joinGeometry(olds, news, { oldKeys: [1] }), /groups/)
    assert.deepEqual([...quadcal.joinGeometry([], news)], [])
  })

  test(`${name}: options that are not understood are refused, with those there are`, () => {
    const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], scene = quadcal.scene(square), { motion } = quadcal.fit(room, target)
    const uses = {
      check: [options => quadcal.check(square, options), "limits, strict, facing"],
      limits: [options => quadcal.limits(options), "strict"],
      nearest: [options => scene.nearest([0, 0, 1], [0, 0, -1], options), "face, ranges"],
      move: [options => quadcal.move(motion, room, options), "growth"],
      fit: [options => quadcal.fit(room, target, options), "weights, solver"],
      robust: [options => quadcal.robust(room, target, options), "weights, groups, bound, choice"],
      calibrate: [options => quadcal.calibrate(room, target, options),
        "at, weights, groups, model, robust, bound, choice, tiltDegrees, noise, markerNoise, drift"],
      calibrateMotion: [options => quadcal.calibrateMotion(room, target, options),
        "weights, groups, model, robust, bound, choice, tiltDegrees, noise, markerNoise, drift"],
      checkPairs: [options => quadcal.checkPairs(room, target, room, target, options),
        "weights, groups, model, robust, bound, choice, tiltDegrees, noise, markerNoise, drift, checkGroups"],
    }
    for (const [use, [call, names]] of Object.entries(uses)) {
      assert.doesNotThrow(() => call(undefined) ?? call({}))
      assert.throws(() => call({ longest_edge: 1 }), { message: `${use} has no option longest_edge; there are ${names}` })
      for (const wrong of [null, "strict", 5, [1], new Float64Array(3)]) assert.throws(() => call(wrong), /options of \w+ are an object/)
    }
    const wrong = { noise: -1, bound: 0, tiltDegrees: NaN, markerNoise: -1, drift: 1, robust: "yes", model: "affine", choice: 1.5,
      groups: [0.5], weights: [1], at: [1, 2] }
    for (const [option, value] of Object.entries(wrong)) {
      const robust = option === "bound" || option === "choice" ? { robust: true } : {}
      assert.throws(() => quadcal.calibrate(room, target, { ...robust, [option]: value }), new RegExp(option))
    }
    for (const beyond of [{ tiltDegrees: 91 }, { noise: Infinity }]) {
      assert.throws(() => quadcal.calibrate(room, target, beyond), { name: "RangeError", message: /^(tiltDegrees is 91, .*at most 90|noise is Infinity, )/ })
    }
    assert.throws(() => quadcal.calibrate(room, target, { groups: groups.with(3, 0.5) }), /groups has 0.5 at 3, not a whole number/)
    for (const option of [{ bound: 0.1 }, { choice: 1 }]) assert.throws(() => quadcal.calibrate(room, target, option), /robust: true/)
    assert.throws(() => scene.nearest([0, 0, 1], [0, 0, -1], { face: "length" }), /face length is none of any, front, back/)
    assert.throws(() => quadcal.move(motion, room, { growth: 0 }), /growth is 0/)
    scene.free()
  })
}
