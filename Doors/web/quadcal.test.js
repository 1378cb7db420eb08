// node --test FOLDER, where FOLDER is what build-page made: the module with both of its files.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import test from "node:test"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const { Code, FitRefused, hasSIMD, load } = await import(new URL("quadcal.js", folder))
const { readMarkers } = await import(new URL("markers.js", folder))
const modules = {
  plain: await load(await readFile(new URL("quadcal.wasm", folder))),
  simd: await load(await readFile(new URL("quadcal-simd.wasm", folder))),
}

// A fixed sequence, so that every run has the same numbers.
function dice(seed) {
  let state = seed
  return () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32)
}

// Rectangles of 0.2 to 1 m that face any way about the vertical; every `each`th has two corners exchanged.
function rectangles(count, each = Infinity, seed = 1) {
  const next = dice(seed), quads = new Float64Array(12 * count)
  for (let index = 0; index < count; index++) {
    const turn = 6.28 * next(), [w, h] = [0.2 + 0.8 * next(), 0.2 + 0.8 * next()], at = [40 * next() - 20, 3 * next(), 40 * next() - 20]
    const [dx, dz] = [w * Math.cos(turn), w * Math.sin(turn)]
    const corners = [[0, 0, 0], [dx, 0, dz], [dx, h, dz], [0, h, 0]]
    if (index % each === each - 1) [corners[2], corners[3]] = [corners[3], corners[2]]
    corners.forEach((corner, place) => quads.set(corner.map((value, axis) => value + at[axis]), 12 * index + 3 * place))
  }
  return quads
}

const turned = (points, angle, shift) => Float64Array.from(points, (_, place) => {
  const [x, y, z] = points.subarray(place - place % 3, place - place % 3 + 3), [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [c * x + s * z, y, -s * x + c * z][place % 3] + shift[place % 3]
})

const room = Float64Array.from([0.6, 2, 0, 1.5, 2, 0, 1.5, 0.1, 0, 0.6, 0.1, 0, 0, 2, 2.4, 0, 2, 1.8, 0, 1.2, 1.8, 0, 1.2, 2.4,
  5.2, 2.1, 0, 6.6, 2.1, 0, 6.6, 1, 0, 5.2, 1, 0])

for (const [name, quadcal] of Object.entries(modules)) {
  test(`${name}: exactly the crossed quads are found`, () => {
    const { codes, severities, faulty } = quadcal.check(rectangles(10_000, 100))
    codes.forEach((code, index) => assert.equal((code & Code.SELF_INTERSECTING) !== 0, index % 100 === 99, `quad ${index}`))
    assert.equal(severities[99], 4)
    assert.equal(faulty, codes.filter(code => code).length)
  })

  test(`${name}: none, one, NaN and arrays of other types are taken`, () => {
    assert.equal(quadcal.check([]).codes.length, 0)
    const one = rectangles(1)
    assert.deepEqual(quadcal.check([...one]).codes, quadcal.check(one).codes)
    assert.deepEqual(quadcal.check(new Float32Array(one)).codes, quadcal.check(Float64Array.from(new Float32Array(one))).codes)
    one[5] = NaN
    assert.equal(quadcal.check(one).codes[0], Code.NON_FINITE)
  })

  test(`${name}: what is no array of quads is refused`, () => {
    assert.throws(() => quadcal.check([1, 2, 3]), /multiple of 12/)
    for (const wrong of [undefined, 12, "quads", ["1"], new BigInt64Array(12), new DataView(new ArrayBuffer(96))]) assert.throws(() => quadcal.check(wrong), TypeError)
    assert.throws(() => quadcal.check(rectangles(1), { limits: { longest: 1 } }), /longestEdge/)
    assert.throws(() => quadcal.check(rectangles(1), { limits: { longestEdge: NaN } }), /BAD_LIMIT/)
    assert.throws(() => quadcal.check(rectangles(1), { facing: [1, 2] }), RangeError)
  })

  test(`${name}: limits and the direction to face are the caller's`, () => {
    const wide = Float64Array.from([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0])
    assert.equal(quadcal.check(wide).codes[0], 0)
    assert.equal(quadcal.check(wide, { limits: { longestEdge: 1.5 } }).codes[0], Code.TOO_LARGE)
    assert.equal(quadcal.check(wide, { facing: [0, 0, -1] }).codes[0], Code.WINDING)
    const bent = Float64Array.from([0, 0, 0, 1, 0, 0.01, 1, 1, 0, 0, 1, 0.01])
    assert.deepEqual([quadcal.check(bent).codes[0], quadcal.check(bent, { strict: true }).codes[0]], [0, Code.NON_PLANAR])
  })

  test(`${name}: measures are those of plain formulas`, () => {
    const measures = quadcal.measure(Float64Array.from([0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0]));
    [1, 0.5, 0, 0, 0, 1, 2, 0].forEach((expected, place) => assert.ok(measures[place] === expected, `${measures}`))
  })

  test(`${name}: rays hit the quads whose centres they are at`, () => {
    const quads = rectangles(300), measures = quadcal.measure(quads), scene = quadcal.scene(quads)
    const axis = index => measures.subarray(8 * index + 3, 8 * index + 6)
    const centers = Float64Array.from({ length: 900 }, (_, k) => measures[8 * Math.floor(k / 3) + k % 3] + 0.001 * axis(Math.floor(k / 3))[k % 3])
    const directions = Float64Array.from({ length: 900 }, (_, k) => -axis(Math.floor(k / 3))[k % 3])
    const { index, hits } = scene.nearest(centers, directions)
    index.forEach((hit, ray) => assert.equal(hit, ray))
    assert.ok(Math.abs(hits[0] - 0.001) < 1e-13)
    assert.equal(scene.nearest([999, 0, 0], [1, 0, 0]).index[0], -1)
    assert.throws(() => scene.nearest([0, 0, 0], [0, 0, 0]), /ray 0/)
    scene.free()
    assert.throws(() => scene.nearest([0, 0, 0], [1, 0, 0]), /freed/)
  })

  test(`${name}: a known motion is found, and points are moved by it`, () => {
    const target = turned(room, 0.4, [3, 0.1, -1]), { motion, rms, digits } = quadcal.fit(room, target)
    quadcal.move(motion, room).forEach((value, place) => assert.ok(Math.abs(value - target[place]) < 1e-14))
    assert.ok(rms < 1e-15 && digits > 15)
    const many = quadcal.fitMany(room, target, 4)
    assert.deepEqual([many.motions.length, many.refused], [54, 0])
    assert.throws(() => quadcal.fit([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 0, 0, 1, 0, 0, 2, 0, 0]), error =>
      error instanceof FitRefused && error.code === "POINTS_ON_LINE")
    assert.throws(() => quadcal.fit(room, target.map((value, place) => place === 7 ? NaN : value)), error =>
      error.side === "targets" && error.index === 2)
  })

  test(`${name}: errors are predicted and grow with distance`, () => {
    const next = dice(7), noisy = turned(room, 0.4, [3, 0.1, -1]).map(value => value + 0.006 * (next() - 0.5))
    const found = quadcal.calibrate(room, noisy, { at: [5, 1, 0, 10, 1, 0, 20, 1, 0], groups: [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2] })
    assert.equal(found.model, "gravity")
    assert.ok(found.errors[0] > 0 && found.errors[1] > found.errors[0] && found.errors[2] > found.errors[1])
    assert.ok(["pass", "warn"].includes(found.verdict))
  })

  test(`${name}: memory that was lent is given back`, () => {
    const quads = rectangles(20_000)
    const run = () => {
      quadcal.check(quads)
      quadcal.measure(quads)
      const scene = quadcal.scene(quads)
      scene.free()
      assert.throws(() => quadcal.check([1]))
      assert.throws(() => quadcal.fit([0, 0, 0], [0, 0, 0]), FitRefused)
    }
    run()
    run()
    const before = process.memoryUsage().arrayBuffers
    for (let round = 0; round < 30; round++) run()
    // Thirty leaked copies of the quads would be 58 MB.
    assert.ok(process.memoryUsage().arrayBuffers - before < 25e6)
  })
}

test("both modules have the same bits", () => {
  const quads = rectangles(5_000, 7), [a, b] = Object.values(modules)
  assert.deepEqual(a.check(quads), b.check(quads))
  assert.deepEqual(a.measure(quads), b.measure(quads))
  const rays = rectangles(500, Infinity, 3).map(value => value - 1)
  const [o, d] = [rays.slice(0, 3_000), rays.slice(3_000)]
  assert.deepEqual(a.scene(quads).nearest(o, d), b.scene(quads).nearest(o, d))
  const target = turned(room, 1, [1, 2, 3])
  assert.deepEqual(a.fit(room, target), b.fit(room, target))
})

test("the module with SIMD128 is taken where it runs", async () => {
  assert.equal(hasSIMD(), true)
  assert.equal((await load()).version, modules.simd.version)
})

test("a module of another version is refused", async () => {
  const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 15, 1, 11, ...Buffer.from("quadcal_abi"), 0, 0,
    10, 7, 1, 5, 0, 65, 227, 0, 11])
  await assert.rejects(load(bytes), /version 99/)
})

test("every code has its name and a sentence", () => {
  for (const [name, bit] of Object.entries(Code)) {
    const words = modules.plain.words(bit)
    assert.equal(words.name, name)
    assert.ok(words.text.length > 10)
  }
})

test("markers are read in every form that the page offers", () => {
  const one = { id: "a", label: "Door", p1: [0, 0, 0], p2: [1, 0, 0], p3: [1, 1, 0], p4: [0, 1, 0] }, corners = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
  const row = `a,${corners.join(",")}`, header = "id,p1x,p1y,p1z,p2x,p2y,p2z,p3x,p3y,p3z,p4x,p4y,p4z"
  for (const text of [JSON.stringify([one]), JSON.stringify({ markers: [one], next: null }), JSON.stringify(one),
    `${JSON.stringify(one)}\n${JSON.stringify(one)}\n`, JSON.stringify([{ name: "set", markers: [one] }]), row, `${header}\n${row}\n`,
    `\uFEFF${row}`]) {
    assert.deepEqual(readMarkers(text)[0].corners, corners, text)
  }
  const wrong = readMarkers(JSON.stringify([one, { ...one, p3: [1, 1] }, { id: "b" }, null, { ...one, p1: ["0", 0, 0] }]))
  assert.deepEqual(wrong.map(({ fault }) => fault), [null, "p3 is not three numbers", "p1 is missing", "it is no marker", "p1 is not three numbers"])
  assert.equal(readMarkers(`${row}\nb,1,2`)[1].fault, "3 fields, not an id and twelve numbers")
  for (const text of ["", " \n", "[1,", "no markers", "{\n}{"]) assert.throws(() => readMarkers(text), SyntaxError, text)
})
