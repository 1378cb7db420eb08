// What the tool has written, brought to be looked at: a saved fit, pairs, a plan, a job. Nothing here knows of a page.
import { errorOf, lengthOf, plural } from "./words.js"

/**
 * @typedef {{ name: string, cells: string[], isBad: boolean, old: ArrayLike<number> | null, new: ArrayLike<number> | null }} Row where it was and is, corner by corner, if known
 * @typedef {{ kind: string, verdict: string, sentence: string, reasons: { code: string, text: string }[], facts: string[][], columns: string[], rows: Row[],
 *   scans: { name: string, text: string }[] | null, out: number[], motion: number[] | null, growth: number, olds: string, news: string, isMoved: boolean }} Paper
 *   `scans` are its pairs as two lists of markers, of which `out` have no part in the fit
 */

const verdicts = ["pass", "warn", "fail"]
const corners = ["p1", "p2", "p3", "p4"]
/** @type {Pick<Paper, "reasons" | "facts" | "scans" | "out" | "motion" | "growth" | "isMoved">} */
const nothing = { reasons: [], facts: [], scans: null, out: [], motion: null, growth: 1, isMoved: false }

/**
 * What a file is, if it is no list of markers; null if it may be one. Throws what is said of kinds that are not shown here.
 *
 * @param {string} name @param {Uint8Array} bytes @returns {Paper | null}
 */
export function paperOf(name, bytes) {
  const head = new TextDecoder().decode(bytes.subarray(0, 400))
  if (head.startsWith("SQLite format 3\0")) return jobOf(name, bytes)
  if (/(^|[,;\t])"?sx"?[,;\t].*[,;\t]"?tx"?([,;\t\r]|$)/.test(head.split("\n")[0])) return pairsOf(name, new TextDecoder().decode(bytes))
  const schema = head.match(/^\uFEFF?\s*\{\s*"schema"\s*:\s*"(quadcal\.[\w-]+\/\d+)"/)?.[1]
  if (!schema) return null
  /** @type {any} */
  let read
  try {
    read = JSON.parse(new TextDecoder().decode(bytes).replace(/^\uFEFF/, ""))
    if (/^quadcal\.(fit|plan)\/1$/.test(schema) && !verdicts.includes(read.verdict)) throw new RangeError("no verdict")
    if (schema === "quadcal.fit/1") return fitOf(name, read)
    if (schema === "quadcal.plan/1") return planOf(read)
  } catch {
    throw new TypeError(`${name}: this begins as a document of quadcal (${schema}) and is damaged or cut off.`)
  }
  if (schema === "quadcal.fit/2") throw new TypeError(`${name}: this is a fit that straightens, whose markers have a shift each: quadcal report ${name} shows it.`)
  throw new TypeError(`${name}: this is not markers but what quadcal ${schema.slice(8).split("/")[0]} has printed (${schema}). Markers, pairs, saved fits, plans and jobs are shown here.`)
}

/** The motion of a document: rotation by columns, both centers and the rest. */
const motionOf = (columns, { sourceCenter, targetCenter, rest }) => [...columns.flat(), ...sourceCenter, ...targetCenter, ...rest].map(Number)

/** A point by a motion. @param {number[]} m @param {number} growth @param {ArrayLike<number>} p */
const moved = (m, growth, p) => [0, 1, 2].map(axis => m[12 + axis] + m[15 + axis] + growth * [0, 1, 2].reduce((sum, k) => sum + m[3 * k + axis] * (p[k] - m[9 + k]), 0))
/** The point that a motion takes there. */
const movedBack = (m, p) => [0, 1, 2].map(axis => m[9 + axis] + [0, 1, 2].reduce((sum, k) => sum + m[3 * axis + k] * (p[k] - m[12 + k] - m[15 + k]), 0))

/** Pairs of points by their markers: NAME.p1 to NAME.p4 are corners of one. */
function markersOf(pairs) {
  const groups = new Map()
  for (const pair of pairs) {
    const [, name, corner] = pair.id.match(/^(.*)[.#/]p?([1-4])$/s) ?? [, pair.id, ""], group = groups.get(name) ?? { name, pairs: [], at: [] }
    group.at[corner ? Number(corner) - 1 : 4] = pair
    group.pairs.push(pair)
    groups.set(name, group)
  }
  return [...groups.values()].map(({ name, pairs, at }) => {
    const isWhole = pairs.length === 4 && [0, 1, 2, 3].every(corner => at[corner]), four = isWhole ? at : Array(4).fill(pairs[0])
    return { name, pairs, isWhole, source: four.flatMap(({ source }) => source), target: four.flatMap(({ target }) => target) }
  })
}

/** Markers as a table that the page reads as any other. */
const tableOf = (markers, side) => markers.map(marker => [`"${marker.name.replaceAll('"', '""').replace(/[\r\n]/g, " ")}"`, ...marker[side].map(value => Object.is(value, -0) ? "-0" : String(value))].join(",") + "\n").join("")

function scansOf(name, markers) {
  const base = name.replace(/\.\w+$/, "")
  return markers.length && markers.every(({ isWhole }) => isWhole) ? [{ name: `${base}-old.csv`, text: tableOf(markers, "source") }, { name: `${base}-new.csv`, text: tableOf(markers, "target") }] : null
}

function fitOf(name, fit) {
  const { motion, evidence, pairs, judgements, join } = fit, m = motionOf(motion.rotation.columns, motion), markers = markersOf(pairs)
  const size = ({ pairs: some }) => Math.sqrt(some.reduce((sum, { length }) => sum + length ** 2, 0) / some.length), isOut = ({ pairs: some }) => 2 * some.filter(({ follows }) => !follows).length >= some.length
  const rows = markers.map(marker => ({ name: marker.name, size: size(marker), old: corners.flatMap((_, corner) => moved(m, motion.scale, marker.source.slice(3 * corner))), new: marker.target,
    isBad: isOut(marker) || marker.pairs.some(({ id }) => judgements.some(one => one.pairs?.includes(id))), cells: [lengthOf(size(marker)), isOut(marker) ? "left out as wrong" : "used"] }))
  const used = markers.filter(marker => !isOut(marker)).length, errors = evidence?.error95.atWorstPair
  return { ...nothing, kind: "saved fit", verdict: fit.verdict, sentence: fit.verdict === "fail" ? "This saved fit must not be used." : "This saved fit can be used by quadcal apply, calibrate and recalibrate.",
    reasons: judgements.map(({ code, sentence }) => ({ code, text: sentence })), motion: m, growth: motion.scale, isMoved: true, olds: "old, moved by the saved motion", news: "new",
    facts: [["Made from", [...new Set(fit.inputs.filter(({ role }) => !/check|point/.test(role)).map(({ file }) => file))].join(", ")], ["Pairs", `${used} of ${markers.length} used${join ? `, by ${join.by}` : ""}`],
      ...(evidence ? [["Residuals", `${lengthOf(evidence.rms)} rms, at most ${lengthOf(evidence.largest)}`], ["Error to expect", typeof errors === "number" ? `at most ${errorOf(errors)} at a marker of the fit` : "unknown"]] : [])],
    columns: ["Marker", "Off by", "In the fit"], rows: rows.sort((a, b) => b.size - a.size), scans: scansOf(name, markers), out: markers.flatMap((marker, place) => isOut(marker) ? [place] : []) }
}

/** Pairs as a table of the tool: a name and two points in each row. */
function pairsOf(name, text) {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/).filter(line => line.trim()), split = /** @type {string} */ (lines[0].match(/[,;\t]/)?.[0])
  const fields = line => [...(line + split).matchAll(split === "," ? /(?:"((?:[^"]|"")*)"|([^,]*)),/g : split === ";" ? /(?:"((?:[^"]|"")*)"|([^;]*));/g : /(?:"((?:[^"]|"")*)"|([^\t]*))\t/g)].map(([, quoted, plain]) => quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'))
  const names = fields(lines[0]).map(field => field.toLowerCase()), at = ["sx", "sy", "sz", "tx", "ty", "tz"].map(one => names.indexOf(one))
  const pairs = lines.slice(1).map((line, row) => {
    const own = fields(line), numbers = at.map(place => own[place]?.trim() ? Number(own[place]) : NaN)
    return { id: own[names.indexOf("id")] ?? `row ${row + 2}`, source: numbers.slice(0, 3), target: numbers.slice(3) }
  })
  const markers = markersOf(pairs), scans = pairs.every(({ source, target }) => [...source, ...target].every(Number.isFinite)) ? scansOf(name, markers) : null
  if (!scans) throw new TypeError(`${name}: these are pairs, and not of all four corners of markers. quadcal fit ${name} fits them.`)
  return { ...nothing, kind: "pairs", verdict: "", sentence: "", columns: [], rows: [], olds: "", news: "", scans }
}

const modes = { raw: "the corners of markers", calibrated: "the calibrated data of markers", vector: "the vector of the space" }

function planOf(plan) {
  const { updates, refused, leftOut, unchanged, notes, request, totals } = plan, m = motionOf(request.motion.rotationColumns, request.motion), isPlain = request.from === "raw" && !request.straightening
  const nameOf = ({ label, id }) => String(label ?? "").trim() || id, reasonOf = one => one.sentence ?? one.text ?? one.reason ?? one.code ?? ""
  const rows = updates.map(update => {
    const body = update.body?.calibrated_data ?? update.body ?? {}, after = corners.every(name => body[name]) ? corners.flatMap(name => body[name]) : null
    return { name: nameOf(update), size: update.displacement, cells: [lengthOf(update.displacement), typeof update.error95 === "number" ? errorOf(update.error95) : "unknown"], isBad: update.findings.length > 0,
      new: after, old: after && isPlain ? corners.flatMap((_, corner) => movedBack(m, after.slice(3 * corner))) : null }
  }).sort((a, b) => b.size - a.size)
  const rest = (list, word) => list.map(one => ({ name: nameOf(one), cells: [word, String(reasonOf(one))], isBad: word === "refused", old: null, new: null }))
  return { ...nothing, kind: "plan", verdict: plan.verdict, motion: m, olds: "where markers are now", news: "where the plan moves them",
    sentence: `This plan moves ${totals.updates.toLocaleString("en")} of ${plural(totals.markers, "marker")}${rows.length ? `, by up to ${lengthOf(rows[0].size)}` : ""}. Nothing has been sent by it.`,
    reasons: notes.map(({ code, sentence }) => ({ code, text: sentence })),
    facts: [["It rewrites", modes[request.mode] ?? request.mode], ["Not moved", `${totals.unchanged} unchanged, ${totals.refused} refused, ${totals.leftOut} left out`], ["Fit", `${plan.fit.verdict.toUpperCase()}, ${plan.fit.model}`], ["Digest", plan.digest]],
    columns: ["Marker", "Goes by", "Error to expect"], rows: [...rows, ...rest(refused, "refused"), ...rest(leftOut, "left out"), ...rest(unchanged, "unchanged")] }
}

const states = { pending: "waits", done: "moved", undone: "as it was before", conflict: "somebody else changed it", gone: "not there any more", kept: "edited since, kept", left: "left as it is" }

/** A job of recalibrate: a database, of which one table is read. */
function jobOf(name, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 100 || view.getUint32(68) !== 0x514A4F42) throw new TypeError(`${name}: this is a database, and no job of quadcal.`)
  try {
    return jobIn(name, view)
  } catch {
    throw new TypeError(`${name}: this is a job that cannot be read here. quadcal recalibrate --job ${name} --status says how far it is.`)
  }
}

/** @param {string} name @param {DataView} view @returns {Paper} */
function jobIn(name, view) {
  const tables = rowsOf(view, 1), rootOf = name => Number(tables.find(row => row[1] === name)?.[3]), markers = rowsOf(view, rootOf("marker"))
  const head = JSON.parse(textOf(rowsOf(view, rootOf("job")).find(([key]) => key === "head")?.[1]))
  const rows = markers.map(row => {
    const before = JSON.parse(textOf(row[2])), state = String(row[5]), numbers = (String(row[3]).match(/-?\d[\d.eE+-]*/g) ?? []).map(Number)
    const old = corners.every(corner => Array.isArray(before[corner])) ? corners.flatMap(corner => before[corner]) : null, after = numbers.length === 12 ? numbers : null
    const size = old && after ? Math.max(...corners.map((_, corner) => Math.hypot(...[0, 1, 2].map(axis => after[3 * corner + axis] - old[3 * corner + axis])))) : NaN
    return { name: String(before.label ?? "").trim() || String(row[1]), size, cells: [lengthOf(size), states[state] ?? state], isBad: !["pending", "done", "undone"].includes(state), old, new: after }
  }).sort((a, b) => b.size - a.size)
  const done = rows.filter(({ cells }) => cells[1] === states.done).length
  return { ...nothing, kind: "job", verdict: rows.some(({ isBad }) => isBad) ? "warn" : done === rows.length ? "pass" : "", sentence: `This job of quadcal recalibrate has moved ${done.toLocaleString("en")} of ${plural(rows.length, "marker")}.`,
    facts: [["Where it is", String(head.server)], ["It rewrites", modes[head.mode] ?? String(head.mode)], ["To go on", `quadcal recalibrate --job ${name} --resume`], ["To take it back", `quadcal recalibrate --job ${name} --undo`]],
    columns: ["Marker", "Goes by", "State"], rows, olds: "where markers were", news: "where the job moves them" }
}

const textOf = value => typeof value === "string" ? value : new TextDecoder().decode(value)

/** The rows of a table or index of SQLite, by its root page: text, numbers, and bytes. @param {DataView} view @param {number} root @returns {any[][]} */
function rowsOf(view, root) {
  const size = view.getUint16(16) === 1 ? 65536 : view.getUint16(16), usable = size - view.getUint8(20)
  const varint = (at, own = view) => {
    let value = 0, byte = 128
    while (byte >= 128) {
      byte = own.getUint8(at++)
      value = value * 128 + (byte & 127)
    }
    return [value, at]
  }
  /** @type {any[][]} */
  const found = []
  const seen = new Set()
  const record = (at, length, isIndex) => {
    if (length > view.byteLength) throw new RangeError("longer than the file")
    const most = isIndex ? Math.floor((usable - 12) * 64 / 255) - 23 : usable - 35, least = Math.floor((usable - 12) * 32 / 255) - 23, spare = least + (length - least) % (usable - 4)
    let here = length <= most ? length : spare <= most ? spare : least
    const whole = new Uint8Array(length), bytes = new Uint8Array(view.buffer, view.byteOffset)
    whole.set(bytes.subarray(at, at + here))
    for (let page = here < length ? view.getUint32(at + here) : 0; page && here < length; page = view.getUint32((page - 1) * size)) {
      const start = (page - 1) * size + 4, more = Math.min(usable - 4, length - here)
      whole.set(bytes.subarray(start, start + more), here)
      here += more
    }
    const own = new DataView(whole.buffer), read = at => varint(at, own)
    let [headEnd, place] = read(0), body = headEnd
    const row = []
    while (place < headEnd) {
      const [type, next] = read(place), bytesOf = type >= 12 ? (type - (type & 1 ? 13 : 12)) / 2 : [0, 1, 2, 3, 4, 6, 8, 8, 0, 0][type]
      place = next
      row.push(type === 0 ? null : type === 8 ? 0 : type === 9 ? 1 : type === 7 ? own.getFloat64(body) : type < 7 ? whole.subarray(body, body + bytesOf).reduce((sum, byte, at) => sum * 256 + (at ? byte : byte << 24 >> 24), 0)
        : type & 1 ? new TextDecoder().decode(whole.subarray(body, body + bytesOf)) : whole.slice(body, body + bytesOf))
      body += bytesOf
    }
    found.push(row)
  }
  const visit = page => {
    // A damaged file may lead in circles.
    if (seen.has(page)) throw new RangeError("a page twice")
    seen.add(page)
    const start = (page - 1) * size, head = start + (page === 1 ? 100 : 0), kind = view.getUint8(head), cells = view.getUint16(head + 3)
    if (![2, 5, 10, 13].includes(kind)) throw new RangeError("no page of a table")
    for (let cell = 0; cell < cells; cell++) {
      let at = start + view.getUint16(head + (kind < 8 ? 12 : 8) + 2 * cell)
      if (kind < 8) {
        visit(view.getUint32(at))
        at += 4
      }
      if (kind === 5) continue
      const [length, behind] = varint(at)
      record(kind === 13 ? varint(behind)[1] : behind, length, kind !== 13)
    }
    if (kind < 8) visit(view.getUint32(head + 8))
  }
  visit(root)
  return found
}
