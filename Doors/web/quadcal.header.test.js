// node --test: what layout.js says is what quadcal.h says, and the module.
import assert from "node:assert/strict"
import { readFile } from "node:fs/promises"
import test from "node:test"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const layout = await import(new URL("layout.js", folder)), { load } = await import(new URL("quadcal.js", folder))
const module = await WebAssembly.instantiate(await readFile(new URL("quadcal.wasm", folder)))
const quadcal = await load(await readFile(new URL("quadcal.wasm", folder)))
const header = (await readFile(new URL("../../Sources/Bindings/CQuadcal/include/quadcal.h", import.meta.url), "utf8")).replace(/\/\*[^]*?\*\//g, "")

const constants = Object.fromEntries([...header.matchAll(/^#define QUADCAL_(\w+) (\d+)$|\bQUADCAL_(\w+) = (-?\d+)/gm)]
  .map(([, a, b, c, d]) => [a ?? c, Number(b ?? d)]))
const camel = name => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

// The structures as C lays them out on every platform that the header is for: each member at a multiple of its own size.
const sizes = { double: [8, 8], int64_t: [8, 8], int32_t: [4, 4], uint32_t: [4, 4] }, structures = {}
for (const [, body, name] of header.matchAll(/typedef struct quadcal_\w+ \{([^}]*)\} quadcal_(\w+);/g)) {
  const members = []
  let end = 0, widest = 0
  for (const [, type, names] of body.matchAll(/(\w+) ([^;]+);/g)) {
    const [bytes, alignment] = sizes[type]
    for (const [, member, count = "1"] of names.matchAll(/(\w+)(?:\[(\d+)\])?/g)) {
      const place = Math.ceil(end / alignment) * alignment
      members.push({ name: camel(member), type: type.replace(/^quadcal_|_t$/g, ""), place, count: Number(count) })
      end = place + bytes * Number(count)
    }
    widest = Math.max(widest, alignment)
  }
  structures[name] = { size: Math.ceil(end / widest) * widest, members }
  sizes[`quadcal_${name}`] = [structures[name].size, widest]
}

test("the header is understood", () => {
  assert.deepEqual(Object.keys(structures), ["problem", "limits", "finding", "motion", "fit_result", "robust_result", "options", "calibration",
    "straightening"])
  assert.ok(Object.keys(constants).length > 80)
})

test("structures have the sizes and the places of the header", () => {
  const { motion, ...others } = structures
  assert.deepEqual(layout.structures, others)
  assert.equal(layout.size.motion, motion.size)
  assert.equal(layout.size.quad, 8 * constants.QUAD_NUMBERS)
  assert.equal(layout.size.measure, 8 * constants.MEASURE_NUMBERS)
})

test("the version, the counts and the first refusal are those of the header", () => {
  assert.equal(layout.ABI, constants.ABI)
  assert.equal(layout.codeCount, constants.CODES)
  assert.equal(layout.judgementCount, constants.JUDGEMENTS)
  assert.equal(layout.firstRefusal, constants.UNPAIRED_POINTS)
  const mistakes = ["NULL_POINTER", "BAD_COUNT", "BAD_CHOICE", "BAD_LIMIT", "BAD_MOMENTS", "BAD_MOTION", "BAD_DIRECTION", "BAD_GROWTH"]
  for (const name of mistakes) assert.ok(constants[name] < layout.firstRefusal, name)
})

test("words for numbers are those of the header, in its order", () => {
  const named = (prefix, names) => names.map(name => constants[prefix + name.toUpperCase()])
  const counted = (prefix, names) => assert.deepEqual(named(prefix, names), names.map((_, place) => place), prefix)
  counted("", layout.Severity)
  counted("FACE_", layout.faces)
  counted("SOLVER_", layout.solvers)
  counted("MODEL_", layout.models)
  counted("", layout.verdicts)
  counted("UNIT_", layout.units.map(unit => unit?.replace(" ", "_") ?? "NONE"))
  counted("FIX_", layout.fixes.map(fix => fix ?? "NONE"))
  counted("STRAIGHTEN_", layout.ways)
  for (const [prefix, names] of [["FACE_", layout.faces], ["SOLVER_", layout.solvers], ["MODEL_", layout.models], ["STRAIGHTEN_", layout.ways]]) {
    // SOLVER_FAILED is a refusal.
    const all = Object.keys(constants).filter(name => name.startsWith(prefix) && constants[name] < layout.firstRefusal)
    assert.equal(all.length, names.length, `there are other words of ${prefix}`)
  }
})

test("codes are those of the header and of the module", () => {
  const all = Object.entries(constants).filter(([name]) => name.startsWith("CODE_"))
  const ofHeader = all.map(([name, bit]) => [name.slice(5), 1 << bit])
  assert.deepEqual(Object.entries(layout.Code), ofHeader.slice(0, 15))
  for (const [name, bit] of ofHeader) assert.equal(quadcal.words(bit).name, name)
  assert.equal(ofHeader.length, constants.CODES)
})

test("judgements and refusals of the header have words in the module", () => {
  const named = Object.keys(constants).filter(name => name.startsWith("JUDGED_")).map(name => name.slice(7))
  assert.equal(named.length, constants.JUDGEMENTS)
  for (const name of named) assert.ok(quadcal.judgementWords(name).text.length > 10, name)
  const refusals = Object.values(constants).filter(value => value >= layout.firstRefusal && value <= constants.MIRRORED)
  assert.ok(refusals.length >= 22)
  for (const status of refusals) assert.match(quadcal.statusWords(status).name, /^[A-Z_]+$/)
})

test("the module fills the structures where they are read", () => {
  const { memory, malloc, quadcal_limits_of, quadcal_options_usual } = module.instance.exports
  const place = malloc(200), view = () => new DataView(memory.buffer)
  new Uint8Array(memory.buffer, place, 200).fill(0xAB)
  assert.equal(quadcal_limits_of(1, place), 0)
  const limits = layout.readStructure("limits", view(), place)
  assert.deepEqual([limits.snap, limits.flatnessError, limits.longestEdge, limits.foldSeverity, limits.reserved], [0.001, 0.01, 20, 4, 0])
  assert.equal(view().getUint8(place + layout.structures.limits.size), 0xAB)
  assert.equal(quadcal_options_usual(place), 0)
  assert.deepEqual(layout.readStructure("options", view(), place),
    { tiltDegrees: 0.5, noise: 0, markerNoise: -1, bound: 0, model: 0, isRobust: 0, choice: 0, noDrift: 0 })
  layout.writeStructure("options", view(), place, { noise: 0.25, model: 3, noDrift: 1, bound: undefined })
  assert.deepEqual(layout.readStructure("options", view(), place),
    { tiltDegrees: 0.5, noise: 0.25, markerNoise: -1, bound: 0, model: 3, isRobust: 0, choice: 0, noDrift: 1 })
})
