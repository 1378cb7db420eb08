// node --test: what a person does on the page, and the way back: actions, undo and redo, and who is paired with whom by label.
import assert from "node:assert/strict"
import test from "node:test"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const { Session, byLabel, byMap, folded, freshState, isMap } = await import(new URL("page/session.js", folder))
const { commandOf, quoted, shown, spreadsheet } = await import(new URL("page/takeaway.js", folder))

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
    { do: "pair", old: 2, new: 0 }, { do: "unpair", old: 1 }, { do: "pairs", pairs: [{ old: 1, new: 2 }] }, { do: "robust", on: true }, { do: "choice", choice: 2 }, { do: "model", model: "yaw" },
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

test("a map that was saved gives the same pairs again, and what it names in vain is counted", () => {
  const [from, to] = [scan(["a", "b", "c", "C"]), scan(["x", "y", "z"])]
  assert.ok(isMap("old,new\n") && isMap('\uFEFF"old";"new"\r\n') && !isMap("old,new,other\n") && !isMap("id,p1x\n"))
  assert.deepEqual(byMap('old,new\na,y\r\n"B", X\n\nc,z\nd,z\na,z\n', from, to), { pairs: [{ old: 0, new: 1 }, { old: 1, new: 0 }], unknown: 3 })
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
