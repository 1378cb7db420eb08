// Rows, cards and lists: what the scene shows, in words and numbers. Every text from a file is set as text.
import { lengthOf, nameOf } from "./words.js"

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

/** @param {number} count @param {string} word */
export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`

const millimetres = metres => Number.isFinite(metres) ? (1000 * metres).toFixed(metres < 0.0995 ? 1 : 0) : "–"

/** The name of a pair: one name, or both where they differ. @param {MarkerList} from @param {MarkerList} to @param {{ old: number, new: number }} pair */
export function pairName(from, to, pair) {
  const [a, b] = [nameOf(from, pair.old), nameOf(to, pair.new)]
  return a === b || from.isTable !== to.isTable && !from.labels[pair.old] ? a : `${a} ↔ ${b}`
}

export const uses = { fit: "for the fit", check: "to check only", off: "not at all" }

/**
 * The places of pairs, the worst first.
 *
 * @param {State} state @param {Result} result
 */
export function worstFirst(state, result) {
  const rank = place => Number.isFinite(result.residuals[place]) ? result.residuals[place] : -1
  return state.pairs.map((_, place) => place).sort((a, b) => rank(b) - rank(a) || a - b)
}

/** Residuals that stand out in colour; what they come to is for the verdict. @param {State} state @param {Result} result */
export function outstanding(state, result) {
  const fitted = state.pairs.flatMap(({ use }, place) => use === "fit" && result.follows[place] ? [result.residuals[place]] : []).filter(Number.isFinite)
  const middle = fitted.sort((a, b) => a - b)[Math.floor(fitted.length / 2)] ?? 0
  return state.pairs.map(({ use }, place) => use !== "off" && (!result.follows[place] || result.residuals[place] > Math.max(4 * middle, 1e-9) && fitted.length > 2))
}

/** The words of a number of metres in a table, in mm. @param {number} metres */
export const inTable = metres => `${millimetres(metres)}${Number.isFinite(metres) ? "\u00A0mm" : ""}`

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
    ...Object.entries(uses).map(([value, text]) => make("option", { value, selected: value === use }, text)))
  return make("tr", { className: [isBad && use !== "off" ? "bad" : "", use === "off" ? "off" : "", isChosen ? "chosen" : ""].join(" ").trim() },
    make("td", {}, make("button", { type: "button", className: "name", onclick: onchoose }, name), ...(isRejected ? [make("small", {}, "left out as wrong")] : [])),
    make("td", { className: "number" }, inTable(residual), bar), make("td", {}, select))
}

/** @param {{ name: string, place: string, error: number, isOver: boolean, isChosen: boolean, onchoose: () => void }} row */
export function markerRow({ name, place, error, isOver, isChosen, onchoose }) {
  return make("tr", { className: `${isOver ? "bad" : ""} ${isChosen ? "chosen" : ""}`.trim() },
    make("td", {}, make("button", { type: "button", className: "name", onclick: onchoose }, name), make("small", {}, place)),
    make("td", { className: "number" }, inTable(error), ...(isOver ? [make("small", {}, "more than accepted")] : [])))
}

/** @param {{ code: string, text: string, severity: string, label: string, place: string }} found @param {(() => void) | null} onchoose */
export function findingRow({ code, text, severity, label, place }, onchoose) {
  const who = onchoose ? make("button", { type: "button", className: "name", onclick: onchoose }, label) : make("span", {}, label)
  return make("li", { className: `finding ${severity}` }, make("code", {}, code), " ", who, make("small", {}, ` ${place}`), make("p", {}, text))
}

/**
 * What a motion does, in a line.
 *
 * @param {Result} result
 */
export function motionWords({ motion, growth }) {
  if (!motion) return ""
  const yaw = Math.atan2(-motion[2], motion[0]) * 180 / Math.PI, tilt = Math.acos(Math.min(1, Math.max(-1, motion[4]))) * 180 / Math.PI
  const shift = Math.hypot(...[0, 1, 2].map(axis => motion[12 + axis] - motion[9 + axis] + motion[15 + axis]))
  const grown = growth === 1 ? "" : `, ${growth.toFixed(5)} times as large`
  return `turned by ${yaw.toFixed(2)}° about the vertical${tilt >= 0.005 ? ` and tilted by ${tilt.toFixed(2)}°` : ""}, moved by ${lengthOf(shift)}${grown}`
}

/** Fills a body of rows, as many as are asked for, and says on a button how many more there are. */
export function fill(body, button, rows, shown, more) {
  body.replaceChildren(...rows.slice(0, shown).map(row => row()))
  button.hidden = rows.length <= shown
  button.textContent = `Show ${plural(Math.min(more, rows.length - shown), "more row")} of ${rows.length.toLocaleString("en")}`
}
