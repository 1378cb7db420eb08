// node --test FOLDER, where FOLDER is what build-page made: the module with both of its files.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import test from "node:test"
import { fileURLToPath } from "node:url"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const { Code, FitRefused, Quadcal, hasSIMD, load } = await import(new URL("quadcal.js", folder))
const bytes = { plain: await readFile(new URL("quadcal.wasm", folder)), simd: await readFile(new URL("quadcal-simd.wasm", folder)) }
const modules = { plain: await load(bytes.plain), simd: await load(bytes.simd) }
const instances = Object.fromEntries(await Promise.all(Object.entries(bytes).map(async ([name, file]) =>
  [name, (await WebAssembly.instantiate(file)).instance])))

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

test("the module without fits checks, measures and casts rays with the same bits", async () => {
  const { loadChecks } = await import(new URL("checks.js", folder)), quads = rectangles(1000, 7)
  for (const file of ["quadcal-check.wasm", "quadcal-check-simd.wasm"]) {
    const checks = await loadChecks(await readFile(new URL(file, folder)))
    assert.deepEqual(checks.check(quads), modules.plain.check(quads))
    assert.deepEqual(checks.measure(quads), modules.plain.measure(quads))
    const [found, expected] = [checks, modules.plain].map(module => module.scene(quads).nearest([0, 1, 0], [0, 0, 1]))
    assert.deepEqual(found, expected)
    assert.equal(checks.fit, undefined)
  }
  assert.equal((await loadChecks()).version, modules.plain.version)
})

for (const [name, quadcal] of Object.entries(modules)) {
  test(`${name}: exactly the crossed quads are found`, () => {
    const { codes, severities, faulty } = quadcal.check(rectangles(10_000, 100))
    codes.forEach((code, index) => assert.equal((code & Code.SELF_INTERSECTING) !== 0, index % 100 === 99, `quad ${index}`))
    assert.equal(severities[99], 4)
    assert.equal(faulty, codes.filter(code => code).length)
  })

  test(`${name}: a finding says where, how much and what would fix it`, () => {
    const [crossed, ...others] = quadcal.findings([0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0])
    assert.equal(others.length, 0)
    assert.deepEqual({ ...crossed, text: "", location: [...crossed.location] }, { code: "SELF_INTERSECTING", text: "", severity: "error",
      value: null, limit: null, unit: null, location: [0.5, 0.5, 0], corner: null, coordinate: null, fix: "reorder", order: [0, 1, 3, 2] })
    const [bent] = quadcal.findings([0, 0, 0, 1, 0, 0, 1, 1, 0.2, 0, 1, 0])
    assert.deepEqual([bent.unit, bent.fix, bent.value > bent.limit], ["metres", "flatten", true])
    assert.deepEqual(quadcal.findings(rectangles(1)), [])
    assert.deepEqual(quadcal.findings(rectangles(1), { limits: { longestEdge: 0.01 } }).map(({ code }) => code)[0], "TOO_LARGE")
    assert.throws(() => quadcal.findings([1, 2, 3]), /multiple of 12/)
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
    for (const wrong of [undefined, 12, "quads", ["1"], new BigInt64Array(12), new DataView(new ArrayBuffer(96))]) {
      assert.throws(() => quadcal.check(wrong), TypeError)
    }
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
    const centers = Float64Array.from({ length: 900 }, (_, k) =>
      measures[8 * Math.floor(k / 3) + k % 3] + 0.001 * axis(Math.floor(k / 3))[k % 3])
    const directions = Float64Array.from({ length: 900 }, (_, k) => -axis(Math.floor(k / 3))[k % 3])
    const { index, hits } = scene.nearest(centers, directions)
    index.forEach((hit, ray) => assert.equal(hit, ray))
    assert.ok(Math.abs(hits[0] - 0.001) < 1e-13)
    assert.equal(scene.nearest([999, 0, 0], [1, 0, 0]).index[0], -1)
    assert.throws(() => scene.nearest([0, 0, 0], [0, 0, 0]), /ray 0/)
    scene.free()
    assert.throws(() => scene.nearest([0, 0, 0], [1, 0, 0]), /freed/)
  })

  test(`${name}: a mask is taken apart, and only one code has words`, () => {
    assert.deepEqual(quadcal.names(Code.TOO_SMALL | Code.CONCAVE), ["CONCAVE", "TOO_SMALL"])
    assert.deepEqual(quadcal.names(0), [])
    assert.equal(quadcal.words(Code.CONCAVE).name, "CONCAVE")
    assert.throws(() => quadcal.words(Code.TOO_SMALL | Code.CONCAVE), /not one code but CONCAVE and TOO_SMALL; names\(mask\)/)
    for (const wrong of [0, 109, -1, 0.5, 1 << 23, "CONCAVE", undefined]) assert.throws(() => quadcal.words(wrong), RangeError)
    for (const wrong of [-1, 0.5, 1 << 23, NaN, [Code.CONCAVE]]) assert.throws(() => quadcal.names(wrong), RangeError)
  })

  test(`${name}: limits are told, and those that are changed are understood`, () => {
    const { flatnessError, foldSeverity, ...others } = quadcal.limits()
    assert.deepEqual([flatnessError, foldSeverity, others.longestEdge], [0.025, "warning", 20])
    assert.deepEqual([quadcal.limits({ strict: true }).flatnessError, quadcal.limits({ strict: true }).foldSeverity], [0.01, "error"])
    const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], folded = [0, 0, 0, 1, 0, 0, 1, 1, 0.5, 0, 1, 0]
    assert.deepEqual(quadcal.check(square, { limits: quadcal.limits() }), quadcal.check(square))
    const flat = { flatnessWarning: 1, flatnessError: 1 }
    const weight = foldSeverity => quadcal.check(folded, { limits: { ...flat, foldSeverity } }).severities[0]
    assert.deepEqual([weight("warning"), weight("error")], [3, 4])
    assert.deepEqual(quadcal.check(square, { limits: { longestEdge: undefined } }), quadcal.check(square))
    assert.throws(() => quadcal.check(square, { limits: "strict" }), /limits is "strict", not an object.*strict: true/)
    for (const limits of [null, [1], 5]) assert.throws(() => quadcal.check(square, { limits }), /limits is/)
    assert.throws(() => quadcal.check(square, { limits: { longestEdge: "3" } }), /longestEdge is string, not a number/)
    assert.throws(() => quadcal.check(square, { limits: { foldSeverity: "sound" } }), /foldSeverity sound is none of hint/)
    assert.throws(() => quadcal.check(square, { strict: "yes" }), /strict is yes, not true or false/)
  })

  test(`${name}: memory that was lent is given back`, async () => {
    const held = new Set(), { malloc, free, ...others } = instances[name].exports
    const watched = new Quadcal({ ...others, malloc: length => {
      const place = malloc(length)
      held.add(place)
      return place
    }, free: place => {
      assert.ok(held.delete(place), "what is given back was lent")
      free(place)
    } })
    const quads = rectangles(20_000)
    const run = () => {
      watched.check(quads)
      watched.measure(quads)
      watched.limits()
      const scene = watched.scene(quads)
      scene.nearest([0, 0, 0], [1, 0, 0])
      scene.free()
      watched.fitMany(room, room, 4)
      watched.robust(room, room)
      watched.calibrate(room, room, { at: [0, 0, 0] })
      watched.move(watched.fit(room, room).motion, room)
      assert.throws(() => watched.check([1]))
      assert.throws(() => watched.check(quads, { limits: { snap: NaN } }))
      assert.throws(() => watched.check(quads, { facing: [1] }))
      assert.throws(() => watched.fit([0, 0, 0], [0, 0, 0]), FitRefused)
      assert.equal(held.size, 0)
    }
    run()
    run()
    const before = others.memory.buffer.byteLength
    for (let round = 0; round < 30; round++) run()
    assert.equal(others.memory.buffer.byteLength, before)
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
  const bytes = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 15, 1, 11,
    ...Buffer.from("quadcal_abi"), 0, 0, 10, 7, 1, 5, 0, 65, 227, 0, 11])
  await assert.rejects(load(bytes), /version 99/)
})

test("the README's examples print what they show", async () => {
  const readme = await readFile(new URL("README.md", import.meta.url), "utf8"), file = new URL("example.mjs", folder)
  const examples = [...readme.matchAll(/```js\n([^]*?)```\s+```text\n([^]*?)```/g)]
  assert.equal(examples.length, 2)
  for (const [, example, shown] of examples) {
    await writeFile(file, example)
    assert.equal(execFileSync(process.execPath, [fileURLToPath(file)], { encoding: "utf8" }), shown)
  }
})

test("addresses have no sign, and lengths that memory cannot have are refused", async () => {
  const { Memory } = await import(new URL("memory.js", folder)), freed = []
  const memory = new Memory({ malloc: () => -16, free: place => freed.push(place) })
  assert.equal(memory.within(({ room }) => room(8)), 2 ** 32 - 16)
  assert.throws(() => memory.within(({ room }) => room(2 ** 31)), /no room for 2147483648 bytes/)
  assert.deepEqual(freed, [2 ** 32 - 16])
})
