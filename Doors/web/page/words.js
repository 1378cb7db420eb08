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

/** A length in the unit that people read. @param {number} metres */
export function lengthOf(metres) {
  if (!Number.isFinite(metres)) return "unknown"
  const size = Math.abs(metres)
  if (size >= 1) return `${metres.toFixed(size < 10 ? 2 : 1)}\u00A0m`
  if (size >= 0.1) return `${(100 * metres).toFixed(1)}\u00A0cm`
  return `${(1000 * metres).toFixed(size < 0.01 ? 2 : 1)}\u00A0mm`
}

/** The uses of a pair, in the order of their numbers. @type {("fit" | "check" | "off")[]} */
export const usesInOrder = ["fit", "check", "off"]
