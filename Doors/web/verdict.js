// What is wrong with markers that were read: what their records show, and what the check finds of their corners.
import { Code } from "./quadcal.js"

/** Checks markers. Each gets the findings of its corners, its measures, and the weight of its gravest finding. */
export function judge(quadcal, markers, options) {
  const readable = markers.filter(({ corners }) => corners), quads = new Float64Array(12 * readable.length)
  readable.forEach(({ corners }, index) => quads.set(corners, 12 * index))
  const { codes, severities } = quadcal.check(quads, options), measures = quadcal.measure(quads)
  // Few masks occur, and asking the module takes longer than the check.
  const known = new Map()
  const findingsOf = mask => {
    if (!known.has(mask)) known.set(mask, quadcal.names(mask).map(code => ({ code, text: quadcal.words(Code[code]).text })))
    return known.get(mask)
  }
  for (const marker of markers) marker.severity = Math.max(0, ...marker.findings.map(({ severity }) => severity))
  readable.forEach((marker, index) => {
    if (codes[index]) marker.findings.push(...findingsOf(codes[index]))
    marker.severity = Math.max(marker.severity, severities[index])
    marker.measures = measures.subarray(8 * index, 8 * index + 8)
  })
}

/** The verdict on a file: as of the tool, notes and hints do not count. */
export function verdictOf({ markers, findings }) {
  const gravest = [...markers, ...findings].reduce((most, { severity }) => Math.max(most, severity), 0)
  return gravest === 4 ? "fail" : gravest === 3 ? "warn" : "pass"
}
