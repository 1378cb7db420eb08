// Markers of JSON as the tool judges them: what each holds besides its corners, and whether it is one at all.
import { BrokenLine, JSONNumber, kindOf, takeList } from "./json.js"

const cornerNames = ["p1", "p2", "p3", "p4"]
const kinds = { id: "string", work_session_id: "string", label: "string", color: "string", version: "number", meta: "object",
  custom_props: "object", calibrated_data: "object", details: "object", created_at: "string", updated_at: "string" }
const noSession = "00000000-0000-0000-0000-000000000000"
export const isUUID = text => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
const aKind = kind => kind === "null" ? "null" : `${/^[ao]/.test(kind) ? "an" : "a"} ${kind}`

/** The markers of a JSON text, and what is wrong with it as a whole: { markers, findings }. */
export function readDocument(text, isLines) {
  const markers = []
  let first
  const { count, schema } = takeList(text, (value, pointer, line) => {
    first ??= value
    const members = value instanceof Map && !hasCorners(value) ? value.get("markers") : undefined
    if (!Array.isArray(members)) return markers.push(judged(value, pointer, line))
    // A reference set.
    members.forEach((member, index) => markers.push(judged(member, `${pointer}/markers/${index}`, member?.line ?? line)))
  }, isLines)
  if (count === 0) {
    return { markers, findings: [{ code: "NO_MARKERS", severity: 4, text: "the list is empty, so nothing was checked" }] }
  }
  const isOther = markers.length > 0 && markers.every(({ findings }) => findings.length === 1 && findings[0].code === "NOT_A_MARKER")
  const content = isOther ? otherContent(first, schema) : undefined
  if (content) return { markers: [], findings: [{ code: "NOT_A_MARKER", severity: 4, text: `this is ${content}, not markers` }] }
  return { markers, findings: [] }
}

const hasCorners = value => cornerNames.some(name => value.has(name))

// What a document holds whose values are no markers.
function otherContent(first, schema) {
  if (typeof schema === "string" && schema.startsWith("quadcal.")) return `a document of quadcal (${schema})`
  const has = (...names) => first instanceof Map && names.every(name => first.has(name))
  if (has("space_id", "session_type")) return "a list of sessions"
  if (has("session_id", "run")) return "a list of anchors"
  if (has("space_id", "grid")) return "a laser guide"
  if (has("id", "key", "name")) return "a space"
}

function judged(value, pointer, line) {
  const findings = [], place = pointer || `line ${line}`
  /** @type {Record<string, any>} */
  const found = { line, pointer, place, id: "", label: "", corners: null, findings }
  const report = (code, text, severity = 4) => findings.push({ code, severity, text })
  if (value instanceof BrokenLine) {
    report("BROKEN_LINE", `${value.text}; the other lines were checked`)
    return found
  }
  if (!(value instanceof Map) || !hasCorners(value)) {
    const isObject = value instanceof Map
    report("NOT_A_MARKER", isObject ? "an object without p1 to p4" : `${aKind(kindOf(value))}, expected a marker`)
    if (isObject && typeof value.get("id") === "string") found.id = value.get("id")
    return found
  }
  for (const name of ["id", "label"]) if (typeof value.get(name) === "string") found[name] = value.get(name)
  judgeMembers(value, report)
  found.time = secondsOf(value.get("created_at"))
  const corners = cornerNames.map(name => {
    const point = pointOf(value.get(name))
    if (!point) report("WRONG_SHAPE", notAPoint(name, value))
    return point
  })
  if (corners.every(point => point)) found.corners = corners.flat()
  const data = value.get("calibrated_data")
  found.isCalibrated = data instanceof Map
  if (data instanceof Map) judgeCalibrated(data, found.corners, report)
  return found
}

const date = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))?$/, beginningOf2001 = 978_307_200

/** The seconds since 1970 of a date as RFC 3339 has it, to the bits that the tool has; NaN where the value is none. */
export function secondsOf(value) {
  const found = typeof value === "string" ? value.match(date) : null
  if (!found) return NaN
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number), [, , , , , , , fraction = "", sign, hours = 0, minutes = 0] = found
  // Years before 100 would be taken for those of a century later.
  const midnight = new Date(Date.UTC(2000, month - 1, day)).setUTCFullYear(year, month - 1, day), made = new Date(midnight)
  const isDay = made.getUTCMonth() === month - 1 && made.getUTCDate() === day
  if (!isDay || hour > 23 || minute > 59 || second > 60 || Number(hours) > 23 || Number(minutes) > 59) return NaN
  const whole = midnight / 1000 + 3600 * hour + 60 * minute + second - (sign === "-" ? -1 : 1) * (3600 * Number(hours) + 60 * Number(minutes))
  // The tool's dates count from 2001.
  return whole + Number(`0.${fraction}`) - beginningOf2001 + beginningOf2001
}

// Three finite numbers, or null.
function pointOf(value) {
  if (!Array.isArray(value) || value.length !== 3 || !value.every(number => number instanceof JSONNumber)) return null
  const point = value.map(({ text }) => Number(text))
  return point.every(Number.isFinite) ? point : null
}

function notAPoint(name, members) {
  if (!members.has(name)) return `no ${name}`
  const kind = kindOf(members.get(name))
  return kind === "array" ? `${name} is not three finite numbers` : `${name} is ${aKind(kind)}, expected an array of three finite numbers`
}

// The members other than corners. A marker without a session and without anything that only sessions' markers have is of a reference
// set; one of a session with neither id nor version is to be created.
function judgeMembers(members, report) {
  const wrong = [...members].map(([name, value]) => fault(name, value)).find(text => text)
  if (wrong) report("BAD_MEMBER", wrong)
  const has = name => members.has(name), isKept = has("version") || has("details") || has("created_at")
  const isReference = !has("work_session_id") && !isKept && !has("custom_props") && !has("calibrated_data")
  if (!has("work_session_id") && !isReference) report("BAD_MEMBER", "no work_session_id")
  if (!has("id") && (isKept || isReference)) report("BAD_MEMBER", "no id")
  const session = members.get("work_session_id"), isOfSession = typeof session === "string" && isUUID(session) && session !== noSession
  if (isOfSession && has("id") && (members.get("version") ?? null) === null) {
    report("MISSING_VERSION", "no version; fetch the marker again before updating it", 3)
  }
}

function fault(name, value) {
  const wanted = kinds[name], kind = kindOf(value), isID = name === "id" || name === "work_session_id"
  if (wanted === undefined || kind === "null" && !isID) return null
  if (kind !== wanted) return `${name} is ${aKind(kind)}, expected ${aKind(wanted)}`
  if (isID && !isUUID(value)) return `${name} is a string, expected a UUID of 36 characters`
  if (name === "version" && !value.isInt64) return "version is a number, expected a whole number"
  return null
}

function judgeCalibrated(data, raw, report) {
  const points = {}
  for (const name of [...cornerNames, "center"]) {
    if ((data.get(name) ?? null) === null) continue
    points[name] = pointOf(data.get(name))
    if (!points[name]) return report("BAD_CALIBRATED_DATA", `in calibrated_data ${notAPoint(name, data)}`)
  }
  const missing = cornerNames.find(name => !points[name])
  if (missing) return report("BAD_CALIBRATED_DATA", `calibrated_data has no ${missing}`)
  const corners = cornerNames.map(name => points[name]), { center } = points
  if (center) {
    const off = Math.max(...center.map((value, axis) => Math.abs(value - corners.reduce((sum, point) => sum + point[axis] / 4, 0))))
    if (!(off <= storedTolerance([...corners.flat(), ...center]))) {
      report("CALIBRATED_CENTER", `the center of calibrated_data is off the mean of its corners by ${off.toPrecision(3)} m`, 3)
    }
  }
  if (!raw) return
  const before = [0, 3, 6, 9].map(start => raw.slice(start, start + 3))
  const apart = (a, b) => Math.hypot(...a.map((value, axis) => value - b[axis]))
  const pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
  const worst = Math.max(...pairs.map(([a, b]) => Math.abs(apart(corners[a], corners[b]) - apart(before[a], before[b]))))
  // Either end of either distance may be off by the tolerance in each coordinate.
  if (!(worst <= 2 * Math.sqrt(3) * storedTolerance([...corners.flat(), ...raw]))) {
    report("CALIBRATED_SHAPE", `calibrated_data differs in shape from p1 to p4, by ${worst.toPrecision(3)} m`, 3)
  }
}

// The largest difference of coordinates that count as equal: the server keeps single precision, so a micrometre and one step of that.
function storedTolerance(numbers) {
  const largest = Math.max(...numbers.map(Math.abs)), bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, largest)
  const exponent = (bits.getUint16(0) >> 4) - 1023
  return 1e-6 + 2 ** (Math.max(exponent, -126) - 23)
}
