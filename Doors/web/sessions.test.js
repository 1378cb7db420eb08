// node --test: sessions of clicks are played by the page's own session and engine, and the command that the page shows is run. The tool must
// find the motion of the page, bit for bit, and come to the same verdict for the same reasons. QUADCAL_TOOL is the tool.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import test, { after } from "node:test"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const take = name => import(new URL(name, folder))
const { load } = await take("quadcal.js"), { Engine } = await take("page/engine.js"), { Session } = await take("page/session.js")
const { exampleRoom, numbersOf } = await take("page/example.js"), { commandOf, movedTable } = await take("page/takeaway.js")
const { secondsOf } = await take("records.js")
const module = readFileSync(new URL("quadcal.wasm", folder)), quadcal = await load(module)
const home = mkdtempSync(join(tmpdir(), "quadcal-sessions-"))
after(() => rmSync(home, { recursive: true }))
symlinkSync(process.env.QUADCAL_TOOL, join(home, "quadcal"))

// Remarks that only the tool makes; none of them changes a verdict.
const tools = new Set(["UNNAMED_MARKER", "STRAIGHTENING_HELPS", "BEYOND_MARKERS", "NOT_STRAIGHTENED", "STRAIGHTENED"])

/** A session of clicks from a number: files, and what was done with them. */
function recorded(number) {
  const random = numbersOf(1000 + number), below = most => Math.floor(most * random())
  const count = 3 + below(30), room = exampleRoom({ seed: number, count, wrong: below(3), noise: [0, 0.0005, 0.002, 0.01][below(4)], turned: number % 3 > 0 })
  const asTable = text => JSON.parse(text).map(({ label, p1, p2, p3, p4 }) => [`"${label}"`, ...p1, ...p2, ...p3, ...p4].join()).join("\n") + "\n"
  const files = number % 5 === 4 ? [{ name: "old.csv", text: asTable(room.old.text) }, { name: "new scan.csv", text: asTable(room.new.text) }] : [room.old, room.new]
  const actions = [{ do: "scans", old: 0, new: 1 }]
  for (let step = below(9); step > 0; step--) {
    const old = below(count)
    actions.push([{ do: "use", old, use: "off" }, { do: "use", old, use: "check" }, { do: "pair", old, new: below(count) }, { do: "unpair", old }, { undo: 1 }, { redo: 1 },
      { do: "robust", on: below(2) === 1 }, { do: "tolerance", metres: [null, 0.02, 0.005, 0.0305][below(4)] },
      { do: "model", model: ["chosen", "yaw", "rigid", "gravity"][below(4)] }, { do: "use", old, use: "off" }, { do: "pair", old: count - 1, new: -2 }][below(11)])
  }
  return { files, actions }
}

/** A session of two scans of which nearly half was moved together, so that two motions have nearly equal support. */
function divided(number) {
  const { files } = recorded(number), room = exampleRoom({ seed: number, count: 12 + number % 2, wrong: 0, noise: 0.002 }), fresh = JSON.parse(room.new.text)
  const olds = JSON.parse(room.old.text), isMoved = new Set(olds.filter((_, at) => at % 2).map(({ label }) => label))
  for (const one of fresh) if (isMoved.has(one.label)) for (const corner of ["p1", "p2", "p3", "p4"]) one[corner] = one[corner].map((value, axis) => value + [0.9, 0, 0.6][axis])
  const choice = [{ do: "choice", choice: 1 + number % 2 }]
  return { files: [room.old, { name: files[1].name, text: JSON.stringify(fresh) }], actions: [{ do: "scans", old: 0, new: 1 }, { do: "robust", on: true }, ...(number % 3 ? choice : [])] }
}

function played({ files, actions }) {
  const engine = new Engine(quadcal), session = new Session()
  for (const { name, text } of files) session.files.push(engine.read(new TextEncoder().encode(text), name).list)
  for (const action of actions) {
    // The scans themselves stay.
    if (action.undo) session.past.length > 1 && session.undo()
    else if (action.redo) session.redo()
    // The marker that was given another name is paired by hand.
    else if (action.new === -2) session.act({ ...action, new: session.files[1].labels.findIndex((label, at) => (label || session.files[1].ids[at]).endsWith("(new)")) })
    else session.act(action)
    // Every click is fitted with the orders that are known, and what is shown in the end is settled.
    engine.fit(session.state, false)
  }
  const { state } = session, result = engine.fit(state), [from, to] = [engine.files[state.old], engine.files[state.new]]
  return { state, result, from, to, command: commandOf(state, from, to, result, [engine.identified(state.old), engine.identified(state.new)]) }
}

function run(number, files, { command, files: written }, form = command) {
  const place = mkdtempSync(join(home, `session-${number}-`))
  for (const { name, text } of [...files, ...written]) writeFileSync(join(place, name), text)
  const { status, stdout, stderr } = spawnSync("sh", ["-c", form], { cwd: place, encoding: "utf8", env: { ...process.env, PATH: `${home}:${process.env.PATH}`, XDG_STATE_HOME: home } })
  return { status, stdout, stderr, saved: status < 2 ? JSON.parse(readFileSync(join(place, "fit.json"), "utf8")) : null }
}

const bits = numbers => [...new BigUint64Array(Float64Array.from(numbers).buffer)]
const counts = { motions: 0, refusals: 0, fails: 0, maps: 0, exclusions: 0 }

for (let number = 0; number < 56; number++) {
  test(`session ${number}: the page and the tool find the same motion`, () => {
    const clicks = number < 50 ? recorded(number) : divided(number), { state, result, command, from } = played(clicks)
    if (!result.fitted) {
      assert.equal(result.reasons[0].code, "NO_PAIRS")
      return
    }
    const { status, stderr, saved } = run(number, clicks.files, command)
    if (command.files[0]?.name === "map.csv") counts.maps++
    if (command.command.includes(" --exclude ")) counts.exclusions++
    if (result.refused) {
      counts.refusals++
      assert.equal(status, 4, stderr)
      const { stdout } = run(number, clicks.files, command, command.command.replace("--save fit.json", "--json"))
      assert.equal(JSON.parse(stdout).code, result.reasons[0].code)
      return
    }
    assert.ok(saved, `${command.command}: ${stderr}`)
    counts.motions++
    const { rotation, sourceCenter, targetCenter, rest, scale } = saved.motion
    assert.deepEqual(bits(result.motion), bits([...rotation.columns.flat(), ...sourceCenter, ...targetCenter, ...rest]), command.command)
    assert.equal(result.growth, scale ?? 1)
    assert.equal(result.verdict, saved.verdict.toLowerCase(), `${command.command}: ${JSON.stringify(result.reasons)}`)
    if (result.verdict === "fail") counts.fails++
    const codes = saved.judgements.map(({ code }) => code).filter(code => !tools.has(code)).sort()
    assert.deepEqual(result.reasons.map(({ code }) => code).sort(), codes, command.command)
    const fitted = state.pairs.flatMap(({ use }, place) => use === "fit" ? [...result.vectors.subarray(12 * place, 12 * place + 12)] : [])
    // The tool takes them about the middle of the pairs, which spares the last digits.
    saved.pairs.flatMap(({ residual }) => residual).forEach((residual, at) => assert.ok(Math.abs(residual - fitted[at]) < 1e-13, `residual ${at}`))
    // The errors to expect are those that the tool tells of the same markers.
    const errors = saved.points.map(({ error95 }) => error95)
    assert.deepEqual(errors.map(error => error ?? null), [...result.errors].filter((_, at) => from.usable[at]).map(error => Number.isNaN(error) ? null : error))
    assert.ok(movedTable(from, result).split("\n").length === from.count + 2 && state.pairs.length > 0)
  })
}

test("by the motion of one pair the others are paired where they lie on each other, whatever their labels", () => {
  const engine = new Engine(quadcal), session = new Session(), room = exampleRoom({ count: 40, wrong: 2 })
  const nameless = text => JSON.stringify(JSON.parse(text).map(({ label, ...marker }) => ({ ...marker, label: "New Marker" })))
  for (const { name, text } of [room.old, room.new]) session.files.push(engine.read(new TextEncoder().encode(nameless(text)), name).list)
  const labels = text => JSON.parse(text).map(({ label }) => label.replace(" (new)", "")), [olds, news] = [labels(room.old.text), labels(room.new.text)]
  session.act({ do: "scans", old: 0, new: 1 })
  assert.deepEqual(session.state.pairs, [])
  for (const old of [0, 2, 20]) session.act({ do: "pair", old, new: news.indexOf(olds[old]) })
  const pairs = engine.nearby(session.state)
  // Those that are on another marker are left.
  assert.equal(pairs.length, 40 - 3 - 2)
  for (const pair of pairs) assert.equal(olds[pair.old], news[pair.new])
  session.act({ do: "pairs", pairs })
  assert.equal(engine.fit(session.state).verdict, "pass")
})

test("the orders of many corners, which are told by those of some, are those that all of them give", () => {
  const engine = new Engine(quadcal), session = new Session(), room = exampleRoom({ count: 1300, wrong: 20 })
  for (const { name, text } of [room.old, room.new]) session.files.push(engine.read(new TextEncoder().encode(text), name).list)
  session.act({ do: "scans", old: 0, new: 1 })
  const atOnce = engine.fit(session.state, false), settled = engine.fit(session.state)
  assert.deepEqual([...atOnce.orders], [...settled.orders])
  assert.deepEqual(bits(atOnce.motion), bits(settled.motion))
  assert.deepEqual(bits(engine.quick(session.state).motion), bits(settled.motion))
})

test("labels of two floors, of which one was seen again, are refused by the page as by the tool; pairs that somebody chose are not", () => {
  const floor = JSON.parse(exampleRoom({ count: 24, wrong: 0 }).old.text), id = (id, number) => `${id.slice(0, -2)}${number}`
  const raised = (one, number, by) => ({ ...one, id: id(one.id, number), ...Object.fromEntries(["p1", "p2", "p3", "p4"].map(corner => [corner, one[corner].map((value, axis) => value + (axis === 1 ? by : 0))])) })
  const above = floor.map(one => raised(one, 11, 3.2)), text = list => JSON.stringify(list)
  const files = [{ name: "old.json", text: text([...floor, ...above.slice(0, 8)]) }, { name: "new.json", text: text(above.map((one, at) => raised(one, 22, 0.0013 * (at % 3)))) }]
  const refused = played({ files, actions: [{ do: "scans", old: 0, new: 1 }] })
  assert.deepEqual([refused.result.verdict, refused.result.reasons[0].code], ["refused", "AMBIGUOUS_MOTION"])
  assert.match(refused.command.command, /^quadcal fit --join label /)
  const { stdout, status } = run("floors", files, refused.command, refused.command.command.replace("--save fit.json", "--json"))
  assert.deepEqual([status, JSON.parse(stdout).code], [4, "AMBIGUOUS_MOTION"])
  const chosen = played({ files, actions: [{ do: "scans", old: 0, new: 1 }, { do: "use", old: 10, use: "off" }] }), { saved } = run("floor", files, chosen.command)
  assert.equal(chosen.result.verdict, saved.verdict.toLowerCase())
  assert.deepEqual(bits(chosen.result.motion), bits([...saved.motion.rotation.columns.flat(), ...saved.motion.sourceCenter, ...saved.motion.targetCenter, ...saved.motion.rest]))
  // Two that share a label and follow nothing else are no reason to refuse, and the command is that of labels.
  const twice = played({ files: [{ ...files[0], text: text([...floor, raised(floor[3], 11, 0.4)]) }, files[1]], actions: [{ do: "scans", old: 0, new: 1 }] })
  const same = run("twice", [{ ...files[0], text: text([...floor, raised(floor[3], 11, 0.4)]) }, files[1]], twice.command)
  assert.match(twice.command.command, /--join label/)
  assert.deepEqual(bits(twice.result.motion), bits([...same.saved.motion.rotation.columns.flat(), ...same.saved.motion.sourceCenter, ...same.saved.motion.targetCenter, ...same.saved.motion.rest]))
  assert.equal(twice.result.verdict, same.saved.verdict.toLowerCase())
})

/** Two scans of a long corridor, of which the old one bends with the place or the time; markers without an id are handed over as pairs. */
function corridor({ seed, isOfTime, count = 18, isNameless = false, isTimeless = false }) {
  const random = numbersOf(seed), spread = size => size * (random() + random() + random() - 1.5)
  const order = Array.from({ length: count }, (_, at) => at).sort((a, b) => isOfTime ? (a * 7 % count) - (b * 7 % count) : a - b), bend = order.map(at => at)
  const room = exampleRoom({ seed, count, wrong: 0, noise: 0.001 }), olds = JSON.parse(room.old.text), news = JSON.parse(room.new.text)
  const corners = ["p1", "p2", "p3", "p4"], made = new Map(order.map((at, turn) => [at, turn]))
  // Each walks on from the one before it.
  const walk = []
  for (let turn = 0; turn < count; turn++) walk.push((walk.at(-1) ?? [0, 0, 0]).map(value => value + spread(0.03)))
  for (const [at, one] of olds.entries()) {
    const turn = made.get(at), own = isOfTime ? walk[turn] : [0, 0, 0.003 * (one.p1[0] - 4) ** 2]
    for (const corner of corners) one[corner] = one[corner].map((value, axis) => value + own[axis])
    if (!isTimeless) one.created_at = new Date(Date.UTC(2026, 5, 1, 9) + 20_000 * turn + Math.floor(5000 * random())).toISOString().replace("Z", ["Z", "+00:00", "123Z"][turn % 3])
    if (isNameless) one.id = olds[0].id
  }
  return [{ name: "old.json", text: JSON.stringify(olds) }, { name: "new.json", text: JSON.stringify(news) }]
}

const tunnel = ["old.json", "new.json"].map(name => ({ name, text: readFileSync(new URL(`../../Datasets/tunnel/${name}`, import.meta.url), "utf8") }))
const bends = { tunnel, "by time": corridor({ seed: 3, isOfTime: true }), "by place": corridor({ seed: 4 }), "as pairs": corridor({ seed: 5, isOfTime: true, isNameless: true }),
  "without times": corridor({ seed: 6, isTimeless: true }), "of few markers": corridor({ seed: 8, count: 4 }) }
const straightened = { place: 0, time: 0, none: 0, refused: 0 }

for (const [what, files] of Object.entries(bends)) {
  for (const by of ["place", "time", "auto"]) {
    test(`a scan that bends (${what}): the page and the tool straighten alike by ${by}`, () => {
      const actions = [{ do: "scans", old: 0, new: 1 }, { do: "use", old: 2, use: "off" }, { do: "straighten", by }], { result, command, from } = played({ files, actions })
      assert.match(command.command, new RegExp(` --straighten ${by} `))
      const { saved, status, stderr } = run("bend", files, command)
      if (result.refused) {
        straightened.refused++
        assert.equal(status, 4, stderr)
        assert.equal(JSON.parse(run("bend", files, command, command.command.replace("--save fit.json", "--json")).stdout).code, result.reasons[0].code)
        return
      }
      assert.ok(saved, `${command.command}: ${stderr}`)
      straightened[result.straightened?.by ?? "none"]++
      const { rotation, sourceCenter, targetCenter, rest } = saved.motion, all = [...from.usable.keys()].filter(marker => from.usable[marker])
      assert.deepEqual(bits(result.motion), bits([...rotation.columns.flat(), ...sourceCenter, ...targetCenter, ...rest]))
      assert.equal(result.verdict, saved.verdict.toLowerCase(), `${JSON.stringify(result.reasons)}, ${JSON.stringify(saved.judgements)}`)
      assert.deepEqual(result.reasons.map(({ code }) => code).sort(), saved.judgements.map(({ code }) => code).filter(code => !tools.has(code)).sort())
      assert.deepEqual(all.map(marker => result.errors[marker]), saved.points.map(({ error95 }) => error95))
      assert.equal(result.straightened?.by, saved.straightening?.kind)
      if (!result.straightened) return
      const { leaveOneOut, leaveOneOutOfMotion, pins } = saved.straightening
      assert.deepEqual([result.straightened.leaveOneOut, result.straightened.leaveOneOutOfMotion, result.straightened.pins], [leaveOneOut, leaveOneOutOfMotion, pins.length])
      assert.deepEqual(bits(all.flatMap(marker => [...result.shifts.subarray(3 * marker, 3 * marker + 3)])), bits(saved.points.flatMap(({ shift }) => shift)))
      assert.equal(result.straightened.beyond, saved.points.filter(({ beyond }) => beyond > 0).length)
    })
  }
}

test("what straightening brings is told before it is chosen, and there were scans enough to say something", () => {
  const engine = new Engine(quadcal), session = new Session()
  for (const { name, text } of tunnel) session.files.push(engine.read(new TextEncoder().encode(text), name).list)
  session.act({ do: "scans", old: 0, new: 1 })
  const [place, time] = engine.ways(session.state)
  assert.deepEqual([place.isBest, time.isBest], [false, true])
  assert.ok(5 * time.leaveOneOut < time.leaveOneOutOfMotion && time.leaveOneOutOfMotion === place.leaveOneOutOfMotion)
  session.act({ do: "straighten", by: "time" })
  assert.equal(engine.fit(session.state).straightened.leaveOneOut, time.leaveOneOut)
  assert.match(engine.ways({ ...session.state, pairs: session.state.pairs.slice(0, 2) })[0].text, /marker/)
  assert.ok(straightened.place >= 3 && straightened.time >= 5 && straightened.none >= 1 && straightened.refused >= 2, JSON.stringify(straightened))
})

test("dates are read to the second's fraction as the tool has them, and nothing else is a date", () => {
  assert.equal(secondsOf("2026-06-01T09:00:05.000Z"), Date.UTC(2026, 5, 1, 9, 0, 5) / 1000)
  assert.equal(secondsOf("2026-06-01t11:00:05.25+02:00"), Date.UTC(2026, 5, 1, 9, 0, 5) / 1000 + 0.25)
  assert.equal(secondsOf("0099-12-31 23:59:60"), secondsOf("0100-01-01T00:00:00z"))
  assert.equal(secondsOf("2024-02-29T00:00:00-23:59"), Date.UTC(2024, 2, 1) / 1000 - 60)
  for (const wrong of ["2023-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-06-01", "2026-06-01T24:00:00Z", "2026-06-01T09:00:05.Z", "2026-06-01T09:00:05+24:00", "soon", 5, null, undefined]) {
    assert.ok(Number.isNaN(secondsOf(wrong)), String(wrong))
  }
})

test("the sessions have motions, failures, refusals and maps enough to say something", () => {
  assert.ok(counts.motions >= 39 && counts.fails >= 10 && counts.maps >= 20 && counts.exclusions >= 5 && counts.refusals >= 2, JSON.stringify(counts))
  console.log(`# ${JSON.stringify(counts)}`)
})
