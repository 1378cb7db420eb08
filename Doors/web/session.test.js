// node --test: what a person does on the page, and the way back: actions, undo and redo, and who is paired with whom by label.
import assert from "node:assert/strict"
import test from "node:test"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const { Session, byLabel, byMap, folded, freshState, isMap } = await import(new URL("page/session.js", folder))
const { rewritten } = await import(new URL("page/rewritten.js", folder)), { errorOf, lengthOf, toleranceOf } = await import(new URL("page/words.js", folder))
const { commandOf, quoted, residualTable, shown, spreadsheet } = await import(new URL("page/takeaway.js", folder))

const scan = (labels, isTable = false) => ({ isTable, count: labels.length, ids: labels, labels: isTable ? labels.map(() => "") : labels,
  usable: new Uint8Array(labels.length).fill(1) })

test("labels are compared as people write them, and those that come twice are left to people", () => {
  assert.equal(folded("  Straße\u0085"), folded("STRASSE"))
  assert.equal(folded("Cafe\u0301"), folded("CAFÉ"))
  assert.equal(folded("ΟΔΟΣ"), folded("οδος"))
  const { pairs, repeated } = byLabel(scan(["a", "b", "b", "", "c"]), scan(["B", "A ", "", "c", "c"]))
  assert.deepEqual(pairs, [{ old: 0, new: 1, use: "fit" }])
  assert.deepEqual(repeated, [1, 2, 4])
  assert.deepEqual(byLabel(scan(["x", "y"], true), scan(["y", "z"], true)).pairs, [{ old: 1, new: 0, use: "fit" }])
  const broken = scan(["a"])
  broken.usable[0] = 0
  assert.deepEqual(byLabel(broken, scan(["a"])).pairs, [])
})

test("every action can be taken back and done again, and a new one ends what was taken back", () => {
  const session = new Session([scan(["a", "b", "c"]), scan(["a", "b", "d"])]), states = [session.state]
  const actions = [{ do: "scans", old: 0, new: 1 }, { do: "use", old: 0, use: "off" }, { do: "use", old: 1, use: "check" }, { do: "pair", old: 2, new: 2 },
    { do: "pair", old: 2, new: 0 }, { do: "unpair", old: 1 }, { do: "pairs", pairs: [{ old: 1, new: 2 }] }, { do: "robust", on: true }, { do: "choice", choice: 2 }, { do: "model", model: "yaw" }, { do: "straighten", by: "place" },
    { do: "tolerance", metres: 0.01 }, { do: "labels" }, { do: "unpair all" }]
  for (const action of actions) {
    session.act(action)
    states.push(session.state)
  }
  assert.deepEqual(states[5].pairs, [{ old: 1, new: 1, use: "check" }, { old: 2, new: 0, use: "fit" }])
  for (const state of states.slice(0, -1).reverse()) {
    session.undo()
    assert.equal(session.state, state)
  }
  assert.equal(session.undo(), null)
  for (const state of states.slice(1)) {
    session.redo()
    assert.equal(session.state, state)
  }
  assert.equal(session.redo(), null)
  session.undo()
  session.act({ do: "robust", on: false })
  assert.equal(session.redo(), null)
  assert.deepEqual(freshState(), states[0])
})

test("a swap keeps every pair and its use, and where a session begins nothing is taken back", () => {
  const session = new Session([scan(["a", "b", "c"]), scan(["c", "d", "a", "b"])])
  session.act({ do: "scans", old: 0, new: 1 })
  session.begin()
  assert.equal(session.undo(), null)
  session.act({ do: "use", old: 1, use: "off" })
  session.act({ do: "swap" })
  assert.deepEqual(session.state.pairs, [{ old: 0, new: 2, use: "fit" }, { old: 2, new: 0, use: "fit" }, { old: 3, new: 1, use: "off" }])
  assert.deepEqual([session.state.old, session.state.new], [1, 0])
})

test("a moved document keeps its shape and all members of its records, and leaves out what has no place", () => {
  const moved = new Float64Array(36).map((_, place) => place / 8), record = (id, more = "") => `{"id": "${id}", "p1": [9, 9, 9], "p2": [0, 0, 0], "p3": [0, 0, 0], "p4": [0, 0, 0]${more}}`
  const texts = [record("a", `, "version": 12345678901234567890, "meta": {"x": 1.50}, "calibrated_data": {"p1": [1, 2, 3]}`), record("b"), record("c", `, "color": "r\\u00e9d"`)]
  const ends = [`"p1": [0, 0.125, 0.25], "p2": [0.375, 0.5, 0.625], "p3": [0.75, 0.875, 1], "p4": [1.125, 1.25, 1.375], "version": 12345678901234567890, "meta": {"x": 1.50}, "calibrated_data": {"p1": [1, 2, 3]}}`,
    `"p4": [4.125, 4.25, 4.375], "color": "réd"}`]
  const around = `{"info": [1], "markers": [${texts}], "after": {"n": 1e400}}`
  for (const [text, isLines] of [[`\uFEFF[${texts}]`], [around], [`{"data": [${texts}]}`], [`[{"markers": [${texts}], "name": "set"}]`], [texts.join("\n")], [texts.join("\n"), true]]) {
    const found = rewritten(text, moved, [1, 0, 1], isLines)
    for (const end of ends) assert.ok(found.includes(end), `${text}: ${found}`)
    assert.doesNotMatch(found, /"b"/)
    if (text === around) assert.match(found, /^\{\n {2}"info": \[1\],\n {2}"markers": \[\n {4}\{[^]*"after": \{"n": 1e400\}\n\}\n$/)
    else if (isLines) assert.equal(found.split("\n").length, 3)
    else if (!text.startsWith("{\"id")) JSON.parse(found)
  }
  assert.equal(rewritten(texts[1], moved, [0]), "")
  assert.equal(rewritten(`[${texts[1]}]`, moved, [0]), "[]\n")
})

test("an error is never written as the tolerance that it exceeds, nor as more than one that it keeps", () => {
  const plain = text => text.replaceAll("\u00A0", " ")
  assert.deepEqual([0.36912, 0.0369, 0.005231, 5.2304, 1234].map(lengthOf).map(plain), ["369 mm", "36.9 mm", "5.23 mm", "5,230 mm", "1,234 m"])
  assert.deepEqual([[0.16102, 0.161], [0.16098, 0.161], [0.1604, 0.1605], [0.02, 0.02], [0.0199999, 0.02]].map(([error, most]) => plain(errorOf(error, most))),
    ["162 mm", "161 mm", "160.4 mm", "20.0 mm", "20.0 mm"])
  assert.deepEqual([0.02, 0.0305, 10, 0.000123456].map(toleranceOf).map(plain), ["20 mm", "30.5 mm", "10,000 mm", "0.123456 mm"])
})

test("residuals say of a pair that it was left out as wrong", () => {
  const state = { pairs: [{ old: 0, new: 0, use: "fit" }, { old: 1, new: 1, use: "fit" }, { old: 2, new: 2, use: "off" }] }, list = { ...scan(["a", "b", "c"]), places: ["", "", ""] }
  const rows = residualTable(state, list, list, { follows: [1, 0, 1], residuals: [0.001, 0.4, 0.1], errors: [0.002, 0.002, NaN] })
  assert.equal(rows.split("\n").slice(1).join("|"), "a,a,fit,1.000,2.000|b,b,left out as wrong,400.000,2.000|c,c,off,100.000,|")
})

test("a map that was saved gives the same pairs again, and what it names in vain is counted", () => {
  const [from, to] = [scan(["a", "b", "c", "C"]), scan(["x", "y", "z"])]
  assert.ok(isMap("old,new\n") && isMap('\uFEFF"old";"new"\r\n') && !isMap("old,new,other\n") && !isMap("id,p1x\n"))
  assert.deepEqual(byMap('old,new\na,y\r\n"B", X\n\nc,z\nd,z\na,z\n', from, to), { pairs: [{ old: 0, new: 1, use: "fit" }, { old: 1, new: 0, use: "fit" }], unknown: 3 })
  assert.ok(isMap("old,new,use\n"))
  assert.deepEqual(byMap("old,new,use\na,y,off\nb,x,check\n", from, to).pairs.map(({ use }) => use), ["off", "check"])
  const session = new Session([from, to])
  session.act({ do: "scans", old: 0, new: 1 })
  session.act({ do: "pair", old: 2, new: 2 })
  session.act({ do: "map", pairs: [{ old: 1, new: 0 }] })
  assert.deepEqual(session.state.pairs, [{ old: 1, new: 0, use: "fit" }])
})

test("a pull of the slider is one step", () => {
  const session = new Session()
  for (const metres of [0.03, 0.04, 0.05]) session.act({ do: "tolerance", metres })
  assert.equal(session.past.length, 1)
  session.undo()
  assert.equal(session.state.tolerance, 0.02)
  session.redo()
  assert.equal(session.state.tolerance, 0.05)
})

test("names are quoted for shells and not taken for formulas by spreadsheets", () => {
  assert.equal(quoted("old.json"), "old.json")
  assert.equal(quoted("it's $(x).json"), "'it'\\''s $(x).json'")
  assert.equal(shown("=1+1"), "'=1+1")
  assert.equal(spreadsheet([["a,b", '"', "-1", "x\ny"]]), `"a,b","""",'-1,"x\ny"\n`)
})

test("the command names a map where it can, and pairs where it cannot", () => {
  const list = (name, more) => ({ name, isTable: false, plain: true, count: 1, ids: ["6f1c3f0a-0000-4000-8000-000000000001"], labels: ["Door"], places: ["/0"],
    corners: new Float64Array([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, -0]), centers: new Float64Array([0.5, 0.5, 0]), usable: new Uint8Array([1]), calibrated: 0, ...more })
  const state = { ...freshState(), old: 0, new: 1, pairs: [{ old: 0, new: 0, use: "fit" }] }, result = { orders: new Uint8Array([1, 2, 3, 0]) }
  const plain = commandOf(state, list("old.json"), list("new.json"), result, [[true], [true]])
  assert.equal(plain.command, "quadcal fit --join-map map.csv --at old.json --tolerance-mm 20 --save fit.json old.json new.json")
  assert.equal(plain.files[0].text, "old,new\n6f1c3f0a-0000-4000-8000-000000000001,6f1c3f0a-0000-4000-8000-000000000001\n")
  for (const [why, lists, identified] of [["tables", [list("a.csv", { isTable: true }), list("b.json")], [[true], [true]]],
    ["same name", [list("a.json"), list("a.json")], [[true], [true]]], ["refuses", [list("a.json", { plain: false }), list("b.json")], [[true], [true]]],
    ["not unique", [list("a.json"), list("b.json")], [[false], [true]]]]) {
    const { command, files, why: said } = commandOf(state, ...lists, result, identified)
    assert.equal(command, "quadcal fit --at markers.csv --tolerance-mm 20 --save fit.json pairs.csv")
    assert.ok(said.includes(why), said)
    assert.equal(files[0].text.split("\n")[1], "Door.p1,0,0,0,1,0,0")
    assert.equal(files[0].text.split("\n")[3], "Door.p3,1,1,0,0,1,-0")
  }
  assert.match(commandOf(state, list("old.json"), list("new.json", { calibrated: 1 }), result, [[true], [true]]).command, /--target raw/)
})
