// Words that the page and its worker share.

/** The name of a marker for people. @param {{ labels: string[], ids: string[], places: string[] }} list @param {number} marker */
export const nameOf = (list, marker) => list.labels[marker].trim() || list.ids[marker] || list.places[marker]

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
