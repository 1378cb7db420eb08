// Reads what people drop on the page, as the tool reads it: marker JSON (one, an array, the markers or data of an object, reference
// sets), NDJSON, or CSV rows. agreement.test.js gives the same files to both and compares what they say of each marker.
import { isUUID, readDocument } from "./records.js"
import { readTable } from "./table.js"

// First bytes of files that are not text in UTF-8, and what they are.
const foreign = [["\xFF\xFE", "UTF-16"], ["\xFE\xFF", "UTF-16"], ["\x1F\x8B", "gzip data"], ["\x28\xB5\x2F\xFD", "zstd data"],
  ["BZh", "bzip2 data"], ["\xFD7zXZ", "xz data"], ["PK\x03\x04", "zip data"]]
const database = "SQLite format 3\0"

/**
 * The markers of a file, in order, and what is wrong with the file as a whole: { markers, findings }. A marker is { line, pointer,
 * place: words, id, label, corners: twelve numbers, or null, findings: [{ code, severity, text }] }. Throws a SyntaxError where
 * nothing can be read.
 */
export function readMarkers(bytes, file = "") {
  if (bytes.length === 0) throw new SyntaxError("the file is empty")
  const beginning = String.fromCharCode(...bytes.subarray(0, database.length))
  if (beginning === database) {
    return { markers: [], findings: [{ code: "NOT_A_MARKER", severity: 4, text: "this is a job or another database, not markers" }] }
  }
  const isTable = isNamedTable(file) ?? !beginsAsJSON(bytes), text = textOf(bytes, beginning).replace(/^\uFEFF/, "")
  const read = isTable ? { markers: readTable(text).map(rowMarker), findings: [] } : readDocument(text, /\.(ndjson|jsonl)$/i.test(file))
  reportRepeatedIDs(read.markers, isTable)
  return read
}

// What the end of a file's name says, if anything.
function isNamedTable(file) {
  const [, end] = file.toLowerCase().match(/\.(csv|tsv|json|ndjson|jsonl)$/) ?? []
  return end && (end === "csv" || end === "tsv")
}

// Whether a brace or bracket comes first, behind blanks and a byte order mark.
function beginsAsJSON(bytes) {
  const first = bytes.find(byte => ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].includes(byte))
  return first === 0x7B || first === 0x5B
}

function textOf(bytes, beginning) {
  const known = foreign.find(([start]) => beginning.startsWith(start))
  const remedy = known?.[1] === "UTF-16" ? "save it as UTF-8" : "unpack it first"
  if (known) throw new SyntaxError(`this is ${known[1]}, not text in UTF-8; ${remedy}`)
  if (bytes.includes(0)) throw new SyntaxError("the file holds a NUL, expected text; save it as UTF-8")
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new SyntaxError("the file is not UTF-8; save it as UTF-8")
  }
}

function rowMarker({ line, id, numbers, fault }, index) {
  const findings = fault ? [{ code: "WRONG_SHAPE", severity: 4, text: fault }] : []
  return { line, pointer: `/markers/${index}`, place: `line ${line}`, id, label: "", corners: numbers, findings }
}

// An id of JSON counts where it is the UUID of a marker; one of a row as it is. UUIDs are the same in either case.
function reportRepeatedIDs(markers, isTable) {
  const firsts = new Map()
  for (const marker of markers) {
    const { id, findings } = marker
    if (isTable ? !id : !isUUID(id) || findings[0]?.code === "NOT_A_MARKER") continue
    const key = isUUID(id) ? id.toLowerCase() : id.normalize("NFC"), first = firsts.get(key)
    if (!first) firsts.set(key, marker)
    else findings.push({ code: "DUPLICATE_ID", severity: 4, text: `same id as the marker of line ${first.line}; remove one of them` })
  }
}
