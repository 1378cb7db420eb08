// The page: takes files, shows both scans and what the worker finds of them, and turns clicks and keys into actions of a session.
import { exampleRoom } from "./example.js"
import { errorOf, judgedBy, lengthOf, nameOf, plural, toleranceOf, usesInOrder } from "./words.js"
import { breakable, brokenWords, element, fewOf, fill, findingRow, inTable, leftOut, make, markerRow, misplaced, motionWords, outstanding, pairName, pairRow, uses, worstFirst } from "./lists.js"
import { paperOf } from "./papers.js"
import { sceneOf } from "./scene3d.js"
import { Session, byLabel, byMap, isMap } from "./session.js"
import { commandOf, movedDocument, movedTable, residualTable, spreadsheet, useTable } from "./takeaway.js"
import { View } from "./view.js"

/** @typedef {import("./engine.js").MarkerList} MarkerList @typedef {import("./engine.js").Result} Result @typedef {import("./session.js").Action} Action */

const largestFile = 256 * 2 ** 20, rowsAtFirst = 40, rowsMore = 400, mostArrowed = 100, mostCircles = 400, mostSettled = 2000, mostTried = 256
const session = new Session(), noPick = { old: -1, new: -1 }
/** @type {{ list: MarkerList, bytes: Uint8Array, identified: boolean[] | null }[]} */
const files = []
/** @type {Result | null} */
let result = null
const tabs = ["pairs", "markers", "checks", "away"]
let picked = noPick, tab = "pairs", isApart = false, version = ""
const rowCounts = { paper: rowsAtFirst, pairs: rowsAtFirst, markers: rowsAtFirst, findings: rowsAtFirst }

// ---- The worker: one call after another, each with its answer. ----

const waiting = new Map()
let calls = 0
// Not a module: Chromium makes none of a blob of a page that is on a disk.
const worker = new Worker(URL.createObjectURL(new Blob(['"use strict"\n', element("worker").textContent], { type: "text/javascript" })))
worker.addEventListener("message", ({ data: { number, answer, error } }) => {
  const { done, failed } = waiting.get(number)
  waiting.delete(number)
  if (error === undefined) done(answer)
  else failed(new Error(error))
})
worker.addEventListener("error", event => say(`The page cannot work here: ${event.message}`))

/** @param {string} call @param {Record<string, any>} given @returns {Promise<any>} */
function ask(call, given = {}) {
  return new Promise((done, failed) => {
    waiting.set(++calls, { done, failed })
    worker.postMessage({ number: calls, call, given })
  })
}

async function moduleInside() {
  const packed = Uint8Array.from(atob(element("module").textContent.trim()), letter => letter.charCodeAt(0))
  // @ts-ignore TypeScript 4.8 does not know it yet.
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()
}

const ready = moduleInside().then(module => ask("start", { module })).then(started => {
  version = started.version
  element("version").textContent = `quadcal ${version}`
  element("strict-words").textContent = strictWords(started.limits, started.strict)
})
ready.catch(error => say(`The page cannot work here: ${error.message}`))

function strictWords(usual, strict) {
  const both = (name, text) => `more than ${toleranceOf(strict[name])} ${text} (usually ${toleranceOf(usual[name])})`
  return `Strict limits, for markers that other things are measured by: ${both("flatnessWarning", "from flat is a warning")}, ${both("flatnessError", "an error")}, `
    + `a fold is an ${strict.foldSeverity} (usually a ${usual.foldSeverity})`
}

// ---- What is said. ----

function say(text) {
  element("message").textContent = text
  element("message").hidden = !text
}

let quiet = 0
function remark(text) {
  element("said").textContent = text
  clearTimeout(quiet)
  quiet = setTimeout(() => { element("said").textContent = "" }, 4000)
}

const nextFrame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))

// ---- Files. ----

/**
 * Takes files as scans: two are both, one is the next that is missing, or the side that is named.
 *
 * @param {{ name: string, size: number, bytes: () => Promise<Uint8Array> }[]} given @param {"old" | "new" | null} side
 */
async function take(given, side = null) {
  if (!given.length) return
  document.body.dataset.state = "reading"
  const size = given.reduce((sum, file) => sum + file.size, 0), names = given.map(({ name }) => name).join(", ")
  say(size > 2 ** 20 ? `Reading ${names} …` : "")
  if (size > 2 ** 20) await nextFrame()
  try {
    await ready
    if (given.length > 3) throw new RangeError("these are more than two scans and a map; bring an old and a new scan")
    if (size > largestFile) throw new RangeError(`${names}: ${(size / 2 ** 20).toFixed(0)} MB are more than the 256 that are read here`)
    const found = [], maps = []
    for (const file of given) {
      const bytes = await file.bytes(), beginning = new TextDecoder().decode(bytes.subarray(0, 400)).split("\n")[0]
      if (isMap(beginning + "\n")) maps.push(new TextDecoder().decode(bytes))
      else {
        const brought = paperOf(file.name, bytes)
        if (!brought) found.push(await readFile(file.name, bytes))
        else if (given.length > 1) throw new TypeError(`${file.name}: this is a ${brought.kind}; bring it alone.`)
        else if (brought.columns.length) showPaper(brought)
        else await openScans(brought)
      }
    }
    if (found.length) place(found, side)
    if (maps.length) followMap(maps[0])
    if (found.length && linked) followLink(linked)
    say("")
    document.body.dataset.state = "ready"
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    document.body.dataset.state = "refused"
  }
}

/** @type {import("./papers.js").Paper | null} */
let paper = null
let paperPick = -1

/** Shows what the tool has written, instead of the bench. @param {import("./papers.js").Paper | null} brought */
function showPaper(brought) {
  paper = brought
  paperPick = -1
  rowCounts.paper = rowsAtFirst
  isScene = true
  document.body.dataset.paper = brought?.kind ?? ""
  for (const id of ["scans", "search", "apart"]) element(id).hidden = Boolean(brought)
  element("paper").hidden = !brought
  for (const one of [element("tabs"), ...tabs.map(element)]) one.hidden = Boolean(brought)
  if (brought) {
    element("bring").hidden = element("card").hidden = true
    element("bench").hidden = false
    document.body.dataset.step = "bench"
    document.body.dataset.settled = "yes"
    drawPaper()
  } else {
    openTab(tab)
    refresh(null)
  }
}

/** The pairs of a document as two scans, of which those stay out that were out. @param {import("./papers.js").Paper} brought */
async function openScans({ scans, out }) {
  if (!scans) return
  const read = []
  for (const { name, text } of scans) read.push(await readFile(name, new TextEncoder().encode(text)))
  place(read, null)
  const pairs = Array.from({ length: session.files[read[0]].count }, (_, at) => ({ old: at, new: at, use: /** @type {"fit" | "off"} */ (out.includes(at) ? "off" : "fit") }))
  act({ do: "map", pairs })
}

function drawPaper() {
  if (!paper) return
  const { rows, kind, verdict, sentence, reasons, facts, columns, motion, growth, scans } = paper, none = Array(12).fill(NaN), box = element("verdict")
  drawScene()
  const corners = side => Float64Array.from(rows.flatMap(row => [...(row[side] ?? none)]))
  view?.show(corners("old"), corners("new"), false)
  const center = at => [0, 1, 2].map(axis => [0, 3, 6, 9].reduce((sum, corner) => sum + Number(at[corner + axis]) / 4, 0))
  view?.point(rows.flatMap(row => row.old && row.new ? [{ isBad: row.isBad, from: center(row.old), way: center(row.new).map((value, axis) => value - center(row.old)[axis]) }] : []).slice(0, mostArrowed))
  view?.pick({ old: paperPick, new: paperPick })
  if (isScene) view?.fit(35, 28)
  isScene = false
  element("legend").replaceChildren(make("span", { className: "old" }, `orange: ${paper.olds}`), make("span", { className: "new" }, `blue: ${paper.news}`), make("span", {}, kind === "saved fit" ? "arrows: residuals" : "arrows: who goes where"))
  box.className = verdict
  element("word").textContent = verdictWords[verdict] ?? ""
  element("sentence").textContent = sentence
  element("reasons").replaceChildren(...reasons.map(({ code, text }) => make("li", {}, make("code", {}, code), ` ${text}`)))
  const all = motion ? [...facts, ["Motion", motionWords({ motion: Float64Array.from(motion), growth })]] : facts
  element("facts").replaceChildren(...all.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]))
  for (const id of ["worst", "rivals", "tolerance", "next"]) element(id).hidden = true
  const body = make("tbody"), more = make("button", { type: "button", onclick: () => { rowCounts.paper += rowsMore; drawPaper() } })
  fill(body, more, rows.map((row, at) => () => make("tr", { className: `${row.isBad ? "bad" : ""} ${at === paperPick ? "chosen" : ""}`.trim() },
    make("td", {}, make("button", { type: "button", className: "name", onclick: () => pickRow(at) }, row.name)), make("td", { className: "number" }, row.cells[0]), make("td", {}, row.cells[1]))), rowCounts.paper, rowsMore)
  const opened = paper
  element("paper").replaceChildren(make("p", { className: "row list" }, ...(scans ? [make("button", { type: "button", id: "open-pairs", className: "main", onclick: async () => { showPaper(null); await openScans(opened) } }, "Work on its pairs")] : []),
    make("button", { type: "button", id: "close-paper", onclick: () => showPaper(null) }, `Close this ${kind}`)),
  make("table", {}, make("caption", { className: "hidden" }, `The markers of this ${kind}, the farthest first`), make("thead", {}, make("tr", {}, ...columns.map((name, at) => make("th", { scope: "col", className: at === 1 ? "number" : "" }, name)))), body), make("p", { className: "more" }, more))
}

/** @param {number} at the row of a document */
function pickRow(at) {
  paperPick = at
  drawPaper()
  const row = paper?.rows[at]
  if (row) view?.pick({ old: row.old ? at : -1, new: row.new ? at : -1 }, true)
}

/** Takes the pairs of a map that was saved before. @param {string} text */
function followMap(text) {
  const { from, to } = lists()
  if (!from || !to) throw new TypeError("this is a map of ids; bring both scans first, or together with it")
  const { pairs, unknown } = byMap(text, from, to)
  if (!pairs.length) throw new TypeError("the map names no marker of these scans")
  picked = noPick
  remark(`${plural(pairs.length, "pair")} of the map${unknown ? `; ${plural(unknown, "row")} of it name no pair of these scans` : ""}`)
  act({ do: "map", pairs })
}

async function readFile(name, bytes) {
  let read
  try {
    read = await ask("read", { bytes, name, strict: element("strict").checked })
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}.`)
  }
  const { file, list } = read
  if (!list.count) {
    const reason = list.whole.map(({ code, text }) => `${code}: ${text}`).join("; ")
    throw new Error(`${name}: ${reason || "there are no markers in it"}.${/document of quadcal/.test(reason) ? " quadcal report shows it." : ""}`)
  }
  files[file] = { list, bytes, identified: null }
  session.files[file] = list
  return file
}

/** @param {number[]} found @param {"old" | "new" | null} side */
function place(found, side) {
  if (found.length > 2) throw new RangeError("these are more than two scans; bring an old and a new one")
  const { old, new: fresh } = session.state
  let next = { old, new: fresh }
  if (found.length === 2) next = { old: found[0], new: found[1] }
  else if (side) next = { ...next, [side]: found[0] }
  else if (old < 0) next.old = found[0]
  else {
    next.new = found[0]
    if (fresh >= 0) remark(`${files[found[0]].list.name} is the new scan now; Undo takes it back`)
  }
  // A list of files is in the order of their names, which may say which is which.
  const isLater = file => /new|after|later|second|b\./i.test(files[file].list.name), isEarlier = file => /old|before|first|earlier|ref|a\./i.test(files[file].list.name)
  if (found.length === 2 && (isEarlier(next.new) && !isEarlier(next.old) || isLater(next.old) && !isLater(next.new))) next = { old: next.new, new: next.old }
  picked = noPick
  isApart = false
  if (paper) showPaper(null)
  act({ do: "scans", ...next })
  if (next.old < 0 || next.new < 0) openTab("checks")
  else openTab(tab === "checks" ? "pairs" : tab)
}

const dropped = list => [...list].map(file => ({ name: file.name, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) }))

/** Whether both scans have the same bytes. */
function isSameFile() {
  const { old, new: fresh } = session.state, [a, b] = [files[old].bytes, files[fresh].bytes], key = `${old} ${fresh}`
  if (sameOf !== key) [sameOf, isSame] = [key, old === fresh || a.length === b.length && a.every((byte, at) => byte === b[at])]
  return isSame
}

let sameOf = "", isSame = false
const isWide = matchMedia("(min-width: 56.01rem)")

// ---- The session and what follows from it. ----

/** @param {Action} action */
function act(action) {
  session.act(action)
  return refresh(action)
}

/** `fittedOf` is the last round whose numbers are on the page: only then are they those of its pairs. */
let rounds = 0, fittedOf = 0, isScene = true, settling = 0

/** Shows the state: at once what needs no numbers, then the numbers when the worker has them. @param {Action | null} action */
async function refresh(action) {
  const round = ++rounds, start = performance.now(), { state } = session
  const hasScans = state.old >= 0 || state.new >= 0, hasBoth = state.old >= 0 && state.new >= 0
  if (action === null || action.do === "scans" || action.do === "swap") isScene = true
  element("bring").hidden = hasScans || Boolean(paper)
  element("bench").hidden = !hasScans && !paper
  element("scans").hidden = !hasScans || Boolean(paper)
  document.body.dataset.step = hasScans ? "bench" : "bring"
  element("undo").disabled = !session.past.length
  element("redo").disabled = !session.future.length
  clearTimeout(settling)
  document.body.dataset.settled = "no"
  if (paper) return drawPaper()
  if (!hasScans) return
  for (const side of ["old", "new"]) element(`${side}-name`).textContent = state[side] < 0 ? "none" : files[state[side]].list.name
  if (!hasBoth) {
    result = null
    draw()
    return
  }
  // The tolerance judges the same fit.
  if (result?.judged && action?.do === "tolerance" && fittedOf === round - 1) {
    fittedOf = round
    result = judgedBy(files[state.old].list, result, state.tolerance)
    drawVerdict()
    drawMarkers()
    if (tab === "markers") drawScene()
    drawCard()
    if (!result.settled && state.pairs.length <= mostSettled) settling = setTimeout(() => settle(round), 600)
    else rest(round)
    drawAway()
    noteJudged(start)
    return
  }
  // At once the residuals, then what they come to.
  const request = packed(state), quick = await ask("quick", { request })
  if (round !== rounds) return
  const isDone = quick?.judged && joinOf === `${state.old} ${state.new}`, fitting = quick && !isDone ? ask("fit", { request, settles: false }) : null
  if (quick) {
    result = quick
    draw()
    noteDrawn()
    document.body.dataset.took = (performance.now() - start).toFixed(1)
    if (isDone) return finished(round, start)
  } else {
    element("word").textContent = verdictWords.pending
    element("sentence").textContent = "Looking for the motion."
    // Both scans are to be seen before anything is fitted.
    if (isScene) {
      result = null
      drawScene()
      drawChecks()
      noteDrawn()
      await nextFrame()
      if (round !== rounds) return
      isScene = true
    }
  }
  const answer = await (fitting ?? ask("fit", { request, settles: false }))
  if (round !== rounds || !answer) return
  if (joinOf !== `${state.old} ${state.new}`) [joinRefusal, joinOf] = [await ask("refusedJoin", { old: state.old, fresh: state.new }), `${state.old} ${state.new}`]
  if (round !== rounds) return
  result = answer
  draw()
  noteDrawn()
  finished(round, start)
}

/** What is done once the numbers of a round are on the page. */
function finished(round, start) {
  const { state } = session
  fittedOf = round
  noteJudged(start)
  if (result?.settled) rest(round)
  // The orders of corners are found again for exactly these pairs once nobody clicks, as the tool finds them; of many when they are taken away.
  else if (state.pairs.length <= mostSettled || tab === "away") settling = setTimeout(() => settle(round), state.pairs.length > 250 ? 600 : 60)
}

/** What is told once nobody clicks. @param {number} round */
function rest(round) {
  settling = setTimeout(async () => {
    await tryWays(round)
    if (round === rounds) document.body.dataset.settled = "yes"
  }, 60)
}

function noteJudged(start) {
  document.body.dataset.pairs = String(session.state.pairs.length)
  document.body.dataset.first ??= performance.now().toFixed(0)
  document.body.dataset.judged = (performance.now() - start).toFixed(1)
}

/** When both scans were drawn first, by the page's clock, for scripts/oracles/workbench_speed.py. */
function noteDrawn() {
  requestAnimationFrame(() => setTimeout(() => { document.body.dataset.drawn ??= performance.now().toFixed(0) }))
}

/** @param {import("./session.js").State} state */
function packed(state) {
  const pairs = new Int32Array(3 * state.pairs.length)
  state.pairs.forEach((pair, place) => pairs.set([pair.old, pair.new, usesInOrder.indexOf(pair.use)], 3 * place))
  return { ...state, pairs }
}

async function settle(round) {
  const { state } = session
  for (const file of [state.old, state.new]) files[file].identified ??= await ask("identified", { file })
  const answer = await ask("fit", { request: packed(state), settles: true })
  if (round !== rounds) return
  const isSame = result !== null && answer.orders.every((value, place) => value === result?.orders[place])
  result = answer
  if (isSame) drawAway()
  else draw()
  rest(round)
}

function undo() {
  const action = session.undo()
  if (!action) return
  remark(`Taken back: ${wordsOf(action)}`)
  picked = noPick
  refresh(action.do === "scans" ? null : action)
}

function redo() {
  const action = session.redo()
  if (!action) return
  remark(`Done again: ${wordsOf(action)}`)
  refresh(action.do === "scans" ? null : action)
}

/** @param {Action} action */
function wordsOf(action) {
  const { state } = session, old = state.old >= 0 ? files[state.old].list : null
  const name = marker => old && marker < old.count ? nameOf(old, marker) : "a marker"
  switch (action.do) {
    case "scans": return "the choice of the scans"
    case "swap": return "the swap of the scans"
    case "labels": return "pairing by label"
    case "unpair all": return "unpairing all"
    case "pair": return `the pair of ${name(action.old)}`
    case "map": return `the pairs of a map`
    case "geometry": return "pairing by geometry"
    case "pairs": return `${plural(action.pairs.length, "pair")} that lie on each other`
    case "unpair": return `unpairing ${name(action.old)}`
    case "use": return `${name(action.old)} is used ${uses[action.use]}`
    case "tolerance": return "the accepted error"
    case "robust": return "leaving wrong pairs out"
    case "choice": return "the choice of the motion"
    case "straighten": return "straightening"
    default: return "the model"
  }
}

// ---- Drawing. ----

/** @type {View | null} */
let view = null

function lists() {
  const { state } = session
  return { from: state.old < 0 ? null : files[state.old].list, to: state.new < 0 ? null : files[state.new].list }
}

function draw() {
  drawScene()
  drawVerdict()
  drawPairs()
  drawWays()
  drawMarkers()
  drawChecks()
  drawAway()
  drawCard()
}

let wasMoved = false
function drawScene() {
  const { from, to } = lists()
  if (!view) {
    try {
      view = new View(element("view"), element("ground"), choose)
      view.looked = (turn, tilt) => {
        for (const button of element("looks").querySelectorAll("[data-look]")) {
          const [x, y] = button.dataset.look.split(" ").map(Number)
          button.setAttribute("aria-pressed", String(Math.hypot(turn - x, tilt - y) < 0.01))
        }
      }
      view.name = (side, marker) => {
        if (paper) return (paper.rows[marker]?.name ?? "").slice(0, 40)
        const list = lists()[side === "old" ? "from" : "to"]
        return list && marker < list.count ? nameOf(list, marker).slice(0, 40) : ""
      }
    } catch (error) {
      element("legend").textContent = error instanceof Error ? error.message : String(error)
      return
    }
  }
  if (paper) return
  const empty = new Float64Array(0), isMoved = Boolean(result?.motion) && !isApart
  if (isMoved !== wasMoved) isScene = true
  wasMoved = isMoved
  const olds = from ? isMoved && result ? result.moved : from.corners : empty
  view.show(olds, to ? to.corners : empty, !isMoved)
  const bad = result ? outstanding(session.state, result) : []
  const isBent = isMoved && Boolean(result?.straightened)
  view.point(isBent && result && from ? shiftsOf(from, result) : isMoved && result && tab !== "markers" ? arrowsOf(result, bad) : [])
  for (const [side, list] of /** @type {["old" | "new", MarkerList | null][]} */ ([["old", from], ["new", to]])) {
    if (!list) continue
    const tones = new Uint8Array(list.count)
    if (from && to && session.state.pairs.length) {
      tones.fill(1)
      for (const pair of session.state.pairs) tones[pair[side]] = pair.use === "off" ? 1 : 0
    }
    // The table of errors in the picture.
    if (tab === "markers" && side === "old" && isMoved && result) {
      for (let marker = 0; marker < list.count; marker++) if (isOver(marker)) tones[marker] = 3
      for (const marker of misplaced(session.state, result).keys()) tones[marker] = 3
    }
    view.tone(side, tones)
  }
  view.expect(tab === "markers" && isMoved && result && from ? circlesOf(from, result) : [])
  view.pick(picked)
  if (isScene) view.fit(35, 28)
  isScene = false
  element("apart").hidden = !from || !to
  element("apart").disabled = !result?.motion
  element("apart").setAttribute("aria-pressed", String(!isMoved))
  const isRed = isMoved && tab === "markers" && from && result && (misplaced(session.state, result).size > 0 || from.usable.some((one, marker) => one && isOver(marker)))
  const words = [from && make("span", { className: "old" }, isMoved ? "orange: old scan, moved onto the new one" : "orange: old scan, as scanned"),
    to && make("span", { className: "new" }, "blue: new scan"), isBent && make("span", {}, `arrows, ×${view.magnified}: the shift of each marker`), isMoved && !isBent && tab !== "markers" && bad.some(Boolean) && make("span", {}, "red arrows: pairs that stand out"),
    isMoved && tab === "markers" && make("span", {}, `circles, ×${view.enlarged}: where markers will be`), isRed && session.state.tolerance !== null && make("span", {}, `red: may be off by more than ${toleranceOf(session.state.tolerance)}, or may have been moved`)]
  element("legend").replaceChildren(...words.filter(Boolean))
}

/** The largest errors to expect, where the markers are. @param {MarkerList} from @param {Result} found */
function circlesOf(from, found) {
  const known = [...Array(from.count).keys()].filter(marker => Number.isFinite(found.errors[marker])).sort((a, b) => found.errors[b] - found.errors[a]).slice(0, mostCircles)
  return known.map(marker => ({ error: found.errors[marker], isBad: isOver(marker), at: [0, 1, 2].map(axis => [0, 3, 6, 9].reduce((sum, corner) => sum + found.moved[12 * marker + corner + axis] / 4, 0)) }))
}

/** The largest shifts on top of the motion, from where it alone takes the middles of markers. @param {MarkerList} from @param {Result} found */
function shiftsOf(from, found) {
  const wayOf = marker => [...found.shifts.subarray(3 * marker, 3 * marker + 3)], sizes = [...Array(from.count).keys()].map(marker => Math.hypot(...wayOf(marker)))
  return [...sizes.keys()].filter(marker => sizes[marker] > 0).sort((a, b) => sizes[b] - sizes[a]).slice(0, mostArrowed).map(marker => ({ isBad: false, way: wayOf(marker),
    from: wayOf(marker).map((way, axis) => [0, 3, 6, 9].reduce((sum, corner) => sum + found.moved[12 * marker + corner + axis] / 4, -way)) }))
}

/** The residuals of the worst pairs, corner by corner. @param {Result} found @param {boolean[]} bad */
function arrowsOf(found, bad) {
  const { pairs } = session.state, used = worstFirst(session.state, found).filter(place => pairs[place].use !== "off")
  return used.slice(0, mostArrowed).flatMap(place => [0, 3, 6, 9].map(corner => ({ isBad: bad[place],
    from: [...found.moved.subarray(12 * pairs[place].old + corner, 12 * pairs[place].old + corner + 3)],
    way: [...found.vectors.subarray(12 * place + corner, 12 * place + corner + 3)] })))
}

/** The old markers whose label is no marker's own, of the scans that are shown. */
let repeatedOf = "", joinOf = ""
/** Why the tool refuses the scans that are shown by their labels alone. @type {{ code: string, text: string } | null} */
let joinRefusal = null
/** @type {number[]} */
let repeated = []
const verdictWords = { pass: "PASS", warn: "WARN", fail: "FAIL", refused: "NO MOTION", pending: "…" }

function drawVerdict() {
  const { from, to } = lists(), box = element("verdict")
  element("tolerance").hidden = !result
  element("rivals").hidden = element("next").hidden = true
  if (!from || !to) {
    const list = from ?? to
    if (!list) return
    box.className = list.verdict
    element("word").textContent = verdictWords[list.verdict]
    element("sentence").textContent = `${plural(list.count, "marker")}, ${list.findingCount ? plural(list.findingCount, "finding") : "no findings"}. Bring a second scan to fit it.`
    element("reasons").replaceChildren()
    element("facts").replaceChildren()
    document.body.dataset.verdict = list.verdict
    return
  }
  if (!result) return
  const { state } = session, found = result
  box.className = result.verdict
  document.body.dataset.verdict = result.verdict
  element("word").textContent = verdictWords[result.verdict]
  const bad = outstanding(state, result), order = worstFirst(state, result), standing = order.filter(place => bad[place] && found.follows[place]), isPending = result.verdict === "pending"
  // A verdict that speaks of a pair without its name is of the worst.
  const isOutlying = result.reasons.some(({ code }) => code === "OUTLYING_PAIRS")
  const left = found.refused || isPending ? [] : order.filter(place => state.pairs[place].use === "fit" && !found.follows[place])
  const worst = standing[0] ?? left[0] ?? (isOutlying ? order.find(place => state.pairs[place].use === "fit" && found.follows[place]) : undefined)
  const worstWords = worst === undefined ? "" : `${pairName(from, to, state.pairs[worst])}, ${lengthOf(result.residuals[worst])}`
  element("sentence").textContent = isPending ? "The residuals are new; what they come to follows." : result.refused ? "There is no motion to use." : result.verdict === "pass" ? standing.length || left.length ? "The motion can be used." : "No problems found: the motion can be used."
    : result.verdict === "fail" ? "The motion must not be used." : "The motion can be used with care."
  if (repeatedOf !== `${state.old} ${state.new}`) [repeatedOf, repeated] = [`${state.old} ${state.new}`, byLabel(from, to).repeated]
  // Pairs that somebody has changed are taken as they are, by the tool as well; what it says of the labels alone stays in sight.
  // A wrong pair is why an error is large, so it is said first.
  const reasons = [...result.reasons].sort((a, b) => Number(b.code === "OUTLYING_PAIRS") - Number(a.code === "OUTLYING_PAIRS"))
  const key = `${state.old} ${state.new}`, isRefused = joinOf === key && joinRefusal && !result.reasons.some(({ code }) => code === joinRefusal?.code)
  const paired = new Set(state.pairs.map(({ old }) => old)), alike = repeated.filter(old => !paired.has(old)).length
  const better = result.refused || isPending ? null : helping()
  element("reasons").replaceChildren(...(isSameFile() ? [make("li", {}, `These are the same file: ${from.name === to.name ? "both scans have" : `${from.name} and ${to.name} have`} the same content.`)] : []),
    ...reasons.map(({ code, text }) => make("li", {}, make("code", {}, code), ` ${text}${code === "OUTLYING_PAIRS" && worstWords ? `; the worst is ${worstWords}` : ""}`)),
    ...(better ? [make("li", { id: "bends" }, make("code", {}, "STRAIGHTENING_HELPS"), ` The scan bends: leave-one-out error ${lengthOf(better.leaveOneOutOfMotion)}, straightened ${lengthOf(better.leaveOneOut)}. `,
      make("button", { type: "button", onclick: () => act({ do: "straighten", by: better.by }) }, `Straighten it by ${better.by}`))] : []),
    ...[brokenWords(from, "old"), brokenWords(to, "new")].filter(Boolean).map(text => make("li", {}, text)),
    ...(isRefused && joinRefusal ? [make("li", {}, "By labels alone quadcal fit refuses these scans: ", make("code", {}, joinRefusal.code), ` ${joinRefusal.text}`)] : []),
    ...(alike ? [make("li", {}, `${plural(alike, "old marker")} share${alike === 1 ? "s" : ""} a label with others and ${alike === 1 ? "is" : "are"} in no pair. They may follow another motion: `,
      make("code", {}, "quadcal fit --join label --robust"), " and ", make("code", {}, "--join geometry"), " try all of them.")] : []))
  const facts = result.refused || result.verdict === "pending" ? [["Pairs", pairCounts()]] : [["Pairs", pairCounts()], ["Residuals", `${lengthOf(result.rms)} rms, at most ${lengthOf(result.largest)}${result.straightened ? ", by the motion without the shifts" : ""}`],
    ["Error to expect", result.worst < 0 ? "unknown" : `at most ${errorOf(result.errors[result.worst], state.tolerance)}, at ${nameOf(from, result.worst)}`], ["Motion", motionWords(result)],
    ...(state.straighten === "none" ? [] : [["Straightened", bentWords(from, result)]])]
  element("facts").replaceChildren(...facts.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]))
  if (document.activeElement !== element("most")) element("most").value = state.tolerance === null ? "" : String(Number((1000 * state.tolerance).toPrecision(9)))
  element("slide").value = String(state.tolerance === null ? 100 : Math.round(100 * Math.log10(1000 * state.tolerance) / 3))
  element("worst").hidden = worst === undefined || isPending
  element("next").hidden = tab === "away" || result.verdict !== "pass" && result.verdict !== "warn"
  const known = from.usable.reduce((sum, one) => sum + one, 0), over = from.usable.reduce((sum, one, marker) => sum + (one && isOver(marker) ? 1 : 0), 0)
  element("over-count").hidden = state.tolerance === null || result.refused || isPending
  const elsewhere = isPending || result.refused ? 0 : [...misplaced(state, result).keys()].filter(marker => !isOver(marker)).length
  element("over-count").textContent = `${over ? over.toLocaleString("en") : "None"} of ${plural(known, "old marker")} may be off by more${elsewhere ? `; ${elsewhere.toLocaleString("en")} may have been moved` : ""}`
  element("worst").replaceChildren(...(worst === undefined ? [] : [
    ...(standing.length ? [make("p", {}, `${plural(standing.length, "pair")} stand${standing.length === 1 ? "s" : ""} out: off by more than 4 times the middle residual.`)] : []),
    ...(left.length ? [make("p", {}, `${plural(left.length, "pair")} ${left.length === 1 ? "is" : "are"} ${leftOut}, off by ${left.length === 1 ? "" : "up to "}${lengthOf(result.residuals[left[0]])}.`)] : []),
    make("button", { type: "button", onclick: () => pickPair(state.pairs[worst]) }, `Look at the worst pair: ${worstWords}`)]))
  const isOpen = result.support.length > 1
  element("rivals").hidden = !isOpen && !state.choice
  element("rivals").replaceChildren(...[1, 2].map(choice => make("button", { type: "button", "aria-pressed": String((state.choice || (found.refused ? 0 : 1)) === choice),
    onclick: () => act({ do: "choice", choice }) }, `Motion ${choice}${found.support[choice - 1] ? `: ${plural(found.support[choice - 1], "marker")} follow${found.support[choice - 1] === 1 ? "s" : ""}` : ""}`)))
}

/** What shifts bring, and how large they are. @param {MarkerList} from @param {Result} found */
function bentWords(from, { straightened, shifts }) {
  if (!straightened) return "not: neither way leaves clearly less where markers are left out in turn"
  const { by, leaveOneOut, leaveOneOutOfMotion, pins, beyond } = straightened, sizes = [...from.usable.keys()].filter(marker => from.usable[marker]).map(marker => Math.hypot(...shifts.subarray(3 * marker, 3 * marker + 3)))
  const [least, most] = sizes.reduce(([low, high], size) => [Math.min(low, size), Math.max(high, size)], [Infinity, 0])
  return `by ${by}: leave-one-out error ${lengthOf(leaveOneOut)}, ${lengthOf(leaveOneOutOfMotion)} by the one motion, of ${plural(pins, "marker")}; shifts from ${lengthOf(least)} to ${lengthOf(most)}`
    + (beyond ? `; ${plural(beyond, "marker")} ${beyond === 1 ? "is" : "are"} far from all of those, where shifts fade` : "")
}

/** What straightening brings the pairs on the page, once it was tried. @type {{ of: string, all: { by: string, leaveOneOut: number, leaveOneOutOfMotion: number, isBest: boolean, text: string }[] } | null} */
let tries = null

/** What it depends on. @param {import("./session.js").State} state */
const waysKey = ({ old, new: fresh, pairs, robust, choice, model }) => JSON.stringify([old, fresh, pairs, robust, choice, model])

/** Tries straightening once nobody clicks, of as many pairs as the tool does unasked, or of more where it is asked for. */
async function tryWays(round) {
  const { state } = session, key = waysKey(state)
  if (paper) return
  if (!result || result.refused || tries?.of === key || state.pairs.length > mostTried && state.straighten === "none") return drawWays()
  const all = await ask("ways", { request: packed(state) })
  if (round !== rounds || paper) return
  tries = { of: key, all }
  drawWays()
  drawVerdict()
}

function drawWays() {
  const { state } = session
  element("straighten").value = state.straighten
  const known = tries?.of === waysKey(state) ? tries.all : [], told = known.filter(({ leaveOneOut }) => Number.isFinite(leaveOneOut))
  const untold = known.filter(({ leaveOneOut, text }) => text && !Number.isFinite(leaveOneOut)).map(({ by, text }) => ` By ${by} it cannot: ${text}.`).join("")
  element("ways").textContent = told.length ? `Where each marker is left out in turn it is off by ${[`${lengthOf(told[0].leaveOneOutOfMotion)} by the one motion`, ...told.map(({ by, leaveOneOut }) => `${lengthOf(leaveOneOut)} straightened by ${by}`)].join(", ")}.${untold}` : untold.trim()
}

/** What straightening would bring where it is off; null where it would not. */
const helping = () => session.state.straighten === "none" && tries?.of === waysKey(session.state) ? tries.all.find(({ isBest }) => isBest) ?? null : null

function pairCounts() {
  const { pairs } = session.state, count = use => pairs.filter(pair => pair.use === use).length
  const left = result ? pairs.filter((pair, place) => pair.use === "fit" && !result?.follows[place]).length : 0
  return [`${count("fit") - left} used`, left ? `${left} ${leftOut}` : "", count("check") ? `${count("check")} to check only` : "", count("off") ? `${count("off")} not used` : ""].filter(Boolean).join(", ")
}

function drawPairs() {
  const { from, to } = lists(), { state } = session
  for (const id of ["pairs", "tab-pairs", "tab-markers", "tab-away"]) if (id !== "pairs") element(id).disabled = !from || !to
  if (!from || !to || !result || tab !== "pairs") return
  drawMotions()
  const found = result, bad = outstanding(state, found), order = worstFirst(state, found), most = found.residuals[order[0]] || 0
  element("robust").checked = state.robust
  element("pairing").textContent = `${plural(state.pairs.length, "pair")}.`
  fill(element("pair-rows"), element("more-pairs"), order.map(place => () => {
    const pair = state.pairs[place]
    return pairRow({ name: pairName(from, to, pair), residual: found.residuals[place], most, use: pair.use, isBad: bad[place], isRejected: !found.follows[place],
      isChosen: picked.old === pair.old && picked.new === pair.new, onchoose: () => pickPair(pair, false), onuse: use => act({ do: "use", old: pair.old, use: /** @type {any} */ (use) }) })
  }), rowCounts.pairs, rowsMore)
  const alone = /** @type {["old" | "new", MarkerList][]} */ ([["old", from], ["new", to]]).flatMap(([side, list]) => {
    const taken = new Set(state.pairs.map(pair => pair[side])), left = [...Array(list.count).keys()].filter(marker => !taken.has(marker) && list.usable[marker])
    if (!left.length) return []
    return [make("p", { className: "note" }, `Not paired in the ${side} scan: ${left.length > 60 ? `${left.length.toLocaleString("en")}, of which these are the first` : left.length}`),
      make("p", { className: "list" }, ...left.slice(0, 60).map(marker => make("button", { type: "button", "aria-pressed": String(picked[side] === marker), className: `of-${side}`,
        onclick: () => choose({ side, marker }) }, nameOf(list, marker))))]
  })
  const broken = [brokenWords(from, "old"), brokenWords(to, "new")].filter(Boolean).map(text => make("p", { className: "note" }, text))
  element("alone").replaceChildren(...(alone.length || broken.length ? [make("h3", {}, "Not paired"), ...broken] : []), ...(alone.length ? [...alone, make("p", { className: "note" }, "To pair two by hand, choose one here or in the picture, and then the other."),
    ...(result.motion && alone.length > 2 ? [make("p", { className: "row" }, make("button", { type: "button", id: "nearby", onclick: pairNearby }, "Pair those that lie on each other now"))] : [])] : []))
}

/** Whether an old marker may be off by more than is accepted. @param {number} marker */
const isOver = marker => result !== null && !result.refused && result.verdict !== "pending" && session.state.tolerance !== null && !(result.errors[marker] <= session.state.tolerance)

function drawMarkers() {
  const { from, to } = lists(), { state } = session
  if (!from || !to || !result || tab !== "markers" || result.verdict === "pending") return
  const found = result, known = [...Array(from.count).keys()].filter(marker => from.usable[marker])
  const over = known.filter(isOver), most = state.tolerance === null ? "" : toleranceOf(state.tolerance), off = found.refused ? new Map() : misplaced(state, found)
  const more = [...off.keys()].filter(marker => !isOver(marker)), first = more[0]
  const isOne = more.length === 1, others = first === undefined ? "" : ` ${plural(more.length, "more").replace(/s$/, "")} ${isOne ? "was" : "were"} off by ${isOne ? "" : "up to "}${lengthOf(off.get(first))} `
    + `between the scans and may have been moved, or ${isOne ? "its pair is" : "their pairs are"} wrong: ${fewOf(more.map(marker => nameOf(from, marker)))}.`
  element("over").textContent = found.refused ? "There is no motion, so no error can be told."
    : (state.tolerance === null ? "Say above how far off markers may be, to see which are."
      : `${over.length ? plural(over.length, "old marker") : more.length ? "No other old marker" : "No old marker"} of ${known.length.toLocaleString("en")} may be off by more than ${most} once moved${more.length ? ", if it was not moved itself" : ""}.`) + others
  const rank = marker => Number.isFinite(found.errors[marker]) ? Math.max(found.errors[marker], off.get(marker) ?? 0) : Infinity
  const order = (element("only-over").checked ? known.filter(marker => isOver(marker) || off.has(marker)) : known).sort((a, b) => rank(b) - rank(a) || a - b)
  fill(element("marker-rows"), element("more-markers"), order.map(marker => () => markerRow({ name: nameOf(from, marker), place: from.places[marker], error: found.errors[marker], tolerance: state.tolerance, off: off.get(marker),
    isOver: isOver(marker), isChosen: picked.old === marker, onchoose: () => choose({ side: "old", marker }, true) })), rowCounts.markers, rowsMore)
}

function drawChecks() {
  const { from, to } = lists(), both = /** @type {["old" | "new", MarkerList | null][]} */ ([["old", from], ["new", to]]), counts = both.reduce((sum, [, list]) => sum + (list?.findingCount ?? 0), 0)
  element("tab-checks").textContent = counts ? `Checks (${counts.toLocaleString("en")})` : "Checks"
  if (tab !== "checks") return
  element("findings").replaceChildren(...both.flatMap(([side, list]) => {
    if (!list) return []
    const weight = { error: 0, warning: 1, info: 2, hint: 3 }, sorted = [...list.whole, ...list.findings].sort((a, b) => weight[a.severity] - weight[b.severity])
    const fixed = list.findings.filter(({ order }) => order), rest = sorted.length - rowCounts.findings
    return [make("h3", { className: `of-${side}` }, `${side === "old" ? "Old" : "New"} scan: ${list.name}`),
      make("p", {}, `${verdictWords[list.verdict]}: ${plural(list.count, "marker")}, ${list.findingCount ? plural(list.findingCount, "finding") : "nothing wrong with any of them"}.`),
      make("ul", {}, ...sorted.slice(0, rowCounts.findings).map(found => findingRow({ ...found, label: found.label || list.name }, found.marker < 0 ? null : () => choose({ side, marker: found.marker }, true)))),
      ...(rest > 0 ? [make("p", {}, make("button", { type: "button", onclick: () => { rowCounts.findings += rowsMore; drawChecks() } }, `Show ${plural(rest, "more finding")}`))] : []),
      make("p", { className: "row" }, ...(list.findings.length ? [make("button", { type: "button", id: `save-findings-${side}`, onclick: () => save("findings.csv", spreadsheet([["place", "marker", "severity", "code", "finding"],
        ...sorted.map(({ place, label, severity, code, text }) => [place, label, severity, code, text])])) }, "Save the findings")] : []),
      " ", ...(fixed.length ? [make("button", { type: "button", id: `save-fixed-${side}`, onclick: () => saveFixed(list, files[session.state[side]].bytes, fixed) }, `Save a copy with ${plural(fixed.length, "marker")} fixed`)] : []))]
  }))
}

/** The corners of a marker in another order. @param {MarkerList} list @param {{ marker: number, order: number[] | null }} found */
const inOrder = (list, { marker, order }) => (order ?? [0, 1, 2, 3]).flatMap(corner => [...list.corners.subarray(12 * marker + 3 * corner, 12 * marker + 3 * corner + 3)])

/** Saves a file as it was brought, but for the corners of markers that have a fix. @param {MarkerList} list @param {Uint8Array} bytes */
async function saveFixed(list, bytes, fixed) {
  const after = new Float64Array(list.corners.length).fill(NaN), [, base, end] = /** @type {string[]} */ (list.name.match(/^(.*?)(\.\w+)?$/)), name = `${base}-fixed${end ?? ".json"}`
  for (const found of fixed) after.set(inOrder(list, found), 12 * found.marker)
  if (!list.isTable) return save(name, await ask("rewritten", { bytes, moved: after, usable: list.usable.map(() => 1), isLines: /\.(ndjson|jsonl)$/i.test(list.name) }))
  const lines = new TextDecoder().decode(bytes).split(/(?<=\n)/), split = /[,;\t]/.exec(lines[0])?.[0] ?? ","
  for (const found of fixed) {
    const line = Number(list.places[found.marker].match(/\d+/)) - 1, fields = lines[line].trimEnd().split(split), first = fields.length - 12, quad = fields.slice(first)
    lines[line] = [...fields.slice(0, first), ...(found.order ?? []).flatMap(corner => quad.slice(3 * corner, 3 * corner + 3))].join(split) + lines[line].slice(lines[line].trimEnd().length)
  }
  save(name, lines.join(""))
}

function save(name, content, type = "text/plain") {
  const link = make("a", { download: name, href: URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type })) })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  remark(`Saved ${name}`)
}

async function saveMoved(list, found) {
  const { bytes } = files[session.state.old], isLines = /\.(ndjson|jsonl)$/i.test(list.name)
  save("moved.json", list.isTable ? movedDocument(list, found) : await ask("rewritten", { bytes, moved: found.moved, usable: list.usable, isLines }))
}

const saving = (name, about, work) => make("li", {}, make("button", { type: "button", "aria-label": `Save ${name}`, onclick: work }, "Save"), make("b", { "data-name": name }, name), make("span", {}, about))

function drawAway() {
  const { from, to } = lists(), { state } = session, panel = element("away"), broken = from ? brokenWords(from, "old") : ""
  if (!from || !to || !result || tab !== "away") return
  if (!result.settled || !files[state.old].identified || !files[state.new].identified) {
    panel.replaceChildren(make("p", { className: "note" }, "One moment: the order of all corners is found as the tool finds it."))
    if (!result.settled && result.verdict !== "pending" && state.pairs.length > mostSettled) {
      clearTimeout(settling)
      const round = rounds
      settling = setTimeout(() => settle(round), 60)
    }
    return
  }
  if (!result.fitted) {
    panel.replaceChildren(make("p", {}, "There is nothing to take away yet: no pair is used for the fit."))
    return
  }
  const found = result, { command, files: written, brought, why } = commandOf(state, from, to, found, [files[state.old].identified ?? [], files[state.new].identified ?? []])
  const isUsable = found.verdict === "pass" || found.verdict === "warn"
  panel.replaceChildren(
    make("h3", {}, "The same fit by the tool"),
    make("p", {}, found.refused ? "This command refuses these pairs for the same reason." : `This command finds the same motion, to the last bit, and saves it as fit.json. ${isUsable
      ? `quadcal apply${found.straightened ? "" : ", calibrate"} and recalibrate take it.` : "quadcal apply, calibrate and recalibrate refuse it, since the fit failed."}`),
    make("pre", { id: "command", tabIndex: 0, role: "group", "aria-label": "Command line" }, command),
    make("p", { className: "row" }, make("button", { type: "button", className: "main", onclick: async () => {
      await navigator.clipboard?.writeText(command).then(() => remark("Copied"), () => remark("The browser does not let the page copy; select the text"))
    } }, "Copy the command")),
    make("p", {}, `It reads ${written.length + brought.length === 1 ? "this file" : "these files"}, from the folder where it runs:`),
    make("ul", { className: "files" }, ...written.map(({ name, about, text }) => saving(name, about, () => save(name, text))),
      ...brought.map(file => saving(files[file].list.name, "as you brought it", () => save(files[file].list.name, new Blob([/** @type {BlobPart} */ (files[file].bytes)]))))),
    make("p", {}, make("code", {}, "quadcal report fit.json --out report.html"), " then writes all numbers and drawings as a page, and scenes with --glb, --usdz and --ply."),
    ...(why ? [make("p", { className: "note" }, `The pairs are written as they are, since ${why}.`)] : []),
    make("h3", {}, "The moved markers"), ...(broken ? [make("p", { id: "broken" }, broken)] : []),
    ...(isUsable ? [make("ul", { className: "files" }, saving("moved.csv", "all old markers in the new frame", () => save("moved.csv", movedTable(from, found))), saving("moved.json", from.isTable ? "the same, as JSON" : "your file with the corners moved, all else as it was", () => saveMoved(from, found)))]
      : [make("p", {}, "A motion that fails must not be used, so there are none to save.")]),
    make("h3", {}, "For the record"),
    make("ul", { className: "files" }, saving("residuals.csv", "every pair with its residual", () => save("residuals.csv", residualTable(state, from, to, found))),
      ...(files[state.old].identified?.some(Boolean) && files[state.new].identified?.some(Boolean) ? [saving("uses.csv", "every pair and how it is used; bring it with both scans to go on", () => save("uses.csv", useTable(state, from, to)))] : []),
      ...(found.motion ? [saving("scans.glb", "both scans as a scene, the old one moved", () => save("scans.glb", new Blob([/** @type {BlobPart} */ (sceneOf([{ name: "old scan, moved", color: [0.65, 0.29, 0], corners: found.moved },
        { name: "new scan", color: [0.12, 0.37, 0.75], corners: to.corners }]))], { type: "model/gltf-binary" })))] : []),
      saving("scans.png", "the picture as it is now", async () => {
        const blob = await view?.picture()
        if (blob) save("scans.png", blob)
      })))
}

// ---- The marker or pair that is chosen. ----

/** @param {{ old: number, new: number }} pair */
function pickPair(pair, isFound = true) {
  picked = { old: pair.old, new: pair.new }
  chosenNow(isFound)
}

/** @param {import("./view.js").Chosen | null} chosen */
function choose(chosen, isFound = false) {
  if (paper) return pickRow(chosen ? chosen.marker : -1)
  const { pairs } = session.state
  if (!chosen) picked = noPick
  else {
    const other = chosen.side === "old" ? "new" : "old", pair = pairs.find(one => one[chosen.side] === chosen.marker)
    // Half of a pair that is being made by hand stays chosen.
    const isWaiting = picked[other] >= 0 && picked[chosen.side] !== picked[other] && !pairs.some(one => one[other] === picked[other])
    if (isWaiting) picked = { ...picked, [chosen.side]: chosen.marker }
    else if (pair) picked = { old: pair.old, new: pair.new }
    else picked = { ...noPick, [chosen.side]: chosen.marker }
  }
  chosenNow(isFound)
}

function chosenNow(isFound) {
  view?.pick(picked, isFound)
  drawPairs()
  drawMarkers()
  drawCard()
  // On a phone the card is below the picture; half of a pair is chosen in lists further below, which stay where they are.
  isSought = isFound || picked.old >= 0 && picked.new >= 0
  seekCard()
  writeLink()
}

let isSought = false
function seekCard() {
  const { top, bottom } = element("card").getBoundingClientRect()
  if (!isWide.matches && isSought && !element("card").hidden && (top < 0 || bottom > innerHeight)) element("card").scrollIntoView({ block: "end" })
}

let asked = 0
async function drawCard() {
  const card = element("card"), { from, to } = lists(), { state } = session, number = ++asked
  view?.fixing("old", -1, [], [])
  const [a, b] = [from && picked.old >= 0 ? nameOf(from, picked.old) : "", to && picked.new >= 0 ? nameOf(to, picked.new) : ""]
  card.hidden = !a && !b
  if (card.hidden) return
  const close = make("button", { type: "button", className: "close", "aria-label": "Close", onclick: () => choose(null) }, "×")
  const place = state.pairs.findIndex(pair => pair.old === picked.old && pair.new === picked.new), pair = state.pairs[place]
  if (pair && from && to && result) {
    const effect = make("p", { className: "note" }, "")
    const set = use => pair.use === use || act({ do: "use", old: pair.old, use }), isLeft = pair.use === "fit" && !result.follows[place]
    if (isLeft) effect.textContent = "It is left out by “Leave wrong pairs out automatically”."
    card.replaceChildren(close, make("h3", {}, pairName(from, to, pair)),
      make("p", {}, result.refused ? "There is no motion to hold it against." : `Off by ${lengthOf(result.residuals[place])}${result.follows[place] ? "" : `, ${leftOut}`}${Number.isFinite(result.bounds[place]) ? `, may be ${lengthOf(result.bounds[place])}` : ""}; error to expect once moved ${errorOf(result.errors[pair.old], state.tolerance)}${misplaced(state, result).has(pair.old) ? ", if it was not moved" : ""}.`),
      effect, make("div", { className: "row list", role: "group", "aria-label": "Use this pair" }, ...Object.entries(uses).map(([use, text]) =>
        make("button", { type: "button", "aria-pressed": String(pair.use === use && !isLeft), disabled: use === "fit" && isLeft, onclick: () => set(use) }, `Use ${text}`)),
      make("button", { type: "button", onclick: () => act({ do: "unpair", old: pair.old }) }, "Unpair")))
    if (pair.use !== "fit" || isLeft || state.pairs.length > 3000 || result.verdict === "pending") return
    const less = await ask("without", { request: packed(state), place })
    if (number !== asked) return
    effect.textContent = less.refused ? `Without it there is no motion: ${less.code}.`
      : `Without it: ${verdictWords[less.verdict]}${less.code ? ` (${less.code})` : ""}, residuals ${lengthOf(less.rms)} instead of ${lengthOf(less.before)}${less.marker < 0 ? "" : `; ${nameOf(from, less.marker)} then goes ${lengthOf(less.farthest)} elsewhere, no marker farther`}.`
    seekCard()
    isSought = false
    return
  }
  const others = state.pairs.filter(one => one.old === picked.old || one.new === picked.new)
  const words = a && b ? others.length ? "Pairing them takes the pair apart that one of them is in." : "" : !from || !to ? "" : `Now choose the same marker in the ${a ? "new" : "old"} scan.`
  const list = a ? from : to, marker = a ? picked.old : picked.new, found = list?.findings.filter(one => one.marker === marker) ?? [], fix = a && b ? undefined : found.find(({ order }) => order)
  if (list && fix) view?.fixing(a ? "old" : "new", marker, list.corners.subarray(12 * marker, 12 * marker + 12), inOrder(list, fix))
  card.replaceChildren(close, make("h3", {}, a && b ? `${a} and ${b}` : a || b), ...(a && b ? [] : [make("p", {}, `In the ${a ? "old" : "new"} scan, ${list?.places[marker]}.`)]),
    ...found.map(({ code, text }) => make("p", {}, make("code", {}, code), ` ${text}`)),
    ...(fix ? [make("p", { id: "fix" }, make("span", { className: "before" }, "Red, dashed: as it is. "), make("span", {}, `Solid: in the order ${fix.order?.map(corner => `p${corner + 1}`).join(" ")}, as “Save a copy” below the findings saves it.`))] : []), make("p", {}, words),
    ...(a && result && !result.refused && !b ? [make("p", { className: "note" }, `Error to expect once moved: ${errorOf(result.errors[picked.old], state.tolerance)}, if it was not moved.`)] : []),
    ...(a && b ? [make("p", { className: "row" }, make("button", { type: "button", className: "main", id: "pair-them", onclick: pairThem }, "Pair these two"))] : []))
}

/** The motions that geometry finds for the scans that are shown, where there are several. @type {{ of: string, code: string, text: string, all: { old: number, new: number }[][] } | null} */
let ways = null

function takePairs(pairs) {
  picked = noPick
  remark(`${plural(pairs.length, "pair")} by geometry; Undo takes them back`)
  act({ do: "geometry", pairs })
}

function drawMotions() {
  const { old, new: fresh, pairs } = session.state
  if (ways?.of !== `${old} ${fresh}`) ways = null
  const isTaken = all => all.length === pairs.length && all.every((pair, at) => pair.old === pairs[at].old && pair.new === pairs[at].new)
  element("motions").replaceChildren(...(!ways ? [] : [make("p", { role: "status" }, make("code", {}, ways.code), ` By geometry alone: ${ways.all.length > 2 ? `${ways.all.length} clearly different motions pair nearly as many markers` : ways.text}.`),
    ...(ways.all.length ? [make("div", { className: "row list", role: "group", "aria-label": "Motions by geometry" }, ...ways.all.map((all, way) =>
      make("button", { type: "button", "aria-pressed": String(isTaken(all)), onclick: () => takePairs(all) }, `Motion ${way + 1}: ${plural(all.length, "marker")}`))),
    make("p", { className: "note" }, "Look at all of them before you believe one: pairs that you know tell them apart.")] : [])]))
}

/** Pairs what lies on each other under one motion, whatever the labels say. */
async function pairByGeometry() {
  const { state } = session
  if (state.old < 0 || state.new < 0) return
  const round = rounds
  element("by-geometry").disabled = true
  try {
    const { pairs, refusal, rivals } = await ask("placed", { scans: { old: state.old, new: state.new }, choice: 0 })
    if (round !== rounds) return
    ways = refusal ? { of: `${state.old} ${state.new}`, code: refusal.code, text: refusal.text, all: rivals } : null
    if (refusal) return drawMotions()
    takePairs(pairs)
  } finally {
    element("by-geometry").disabled = false
  }
}

/** Pairs what lies on each other by the motion of a few pairs, which somebody has made by hand. */
async function pairNearby() {
  const round = rounds, pairs = await ask("nearby", { request: packed(session.state) })
  if (round !== rounds) return
  remark(pairs.length ? `${plural(pairs.length, "pair")} made; Undo takes them back` : "No two that are not paired lie on each other")
  if (pairs.length) act({ do: "pairs", pairs })
}

function pairThem() {
  const { pairs } = session.state
  if (picked.old < 0 || picked.new < 0 || pairs.some(pair => pair.old === picked.old && pair.new === picked.new)) return
  act({ do: "pair", ...picked })
}

// ---- Links: #marker=M07&tab=markers. ----

/** What the link of the page asks for, until there are scans to look it up in. */
let linked = location.hash

function writeLink() {
  if (linked) return
  const { from, to } = lists(), name = from && picked.old >= 0 ? nameOf(from, picked.old) : to && picked.new >= 0 ? nameOf(to, picked.new) : ""
  const parts = [name ? `marker=${encodeURIComponent(name)}` : "", tab === "pairs" ? "" : `tab=${tab}`].filter(Boolean)
  try {
    history.replaceState(null, "", parts.length ? `#${parts.join("&")}` : location.pathname + location.search)
  } catch {
    // Some browsers refuse this to pages of a disk; the page works without.
  }
}

function followLink(link = location.hash) {
  const wanted = new URLSearchParams(link.slice(1)), name = wanted.get("marker"), { from, to } = lists(), side = wanted.get("tab")
  linked = link
  if (!from && !to) return
  if (side && (from && to ? ["pairs", "markers", "checks", "away"] : ["checks"]).includes(side)) openTab(side)
  for (const [at, list] of /** @type {["old" | "new", MarkerList | null][]} */ ([["old", from], ["new", to]])) {
    const marker = list && name ? [...Array(list.count).keys()].find(place => nameOf(list, place) === name || list.ids[place] === name || list.labels[place].trim() === name) : undefined
    if (marker === undefined) continue
    // With the second scan it is the marker's pair that is chosen.
    linked = from && to ? "" : link
    return choose({ side: at, marker }, true)
  }
  // The scan that is not there yet may have it.
  if (name && (!from || !to)) return
  linked = ""
  if (name) remark(`No marker is called ${name}`)
  writeLink()
}

// ---- Search. ----

function search() {
  const text = element("find").value.trim().toLowerCase(), { from, to } = lists(), found = []
  if (text) {
    for (const [side, list] of /** @type {["old" | "new", MarkerList | null][]} */ ([["old", from], ["new", to]])) {
      for (let marker = 0; list && marker < list.count && found.length < 40; marker++) {
        if (!list.labels[marker].toLowerCase().includes(text) && !list.ids[marker].toLowerCase().includes(text)) continue
        found.push(make("li", {}, make("button", { type: "button", onclick: () => {
          choose({ side, marker }, true)
          closeSearch()
        } }, nameOf(list, marker), make("small", { className: side }, side))))
      }
    }
  }
  element("found").hidden = !text
  element("found").replaceChildren(...(found.length ? found.slice(0, 20) : [make("li", { className: "note" }, "Nothing is called so")]))
}

function closeSearch() {
  element("find").value = ""
  element("found").hidden = true
  element("find").blur()
}

// ---- Tabs, keys and everything that is clicked. ----

/** @param {string} name */
function openTab(name) {
  tab = name
  for (const one of ["pairs", "markers", "checks", "away"]) {
    element(one).hidden = one !== name
    element(`tab-${one}`).setAttribute("aria-selected", String(one === name))
    element(`tab-${one}`).tabIndex = one === name ? 0 : -1
  }
  if (view) drawScene()
  if (result && view) drawVerdict()
  drawPairs()
  drawMarkers()
  drawChecks()
  drawAway()
  writeLink()
}

function stepPair(way) {
  if (!result || !session.state.pairs.length) return
  const order = worstFirst(session.state, result), at = order.findIndex(place => session.state.pairs[place].old === picked.old)
  pickPair(session.state.pairs[order[(at + way + order.length) % order.length]])
}

function toggleUse(use) {
  const pair = session.state.pairs.find(one => one.old === picked.old && one.new === picked.new)
  if (pair) act({ do: "use", old: pair.old, use: pair.use === use ? "fit" : use })
}

function swap() {
  const { old, new: fresh } = session.state
  picked = { old: picked.new, new: picked.old }
  act(old >= 0 && fresh >= 0 ? { do: "swap" } : { do: "scans", old: fresh, new: old })
}

const look = place => () => element("looks").querySelectorAll("[data-look]")[place].click()

/** @type {Record<string, [string, () => void]>} */
const keys = {
  "n": ["the next pair, the worst first", () => stepPair(1)],
  "p": ["the pair before", () => stepPair(-1)],
  "x": ["use the chosen pair not at all, or again", () => toggleUse("off")],
  "c": ["use it to check only, or again for the fit", () => toggleUse("check")],
  "Enter": ["pair the two that are chosen", pairThem],
  "Delete": ["unpair", () => session.state.pairs.some(pair => pair.old === picked.old && pair.new === picked.new) && act({ do: "unpair", old: picked.old })],
  "Escape": ["choose nothing", () => { closeSearch(); choose(null) }],
  "u": ["undo (Ctrl+Z)", undo],
  "r": ["redo (Ctrl+Shift+Z, Ctrl+Y)", redo],
  "/": ["find a marker", () => element("find").focus()],
  "1": ["look from the corner", look(0)],
  "2": ["look from above", look(1)],
  "3": ["look from the side", look(2)],
  "f": ["fitted, or as scanned", () => element("apart").click()],
  "?": ["these keys", () => element("help").showModal()],
}

function listen() {
  for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
    document.addEventListener(name, event => {
      const dragged = /** @type {DragEvent} */ (event)
      event.preventDefault()
      document.body.classList.toggle("over", name === "dragenter" || name === "dragover")
      if (name === "drop" && dragged.dataTransfer) take(dropped(dragged.dataTransfer.files))
    })
  }
  for (const [id, side] of /** @type {[string, "old" | "new" | null][]} */ ([["file", null], ["old-file", "old"], ["new-file", "new"]])) {
    element(id).addEventListener("change", event => {
      take(dropped(event.target.files), side)
      event.target.value = ""
    })
  }
  const on = (id, work, kind = "click") => element(id).addEventListener(kind, work)
  on("example", () => {
    const room = exampleRoom(), file = ({ name, text }) => ({ name, size: text.length, bytes: async () => new TextEncoder().encode(text) })
    take([file(room.old), file(room.new)])
  })
  on("undo", undo)
  on("redo", redo)
  on("swap", swap)
  on("keys", () => element("help").showModal())
  element("help").querySelector("button").addEventListener("click", () => element("help").close())
  element("help").querySelector("dl").append(...Object.entries(keys).flatMap(([key, [words]]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, words)]),
    make("dt", {}, make("kbd", {}, "arrows"), " ", make("kbd", {}, "+ −")), make("dd", {}, "turn and zoom the picture once it is chosen; with Shift, arrows move it"))
  for (const button of element("looks").querySelectorAll("[data-look]")) button.addEventListener("click", () => view?.fit(...button.dataset.look.split(" ").map(Number)))
  on("apart", () => {
    isApart = !isApart
    isScene = true
    drawScene()
  })
  on("over-count", () => openTab("markers"))
  element("next").querySelector("button").addEventListener("click", () => {
    openTab("away")
    element("tabs").scrollIntoView({ block: "start" })
  })
  on("by-label", () => act({ do: "labels" }))
  on("by-geometry", () => pairByGeometry())
  on("unpair-all", () => act({ do: "unpair all" }))
  on("robust", event => act({ do: "robust", on: event.target.checked }), "change")
  on("straighten", event => act({ do: "straighten", by: event.target.value }), "change")
  on("slide", event => act({ do: "tolerance", metres: Number((10 ** (3 * event.target.value / 100)).toPrecision(2)) / 1000 }), "input")
  // What is typed counts at once; what is none in the end leaves the one that was in use before.
  /** @type {number | null} */
  let before = null
  const millimetresOf = text => text !== "" && Number(text) >= 0.1 && Number(text) <= 10_000 ? Number(text) : null
  on("most", () => { before = session.state.tolerance }, "focus")
  on("most", event => {
    const millimetres = millimetresOf(event.target.value)
    if (millimetres !== null) act({ do: "tolerance", metres: millimetres / 1000 })
  }, "input")
  on("most", event => {
    if (millimetresOf(event.target.value) === null) {
      if (session.state.tolerance !== before) act({ do: "tolerance", metres: before })
      const { tolerance } = session.state
      event.target.value = tolerance === null ? "" : String(Number((1000 * tolerance).toPrecision(9)))
      remark(`Markers may be off by 0.1 to 10,000 mm${tolerance === null ? "" : `; it stays at ${toleranceOf(tolerance)}`}`)
    }
    before = session.state.tolerance
  }, "change")
  on("only-over", drawMarkers, "change")
  on("more-pairs", () => { rowCounts.pairs += rowsMore; drawPairs() })
  on("more-markers", () => { rowCounts.markers += rowsMore; drawMarkers() })
  on("strict", readAgain, "change")
  on("find", search, "input")
  on("find", event => {
    if (event.key === "Escape") {
      if (!event.target.value) choose(null)
      closeSearch()
    } else if (event.key === "Enter") element("found").querySelector("button")?.click()
    else if (event.key === "ArrowDown") element("found").querySelector("button")?.focus()
    else return
    event.stopPropagation()
    event.preventDefault()
  }, "keydown")
  on("models", drawModels, "toggle")
  for (const [place, name] of ["pairs", "markers", "checks", "away"].entries()) {
    on(`tab-${name}`, () => openTab(name))
    on(`tab-${name}`, event => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!way) return
      const all = ["pairs", "markers", "checks", "away"].filter(one => !element(`tab-${one}`).disabled), next = all[(all.indexOf(name) + way + all.length) % all.length]
      openTab(next)
      element(`tab-${next}`).focus()
      event.preventDefault()
    }, "keydown")
  }
  document.addEventListener("keydown", event => {
    const target = /** @type {HTMLElement} */ (event.target), isTyping = target.matches("input:not([type=checkbox]):not([type=range]), select, textarea")
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isTyping) {
      event.preventDefault()
      return event.shiftKey ? redo() : undo()
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y" && !isTyping) {
      event.preventDefault()
      return redo()
    }
    if (event.key === "Escape" && isTyping && !element("help").open && !element("bench").hidden) return choose(null)
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping || element("help").open || element("bench").hidden && event.key !== "?") return
    // Buttons have Enter for themselves.
    if (event.key === "Enter" && target.matches("button, a, summary, input, label")) return
    const known = keys[event.key]
    if (!known || paper && !["Escape", "1", "2", "3", "?"].includes(event.key)) return
    event.preventDefault()
    known[1]()
  })
  window.addEventListener("hashchange", () => followLink())
}

async function readAgain() {
  const { old, new: fresh } = session.state
  for (const file of [old, fresh].filter(one => one >= 0)) {
    const { file: made, list } = await ask("read", { bytes: files[file].bytes, name: files[file].list.name, strict: element("strict").checked })
    files[file] = { ...files[file], list: { ...files[file].list, findings: list.findings, findingCount: list.findingCount, severities: list.severities, verdict: list.verdict, whole: list.whole } }
    session.files[file] = files[file].list
    files[made] = files[file]
  }
  draw()
}

async function drawModels() {
  if (!element("models").open || !result) return
  const box = element("models").querySelector("div"), { state } = session
  box.replaceChildren(make("p", { className: "note" }, "One moment …"))
  const all = await ask("models", { request: packed(state) })
  box.replaceChildren(make("table", {}, make("caption", { className: "hidden" }, "The same pairs under each model"), make("thead", {}, make("tr", {}, ...["Model", "Verdict", "Residuals", "Left out", "Error"].map((name, at) =>
    make("th", { scope: "col", className: at > 1 ? "number" : "" }, name)))), make("tbody", {}, ...all.map(one => make("tr", {}, make("td", {}, make("button", { type: "button", className: "name", "aria-pressed": String(state.model === one.model),
    onclick: () => act({ do: "model", model: one.model }).then(drawModels) }, one.model === "chosen" ? "as the pairs allow" : one.model)), make("td", {}, verdictWords[one.verdict], make("small", {}, breakable(one.code))),
  ...[inTable(one.rms), inTable(one.leaveOneOut), Number.isFinite(one.error) ? errorOf(one.error) : "–"].map(value => make("td", { className: "number" }, value)))))),
  make("p", { className: "note" }, "Left out: the residuals of each marker by the motion without it. More freedom makes residuals smaller, not the motion better."))
}

// ---- Start. ----

async function start() {
  say("")
  listen()
  // A line for each file that quadcal ui has put here: its name and its bytes.
  const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0))
  const brought = element("files").textContent.trim().split("\n").filter(Boolean).map(line => line.split(" "))
    .map(([name, data]) => ({ name: new TextDecoder().decode(bytesOf(name)), bytes: bytesOf(data ?? "") }))
  await take(brought.map(({ name, bytes }) => ({ name, size: bytes.length, bytes: async () => bytes })))
  // The scans that the page came with are where its session begins.
  session.begin()
  element("undo").disabled = true
}

start()
