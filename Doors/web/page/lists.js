// Rows, cards and lists: what the scene shows, in words and numbers. Every text from a file is set as text.
import { errorOf, lengthOf, nameOf, plural } from "./words.js"

/** @typedef {import("./engine.js").MarkerList} MarkerList @typedef {import("./engine.js").Result} Result @typedef {import("./session.js").State} State */

/** @param {string} id @returns {any} */
export const element = id => document.getElementById(id)

/** @param {string} tag @param {Record<string, any>} [members] @param {(Node | string)[]} children @returns {any} */
export function make(tag, members = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(members)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value)
    else if (name in made && name !== "list") Object.assign(made, { [name]: value })
    else made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

/** The name of a pair: one name, or both where they differ. @param {MarkerList} from @param {MarkerList} to @param {{ old: number, new: number }} pair */
export function pairName(from, to, pair) {
  const [a, b] = [nameOf(from, pair.old), nameOf(to, pair.new)]
  return a === b || from.isTable !== to.isTable && !from.labels[pair.old] ? a : `${a} ↔ ${b}`
}

/** The button of a name; one without a place to break is broken where the column ends. @param {string} name @param {() => void} onclick */
const nameButton = (name, onclick) => make("button", { type: "button", className: /[^\s-]{18}/.test(name) ? "name long" : "name", onclick }, name)

/** A code, which may be broken behind its underscores. @param {string} code */
export const breakable = code => code.replaceAll("_", "_\u200B")

export const leftOut = "left out as wrong"
export const uses = { fit: "for the fit", check: "to check only", off: "not at all" }

/**
 * What a function says of a state and a result is worked out once, however often a drawing asks.
 *
 * @template T @param {(state: State, result: Result) => T} work @returns {(state: State, result: Result) => T}
 */
function onceOf(work) {
  /** @type {{ state: State, result: Result, found: T } | undefined} */
  let last
  return (state, result) => {
    if (last?.state !== state || last.result !== result) last = { state, result, found: work(state, result) }
    return last.found
  }
}

/**
 * The places of pairs, the worst first.
 *
 * @param {State} state @param {Result} result
 */
export const worstFirst = onceOf((state, result) => {
  const rank = place => Number.isFinite(result.residuals[place]) ? result.residuals[place] : -1
  return state.pairs.map((_, place) => place).sort((a, b) => rank(b) - rank(a) || a - b)
})

/** Residuals that stand out in colour; what they come to is for the verdict. @param {State} state @param {Result} result */
export const outstanding = onceOf((state, result) => {
  const fitted = Float64Array.from(state.pairs.flatMap(({ use }, place) => use === "fit" && result.follows[place] ? [result.residuals[place]] : []).filter(Number.isFinite))
  const middle = fitted.sort()[Math.floor(fitted.length / 2)] ?? 0
  return state.pairs.map(({ use }, place) => use !== "off" && (!result.follows[place] || result.residuals[place] > Math.max(4 * middle, 1e-6) && fitted.length > 2))
})

/**
 * What was seen of old markers in pairs that do not follow the motion: those that stand out, are left out or not used, and are off by more than
 * is accepted. The motion does not know whether such a marker was moved. How far each was off, by its number.
 *
 * @param {State} state @param {Result} result @returns {Map<number, number>}
 */
export const misplaced = onceOf((state, result) => {
  const bad = outstanding(state, result), most = state.tolerance
  /** @type {[number, number][]} */
  const found = state.pairs.flatMap(({ old, use }, place) => {
    const off = result.residuals[place], isOut = bad[place] || use === "off" || !result.follows[place]
    return Number.isFinite(off) && isOut && (most === null || off > most) ? [[old, off]] : []
  })
  return new Map(found.sort((a, b) => b[1] - a[1]))
})

/** A few names, and how many more there are. @param {string[]} names */
export const fewOf = (names, most = 6) => names.slice(0, most).map(name => name.length > 60 ? `${name.slice(0, 60)}…` : name).join(", ") + (names.length > most ? ` and ${plural(names.length - most, "other")}` : "")

/** What is said of markers that no fit can take. @param {MarkerList} list @param {"old" | "new"} side */
export function brokenWords(list, side) {
  const broken = [...Array(list.count).keys()].filter(marker => !list.usable[marker]), isOne = broken.length === 1
  if (!broken.length) return ""
  const isCorners = broken.every(marker => Number.isNaN(list.corners[12 * marker])), what = isCorners ? `${isOne ? "has" : "have"} broken corners` : "cannot be used as written"
  return `${plural(broken.length, `${side} marker`)} ${what} and ${isOne ? "is" : "are"} in none of this: ${fewOf(broken.map(marker => nameOf(list, marker)))}. Checks says why.`
}

/** The words of a number of metres in a table: as everywhere. @param {number} metres */
export const inTable = metres => Number.isFinite(metres) ? lengthOf(metres) : "–"

/**
 * A row of a pair.
 *
 * @param {{ name: string, residual: number, most: number, use: string, isBad: boolean, isRejected: boolean, isChosen: boolean,
 *   onchoose: () => void, onuse: (use: string) => void }} row
 */
export function pairRow({ name, residual, most, use, isBad, isRejected, isChosen, onchoose, onuse }) {
  const bar = make("span", { className: "bar" })
  bar.style.width = `${Math.max(2, Math.min(100, 100 * residual / (most || 1))) || 0}%`
  const select = make("select", { "aria-label": `Use ${name}`, onchange: event => onuse(event.target.value) },
    ...Object.entries(uses).map(([value, text]) => make("option", { value, selected: value === use }, value === "fit" && isRejected ? leftOut : text)))
  return make("tr", { className: [(isBad || isRejected) && use !== "off" ? "bad" : "", use === "off" ? "off" : "", isChosen ? "chosen" : ""].join(" ").trim() },
    make("td", {}, nameButton(name, onchoose)), make("td", { className: "number" }, inTable(residual), bar), make("td", {}, select))
}

/**
 * @param {{ name: string, place: string, error: number, tolerance: number | null, isOver: boolean, off: number | undefined, isChosen: boolean,
 *   onchoose: () => void }} row `off` is how far its pair is off, where it may have been moved
 */
export function markerRow({ name, place, error, tolerance, isOver, off, isChosen, onchoose }) {
  return make("tr", { className: `${isOver || off !== undefined ? "bad" : ""} ${isChosen ? "chosen" : ""}`.trim() },
    make("td", {}, nameButton(name, onchoose), make("small", {}, place)),
    make("td", { className: "number" }, Number.isFinite(error) ? errorOf(error, tolerance) : "–", ...(isOver ? [make("small", {}, "more than accepted")] : []),
      ...(off === undefined ? [] : [make("small", {}, "if it was not moved;"), make("small", {}, `its pair is off by ${lengthOf(off)}`)])))
}

/** @param {{ code: string, text: string, severity: string, label: string, place: string, order: number[] | null }} found @param {(() => void) | null} onchoose */
export function findingRow({ code, text, severity, label, place, order }, onchoose) {
  const who = onchoose ? nameButton(label, onchoose) : make("span", {}, label)
  return make("li", { className: `finding ${severity}` }, make("code", {}, code), " ", who, make("small", {}, ` ${place}`), make("p", {}, text), ...(order && onchoose ? [make("button", { type: "button", onclick: onchoose }, "See it before and after")] : []))
}

/**
 * What a motion does, in a line.
 *
 * @param {Pick<Result, "motion" | "growth">} result
 */
export function motionWords({ motion, growth }) {
  if (!motion) return ""
  const signed = (value, digits) => value.toFixed(digits).replace(/^-(0\.0+)$/, "$1"), yaw = Math.atan2(-motion[2], motion[0]) * 180 / Math.PI, tilt = Math.acos(Math.min(1, Math.max(-1, motion[4]))) * 180 / Math.PI
  // Of a motion that turns, only a point has a way: the old origin's end is where people look it up.
  const origin = [0, 1, 2].map(axis => motion[12 + axis] + motion[15 + axis] - growth * [0, 1, 2].reduce((sum, column) => sum + motion[3 * column + axis] * motion[9 + column], 0))
  const grown = growth === 1 ? "" : `, ${growth.toFixed(5)} times as large`
  return `turned by ${signed(yaw, 2)}° about the vertical${tilt >= 0.005 ? ` and tilted by ${tilt.toFixed(2)}°` : ""}${grown}; the old origin goes to ${origin.map(value => signed(value, 3)).join(", ")}\u00A0m`
}

/** Fills a body of rows, as many as are asked for, and says on a button how many more there are. */
export function fill(body, button, rows, shown, more) {
  body.replaceChildren(...rows.slice(0, shown).map(row => row()))
  button.hidden = rows.length <= shown
  button.textContent = `Show ${plural(Math.min(more, rows.length - shown), "more row")} of ${rows.length.toLocaleString("en")}`
}
