// Words that the page and its worker share.

/** @typedef {{ labels: string[], ids: string[], places: string[], count: number }} Named */

/** How many markers of a list have each name. @type {WeakMap<Named, Map<string, number>>} */
const namesakes = new WeakMap()

/** The name of a marker for people: its label or else its id, and its place where others of the list have the same. @param {Named} list @param {number} marker */
export function nameOf(list, marker) {
  const own = at => list.labels[at].trim() || list.ids[at] || list.places[at], name = own(marker)
  let counts = namesakes.get(list)
  if (!counts) {
    counts = new Map()
    for (let at = 0; at < list.count; at++) counts.set(own(at), (counts.get(own(at)) ?? 0) + 1)
    namesakes.set(list, counts)
  }
  return (counts.get(name) ?? 0) > 1 && name !== list.places[marker] ? `${name} (${list.places[marker]})` : name
}

/** @param {number} count @param {string} word */
export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`

/** Thousands are set apart, by which long numbers are read. @param {number} value @param {number} digits */
const grouped = (value, digits) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** @param {number} metres */
const digitsOf = metres => Math.abs(metres) < 0.00995 ? 2 : Math.abs(metres) < 0.0995 ? 1 : 0

/** A length as people read it: residuals and errors are in mm wherever they stand. @param {number} metres */
export function lengthOf(metres) {
  if (!Number.isFinite(metres)) return "unknown"
  return Math.abs(metres) < 1000 ? `${grouped(1000 * metres, digitsOf(metres))}\u00A0mm` : `${grouped(metres, 0)}\u00A0m`
}

/**
 * An error, rounded up, so that one above the tolerance is never written as the tolerance; with more digits where it would else look larger
 * than the tolerance that it keeps.
 *
 * @param {number} metres @param {number | null} tolerance
 */
export function errorOf(metres, tolerance = null) {
  if (!Number.isFinite(metres) || metres >= 1000) return lengthOf(metres)
  for (let digits = digitsOf(metres); digits < 9; digits++) {
    const up = Math.ceil(1000 * metres * 10 ** digits) / 10 ** digits
    if (tolerance === null || metres > tolerance === up > 1000 * tolerance) return `${grouped(up, digits)}\u00A0mm`
  }
  return `${1000 * metres}\u00A0mm`
}

/** A tolerance, exactly as it was given. @param {number} metres */
export const toleranceOf = metres => `${Number((1000 * metres).toPrecision(9)).toLocaleString("en", { maximumFractionDigits: 9 })}\u00A0mm`

/**
 * A result by another tolerance: as the tool does it, the largest error of the old markers is held against it.
 *
 * @template {import("./engine.js").Result} R
 * @param {import("./engine.js").MarkerList} from @param {R} found @param {number | null} tolerance @returns {R}
 */
export function judgedBy(from, found, tolerance) {
  const { worst, errors, judged } = found, error = errors[worst]
  if (!judged || tolerance === null || worst < 0 || error <= tolerance) return judged ? { ...found, ...judged } : found
  const text = Number.isFinite(error)
    ? `the error to expect at ${nameOf(from, worst)} is ${errorOf(error, tolerance)}, above the tolerance of ${toleranceOf(tolerance)}; add pairs near it, or allow more`
    : `the error to expect is not known, so the tolerance of ${toleranceOf(tolerance)} cannot be verified; add pairs`
  return { ...found, verdict: "fail", reasons: [{ code: "TOLERANCE_EXCEEDED", text }, ...judged.reasons] }
}

/** The uses of a pair, in the order of their numbers. @type {("fit" | "check" | "off")[]} */
export const usesInOrder = ["fit", "check", "off"]
