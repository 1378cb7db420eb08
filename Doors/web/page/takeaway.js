// What is taken away: the files and the command line by which `quadcal fit` finds the same motion, bit for bit, and the moved markers.
import { byLabel, isByLabel } from "./session.js"
import { nameOf } from "./words.js"

/**
 * @typedef {import("./engine.js").MarkerList} MarkerList
 * @typedef {import("./engine.js").Result} Result
 * @typedef {import("./session.js").State} State
 */

/** Numbers are written so that they are read again to the last bit. @param {number} value */
const written = value => Object.is(value, -0) ? "-0" : String(value)

/** @param {string} text */
const field = text => /[",;\t\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** @param {string[][]} rows */
const table = rows => rows.map(row => row.join(",") + "\n").join("")

/** A text that a spreadsheet does not take for a formula: names are from strangers' files. @param {string} text */
export const shown = text => /^[=+\-@\t\r]/.test(text) ? `'${text}` : text

/** @param {string[][]} rows */
export const spreadsheet = rows => table(rows.map(row => row.map(text => field(shown(text)))))

/** A word of a command line. @param {string} text */
export const quoted = text => /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

// The name of a file where no option is expected.
const fileOf = ({ name }) => name.startsWith("-") ? `./${name}` : name

// Names of pairs and points, no two alike and none that could be taken for something else.
function uniqueNames(list, markers) {
  const names = markers.map(marker => nameOf(list, marker).replace(/[\u0000-\u001f\u007f]/g, " ").trim().slice(0, 200)), counts = new Map()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return names.map((name, place) => name && counts.get(name) === 1 && !/[.#/]p?[1-4]$/.test(name) ? name : `${name} [${markers[place] + 1}]`)
}

// When markers were made, in a column that `--straighten time` reads; none where no time is known.
const timeOf = (list, marker) => Number.isNaN(list.times[marker]) ? "" : written(list.times[marker])

function pairRows(from, to, pairs, orders, places, isTimed = false) {
  const names = uniqueNames(from, places.map(place => pairs[place].old)), times = isTimed && places.some(place => !Number.isNaN(from.times[pairs[place].old]))
  const rows = places.flatMap((place, number) => [0, 1, 2, 3].map(corner => {
    const start = 12 * pairs[place].old + 3 * corner, end = 12 * pairs[place].new + 3 * orders[4 * place + corner]
    return [field(`${names[number]}.p${corner + 1}`), ...[0, 1, 2].map(axis => written(from.corners[start + axis])),
      ...[0, 1, 2].map(axis => written(to.corners[end + axis])), ...(times ? [timeOf(from, pairs[place].old)] : [])]
  }))
  return table([["id", "sx", "sy", "sz", "tx", "ty", "tz", ...(times ? ["time"] : [])], ...rows])
}

/**
 * The command that gives the motion of the page, and the files that it reads beside those that were brought.
 *
 * @param {State} state @param {MarkerList} from @param {MarkerList} to @param {Result} result @param {boolean[][]} identified whose ids are
 *   their own, of either file
 * @returns {{ command: string, files: { name: string, text: string, about: string }[], brought: number[], why: string }}
 */
export function commandOf(state, from, to, result, identified) {
  const { pairs } = state, places = use => pairs.flatMap((pair, place) => pair.use === use ? [place] : []), files = []
  const fitted = places("fit"), checked = places("check")
  const known = from.usable.reduce((sum, one) => sum + one, 0), isSameName = from.name === to.name
  // A map names markers by their ids, and files are read as they are; where that cannot be, the pairs themselves are written.
  const why = from.isTable || to.isTable ? "tables have no ids that a map could name"
    : !from.plain || !to.plain ? "a file has markers that the tool refuses"
      : isSameName ? "both files have the same name"
        : fitted.some(place => !identified[0][pairs[place].old] || !identified[1][pairs[place].new]) ? "an id is missing or not unique" : ""
  const options = [], isBent = state.straighten !== "none"
  // Where labels are on several markers the tool looks whether those follow another motion: by a map it would not.
  const isOfLabels = !state.robust && from.plain && to.plain && !isSameName && isByLabel(state, from, to) && byLabel(from, to).repeated.length > 0
  const left = !isOfLabels && from.plain && to.plain && !isSameName ? excluded(state, from, to, identified[0]) : null
  if (left) options.push("--join", "label", "--exclude", left.join(","), ...(to.calibrated ? ["--target", "raw"] : []))
  else if (isOfLabels) options.push("--join", "label", ...(to.calibrated ? ["--target", "raw"] : []))
  else if (!why) {
    options.push("--join-map", "map.csv")
    files.push({ name: "map.csv", about: "the ids of the pairs that are fitted",
      text: table([["old", "new"], ...fitted.map(place => [from.ids[pairs[place].old], to.ids[pairs[place].new]])]) })
    if (to.calibrated) options.push("--target", "raw")
  } else {
    files.push({ name: "pairs.csv", about: "the corners of the pairs that are fitted", text: pairRows(from, to, pairs, result.orders, fitted, isBent) })
  }
  if (state.robust) options.push("--robust", ...(state.choice ? ["--choose", String(state.choice)] : []))
  if (state.model !== "chosen") options.push("--model", state.model)
  if (isBent) options.push("--straighten", state.straighten)
  if (checked.length) {
    options.push("--check-points", "check.csv")
    files.push({ name: "check.csv", about: "the pairs that are only checked", text: pairRows(from, to, pairs, result.orders, checked) })
  }
  const isOfFiles = isOfLabels || left !== null || !why
  if (known && isOfFiles) options.push("--at", fileOf(from))
  else if (known) {
    options.push("--at", "markers.csv")
    files.push({ name: "markers.csv", about: "the centers of all old markers", text: pointRows(from, isBent) })
  }
  if (state.tolerance !== null) options.push("--tolerance-mm", written(Number((1000 * state.tolerance).toFixed(6))))
  options.push("--save", "fit.json")
  return { command: ["quadcal", "fit", ...options, ...(isOfFiles ? [fileOf(from), fileOf(to)] : ["pairs.csv"])].map(quoted).join(" "), files,
    why: isOfFiles ? "" : why, brought: isOfFiles ? [state.old, state.new] : [] }
}

const mostExcluded = 20

/**
 * The labels or ids of the pairs by label that are not fitted, where the fit is of all the others and of no more; null where it is another, or
 * nothing is left out.
 *
 * @param {State} state @param {MarkerList} from @param {MarkerList} to @param {boolean[]} identified
 */
function excluded(state, from, to, identified) {
  if (from.isTable || to.isTable) return null
  const { pairs, repeated } = byLabel(from, to), partners = new Map(pairs.map(pair => [pair.old, pair.new])), fitted = state.pairs.filter(({ use }) => use === "fit"), used = new Set(fitted.map(({ old }) => old))
  const out = pairs.filter(({ old }) => !used.has(old))
  if (repeated.length || !out.length || out.length > mostExcluded || !fitted.every(pair => partners.get(pair.old) === pair.new)) return null
  const names = out.map(({ old }) => {
    const label = from.labels[old].trim()
    return /^[^-,\u0000-\u001f\u007f][^,\u0000-\u001f\u007f]*$/.test(label) ? label : identified[old] ? from.ids[old] : ""
  })
  return names.every(Boolean) ? names : null
}

/** Every pair by its ids and how it is used, to be brought again with both scans. @param {State} state @param {MarkerList} from @param {MarkerList} to */
export const useTable = (state, from, to) => table([["old", "new", "use"], ...state.pairs.map(pair => [from.ids[pair.old], to.ids[pair.new], pair.use])])

function pointRows(list, isTimed) {
  const markers = [...list.usable.keys()].filter(marker => list.usable[marker]), names = uniqueNames(list, markers), times = isTimed && markers.some(marker => !Number.isNaN(list.times[marker]))
  return table([["id", "x", "y", "z", ...(times ? ["time"] : [])], ...markers.map((marker, place) =>
    [field(names[place]), ...[...list.centers.subarray(3 * marker, 3 * marker + 3)].map(written), ...(times ? [timeOf(list, marker)] : [])])])
}

/** All old markers where the motion takes them. @param {MarkerList} list @param {Result} result */
export function movedTable(list, result) {
  const header = ["id", ...["p1", "p2", "p3", "p4"].flatMap(corner => ["x", "y", "z"].map(axis => corner + axis))]
  const rows = movedOf(list, result).map(({ marker, corners }) => [field(list.ids[marker] || nameOf(list, marker)), ...corners.map(written)])
  return table([header, ...rows])
}

/** The same as JSON, for markers that were read of a table: what was read of JSON keeps its records, by rewritten.js. @param {MarkerList} list @param {Result} result */
export function movedDocument(list, result) {
  const markers = movedOf(list, result).map(({ marker, corners }) => JSON.stringify({ ...(list.ids[marker] ? { id: list.ids[marker] } : {}),
    ...(list.labels[marker] ? { label: list.labels[marker] } : {}),
    ...Object.fromEntries([0, 1, 2, 3].map(corner => [`p${corner + 1}`, corners.slice(3 * corner, 3 * corner + 3)])) }))
  return `[\n  ${markers.join(",\n  ")}\n]\n`
}

function movedOf(list, result) {
  return [...list.usable.keys()].filter(marker => list.usable[marker])
    .map(marker => ({ marker, corners: [...result.moved.subarray(12 * marker, 12 * marker + 12)] }))
}

/** Every pair with its residual, for a spreadsheet. @param {State} state @param {MarkerList} from @param {MarkerList} to @param {Result} result */
export function residualTable(state, from, to, result) {
  const millimetres = value => Number.isFinite(value) ? (1000 * value).toFixed(3) : ""
  return spreadsheet([["old", "new", "use", "residual mm", "error to expect mm"], ...state.pairs.map((pair, place) =>
    [nameOf(from, pair.old), nameOf(to, pair.new), pair.use === "fit" && !result.follows[place] ? "left out as wrong" : pair.use, millimetres(result.residuals[place]), millimetres(result.errors[pair.old])])])
}
