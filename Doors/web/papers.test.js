// What the tool writes is recognised and told: fits, pairs, plans, jobs, and other kinds by their names.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { exampleRoom } from "./page/example.js"
import { paperOf } from "./page/papers.js"
import { rewritten } from "./page/rewritten.js"
import { sceneOf } from "./page/scene3d.js"

const home = mkdtempSync(join(tmpdir(), "quadcal-papers-")), room = exampleRoom(), olds = JSON.parse(room.old.text)
for (const { name, text } of [room.old, room.new]) writeFileSync(join(home, name), text)
const tool = (...words) => spawnSync(process.env.QUADCAL_TOOL, words, { cwd: home, encoding: "utf8", env: { ...process.env, XDG_STATE_HOME: home } })
const brought = name => paperOf(name, new Uint8Array(readFileSync(join(home, name))))
const bytesOf = text => new TextEncoder().encode(text)

test("a saved fit tells its verdict, its pairs, the farthest first, and gives them to work on", () => {
  tool("fit", "--join", "label", "--robust", "--save", "fit.json", room.old.name, room.new.name)
  const fit = brought("fit.json")
  assert.deepEqual([fit.kind, fit.verdict, fit.rows.length, fit.rows[0].name, fit.rows[0].cells[1], fit.rows[0].isBad], ["saved fit", "pass", 15, "Socket A", "left out as wrong", true])
  assert.deepEqual(fit.scans.map(({ name, text }) => [name, text.split("\n").length]), [["fit-old.csv", 16], ["fit-new.csv", 16]])
  assert.equal(fit.scans[0].text.split("\n")[0], `"Door",${["p1", "p2", "p3", "p4"].flatMap(corner => olds[0][corner]).join()}`)
  assert.deepEqual(fit.out, [5])
  // Moved by the saved motion, markers that follow lie on their partners.
  for (const { old, new: fresh } of fit.rows.slice(1)) old.forEach((value, at) => assert.ok(Math.abs(value - fresh[at]) < 0.02))
  tool("fit", "--join", "label", "--save", "fail.json", room.old.name, room.new.name)
  const failed = brought("fail.json")
  assert.deepEqual([failed.verdict, failed.reasons.map(({ code }) => code), failed.rows[0].isBad], ["fail", ["OUTLYING_PAIRS"], true])
})

test("a plan tells what moves where", () => {
  const plan = tool("recalibrate", "--fit", "fit.json", "--markers", room.old.name, "--sessions", olds[0].work_session_id, "--mode", "raw", "--dry-run", "--plan-out", "plan.json")
  assert.equal(plan.status, 0, plan.stderr)
  const { kind, verdict, rows, sentence } = brought("plan.json")
  assert.deepEqual([kind, verdict, rows.length], ["plan", "pass", 16])
  assert.match(sentence, /moves 16 of 16 markers/)
  for (const { name, old } of rows) ["p1", "p2", "p3", "p4"].flatMap(corner => olds.find(({ label }) => label === name)[corner]).forEach((value, at) => assert.ok(Math.abs(value - old[at]) < 1e-12))
})

test("a job tells which markers it has moved", () => {
  const { kind, rows, sentence, facts } = paperOf("format-1.job", new Uint8Array(readFileSync(new URL("../../Datasets/jobs/format-1.job", import.meta.url))))
  assert.deepEqual([kind, rows.length, rows.every(row => row.old && row.new)], ["job", 5, true])
  assert.match(sentence, /has moved 3 of 5 markers/)
  assert.match(facts[0][1], /^http/)
})

test("a job with any byte or page wrong is shown or refused, and never waited for", () => {
  const whole = new Uint8Array(readFileSync(new URL("../../Datasets/jobs/format-1.job", import.meta.url))), size = new DataView(whole.buffer, whole.byteOffset).getUint16(16)
  let refused = 0
  for (let trial = 0; trial < 3000; trial++) {
    const bytes = whole.slice(), at = (trial * 7919) % (trial % 2 ? bytes.length : 400), page = size * (trial % 5)
    if (trial % 3) bytes[at] = trial * 31
    else bytes.set([5, 0, 0, 0, 40, 0, 0, 0, 0, 0, 0, 1 + trial % 5], page + (page ? 0 : 100))
    try {
      paperOf("x.job", bytes)
    } catch (error) {
      assert.match(error.message, /cannot be read here|no job of quadcal|not markers/)
      refused++
    }
  }
  assert.ok(refused > 500, String(refused))
})

test("pairs of corners are two scans; others are for the tool, and other documents say what they are", () => {
  const rows = ["a", "b"].flatMap((name, at) => [1, 2, 3, 4].map(corner => `"${name}.p${corner}",${at},${corner},0,${at + 1},${corner},-0`))
  const pairs = paperOf("pairs.csv", bytesOf(["id,sx,sy,sz,tx,ty,tz", ...rows].join("\r\n")))
  assert.deepEqual(pairs.scans.map(({ text }) => text.split("\n")[1]), ['"b",1,1,0,1,2,0,1,3,0,1,4,0', '"b",2,1,-0,2,2,-0,2,3,-0,2,4,-0'])
  assert.throws(() => paperOf("pairs.csv", bytesOf("id,sx,sy,sz,tx,ty,tz\na,0,0,0,0,0,0\n")), /quadcal fit pairs.csv fits them/)
  for (const [text, words] of [['{"schema": "quadcal.check/1", "a": 1}', /what quadcal check has printed/], ['{"schema": "quadcal.plan/1", ', /damaged or cut off/], ['{"schema": "quadcal.fit/1"}', /damaged or cut off/],
    ['{"schema": "quadcal.plan/1", "verdict": "constructor"}', /damaged or cut off/], ['{"schema": "quadcal.fit/2"}', /straightens/], [`SQLite format 3\0${"x".repeat(100)}`, /no job of quadcal/], [`SQLite format 3\0${"\0".repeat(52)}QJOB${"\xff".repeat(5000)}`, /cannot be read here/]]) {
    assert.throws(() => paperOf("x", Uint8Array.from(text, letter => letter.charCodeAt(0))), words)
  }
  assert.equal(paperOf("old.json", bytesOf(room.old.text)), null)
})

test("a copy with fixes keeps what it does not fix as it was written", () => {
  const text = '{"note": 1.50, "markers": [{"id": "a", "p1": [0.10, 0, 0], "p2": [1, 0, 0], "p3": [0, 1, 0], "p4": [1, 1, 0]}, {"id": "b", "p1": "none", "big": 1e400}]}'
  const moved = new Float64Array(24).fill(NaN)
  moved.set([0.1, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0])
  const made = rewritten(text, moved, [1, 1])
  assert.match(made, /"note": 1.50/)
  assert.match(made, /"p3": \[1, 1, 0\], "p4": \[0, 1, 0\]/)
  assert.match(made, /"p1": "none", "big": 1e400/)
})

test("a scene of glTF has all that it names, and keeps digits far from the origin", () => {
  const corners = Float64Array.from([1e6, 0, 0, 1e6 + 1, 0, 0, 1e6 + 1, 1, 0, 1e6, 1, 0.001, ...Array(12).fill(NaN)]), made = sceneOf([{ name: "old", color: [1, 0, 0], corners }, { name: "none", color: [0, 0, 1], corners: new Float64Array(0) }])
  const view = new DataView(made.buffer), length = view.getUint32(12, true), { nodes, accessors, bufferViews, buffers, meshes } = JSON.parse(new TextDecoder().decode(made.subarray(20, 20 + length)))
  assert.deepEqual([view.getUint32(0, true), view.getUint32(8, true), made.length % 4, buffers[0].byteLength], [0x46546C67, made.length, 0, made.length - 28 - length])
  assert.deepEqual([nodes[0].translation, accessors[0].count, accessors[0].max[1], meshes[0].primitives.map(({ mode }) => mode)], [[1e6, 0, 0], 4, 1, [4, 1]])
  assert.equal(new Float32Array(made.buffer.slice(28 + length, 28 + length + 48))[11], Math.fround(0.001))
  assert.ok(bufferViews.every(({ byteOffset, byteLength }) => byteOffset + byteLength <= buffers[0].byteLength))
})
