// A document of markers with other corners: every member of every record stays as it was written, numbers to the last digit.
import { JSONNumber, takeList, wholeOf } from "../json.js"

const corners = ["p1", "p2", "p3", "p4"]
const isMarker = value => corners.some(name => value.has(name))

/** @param {any} value a value as json.js reads it @returns {string} */
function valueText(value) {
  if (value instanceof JSONNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`
  return value instanceof Map ? `{${[...value].map(([name, member]) => `${JSON.stringify(name)}: ${valueText(member)}`).join(", ")}}` : JSON.stringify(value)
}

/**
 * The same document, a list, an object around one, or lines as it was read, with the markers that have a place and with no other.
 *
 * @param {string} text @param {Float64Array} moved twelve numbers for each marker in order, NaN where it keeps its own @param {ArrayLike<number>} usable those that stay
 */
export function rewritten(text, moved, usable, isLines = false) {
  let place = 0
  const numbers = at => [0, 1, 2].map(axis => new JSONNumber(Object.is(moved[at + axis], -0) ? "-0" : String(moved[at + axis])))
  const markerText = value => {
    const marker = place++
    if (usable[marker] && Number.isNaN(moved[12 * marker])) return [valueText(value)]
    return usable[marker] ? [valueText(new Map([...value, ...corners.map((name, corner) => /** @type {[string, any]} */ ([name, numbers(12 * marker + 3 * corner)]))]))] : []
  }
  const listOf = (values, indent) => {
    const texts = values.flatMap(value => elementOf(value, indent + "  "))
    return texts.length ? `[\n${indent}  ${texts.join(`,\n${indent}  `)}\n${indent}]` : "[]"
  }
  // A list in its object: each other member stays beside it.
  const around = (value, holder, indent) => `{\n${[...value].map(([name, member]) =>
    `${indent}  ${JSON.stringify(name)}: ${name === holder ? listOf(member, indent + "  ") : valueText(member)}`).join(",\n")}\n${indent}}`
  const elementOf = (value, indent = "") => value instanceof Map && !isMarker(value) && Array.isArray(value.get("markers"))
    ? [around(value, "markers", indent)] : markerText(value)
  const body = text.replace(/^\uFEFF/, ""), whole = isLines ? null : wholeOf(body)
  if (Array.isArray(whole)) return listOf(whole, "") + "\n"
  // A marker's own data, behind its id, is no list.
  const names = whole instanceof Map ? [...whole.keys()] : [], holder = names.find((name, at) => Array.isArray(whole.get(name)) && (name === "markers" || name === "data" && !names.slice(0, at).includes("id")))
  if (holder) return around(whole, holder, "") + "\n"
  /** @type {string[]} */
  const lines = []
  takeList(body, value => lines.push(...elementOf(value)), isLines)
  return lines.map(line => line + "\n").join("")
}
