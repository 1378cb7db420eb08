// The page: a file is dropped, checked where it is, and shown with what is wrong.
import { Code, Severity, load } from "./quadcal.js"
import { readMarkers } from "./markers.js"
import { judge, verdictOf } from "./verdict.js"

// Rows beyond these would make the page slow and nobody would read them.
const mostRows = 500
const largestFile = 256 * 2 ** 20
// Files of more take long enough to say so.
const noticed = 2 ** 20
const element = id => document.getElementById(id)

// This program runs, which is what the message says that it cannot before.
say("")
const ready = load(wasmInside()).then(quadcal => {
  element("strict-words").textContent = strictWords(quadcal)
  element("version").textContent = `quadcal ${quadcal.version}`
  return quadcal
})
ready.catch(error => say(`The module could not be loaded: ${error.message}`))

// The module inside the page that build-page makes; undefined where it is a file beside this one.
function wasmInside() {
  const inside = element("module")
  if (!inside) return undefined
  const text = atob(inside.textContent.trim())
  return Uint8Array.from(text, character => character.charCodeAt(0))
}

function make(tag, name, text) {
  const made = document.createElement(tag)
  if (name) made.className = name
  if (text !== undefined) made.textContent = text
  return made
}

function say(text) {
  element("message").textContent = text
  element("message").hidden = !text
}

const number = (value, digits = 3) => Number.isFinite(value) ? value.toFixed(digits) : "–"

const millimetres = metres => `${Number((1000 * metres).toPrecision(6))}\u00A0mm`

// What the strict limits are, as the module has them.
function strictWords(quadcal) {
  const usual = quadcal.limits(), strict = quadcal.limits({ strict: true })
  const both = (name, text) => `more than ${millimetres(strict[name])} ${text} (usually ${millimetres(usual[name])})`
  const words = {
    flatnessWarning: both("flatnessWarning", "from flat is a warning"),
    flatnessError: both("flatnessError", "an error"),
    foldSeverity: `a fold is an ${strict.foldSeverity} (usually a ${usual.foldSeverity})`,
  }
  const others = Object.keys(usual).filter(name => usual[name] !== strict[name])
  return `Strict limits, for markers that other things are measured by: ${others.map(name => words[name] ?? `another ${name}`).join(", ")}`
}

/** Reads and checks files and shows what was found. */
async function show(files) {
  const quadcal = await ready, start = performance.now(), options = { strict: element("strict").checked }
  const markers = [], ofFiles = [], name = files.map(({ name }) => name).join(", ")
  for (const file of files) {
    const read = readMarkers(new Uint8Array(await file.arrayBuffer()), file.name)
    if (files.length > 1) for (const marker of read.markers) marker.place = `${file.name} ${marker.place}`
    for (const marker of read.markers) markers.push(marker)
    if (read.findings.length) ofFiles.push({ label: file.name, severity: 4, findings: read.findings })
    await drawn()
  }
  const findings = ofFiles.flatMap(({ findings }) => findings)
  judge(quadcal, markers, options)
  const took = performance.now() - start, verdict = verdictOf({ markers, findings })
  const counted = [[4, "with errors"], [3, "with warnings"], [1, "with notes"]].map(([least, words], place, all) =>
    [markers.filter(({ severity }) => severity >= least && severity < (all[place - 1]?.[0] ?? 5)).length, words])
  const counts = counted.filter(([count]) => count).map(([count, words]) => `${count} ${words}`)
  if (!counted[0][0] && !findings.length) counts.unshift("no errors")
  element("verdict").className = verdict
  element("verdict-word").textContent = verdict.toUpperCase()
  element("summary").textContent = `${name}: ${[plural(markers.length, "marker"), ...counts].join(", ")}. `
    + `Read and checked in ${took < 1 ? "less than 1" : took.toFixed(0)} ms, in this page.`
  element("rows").replaceChildren(...rows(quadcal, options, [...ofFiles, ...markers]))
  offer(quadcal, options, markers)
  const shown = Math.min(mostRows, markers.length)
  element("more").textContent = shown < markers.length ? `The ${shown} gravest of ${markers.length} are shown.` : ""
  element("result").hidden = false
  document.body.dataset.state = verdict
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`

// After the page has been drawn, with what was said before.
const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))

function rows(quadcal, options, markers) {
  // Those that nothing is known of come first among the faulty.
  const gravity = ({ severity, corners }) => severity + (severity === 4 && !corners ? 1 : 0)
  const ordered = [...markers].sort((a, b) => gravity(b) - gravity(a)).slice(0, mostRows)
  return ordered.map(marker => {
    const row = make("tr", Severity[marker.severity]), cell = make("td", "name")
    cell.append(make("strong", "", marker.label || marker.id || "(no label)"), make("small", "", marker.place ?? ""))
    const findings = make("td", "findings"), drawing = make("td", "drawing"), size = make("td", "size")
    findings.append(...marker.findings.filter(({ code }) => !(code in Code) || !marker.corners).map(({ code, text }) => finding(code, text)))
    if (marker.corners) {
      for (const found of quadcal.findings(marker.corners, options)) findings.append(finding(found.code, wordsOf(found)))
    }
    if (!marker.findings.length) findings.append(make("span", "fine", "sound"))
    if (marker.corners) {
      drawing.append(...outline(marker))
      size.append(...sizes(marker.measures))
    }
    row.append(drawing, cell, findings, size)
    return row
  })
}

function sizes(measures) {
  const [area, flatness] = measures.subarray(6)
  if (!Number.isFinite(flatness)) return []
  const shown = area < 0.01 ? `${number(area * 1e4, 1)} cm²` : `${number(area)} m²`
  return [shown, make("small", "", `${number(1000 * flatness, 1)} mm from flat`)]
}

function finding(code, text) {
  const made = make("div", "finding")
  made.append(make("code", "", code), make("span", "", text))
  return made
}

// A finding with its numbers, its place, and what would fix it.
function wordsOf({ text, value, limit, unit, location, fix, order }) {
  const measured = unit === "metres" || unit === "radians" || unit === "ratio"
  const numbers = measured && value !== null && limit !== null ? `: ${quantity(value, unit)}, the limit is ${quantity(limit, unit)}` : ""
  const place = location?.every(Number.isFinite) ? `, at ${Array.from(location, value => number(value, 2)).join(", ")}` : ""
  const way = fix === "reorder" ? `; the order ${order.map(corner => `p${corner + 1}`).join(" ")} fixes it` : ""
  return text + numbers + place + way
}

function quantity(value, unit) {
  if (unit === "metres") return value < 1 ? `${number(1000 * value, 1)} mm` : `${number(value, 2)} m`
  return unit === "radians" ? `${number(value * 180 / Math.PI, 1)}°` : number(value, 1)
}

// What can be saved: all findings as a table, and the markers whose corners are in the wrong order, in the right one.
function offer(quadcal, options, markers) {
  const faulty = markers.filter(({ findings }) => findings.length), list = [["place", "id", "label", "severity", "findings"]], fixed = []
  for (const { place, id, label, severity, findings, corners } of faulty) {
    list.push([shown(place), shown(id), shown(label), Severity[severity], findings.map(({ code }) => code).join(" ")])
    const order = corners && quadcal.findings(corners, options).find(({ fix }) => fix === "reorder")?.order
    if (order) fixed.push([id || label, ...order.flatMap(corner => corners.slice(3 * corner, 3 * corner + 3))])
  }
  const saved = { "save-findings": ["findings.csv", list, faulty.length], "save-fixed": ["fixed.csv", fixed, fixed.length] }
  for (const [name, [file, table, count]] of Object.entries(saved)) {
    const link = element(name), text = table.map(row => row.map(field).join(",") + "\n").join("")
    URL.revokeObjectURL(link.href)
    link.hidden = !count
    link.download = file
    link.href = count ? URL.createObjectURL(new Blob([text], { type: "text/csv" })) : ""
  }
  element("save-fixed").textContent = `Save ${plural(fixed.length, "marker")} with the corners in order`
}

/** A text that a spreadsheet does not take for a formula: names are from strangers' files. */
const shown = text => /^[=+\-@\t]/.test(text) ? `'${text}` : text

const field = value => /[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value

/** The quad as seen along its normal, or along the shortest side of its box where it has none. */
function outline({ corners, measures, severity }) {
  if (corners.some(value => !Number.isFinite(value))) return []
  const points = [0, 3, 6, 9].map(start => corners.slice(start, start + 3)), [nx, ny, nz] = measures.subarray(3, 6)
  const spread = [0, 1, 2].map(axis => Math.max(...points.map(point => point[axis])) - Math.min(...points.map(point => point[axis])))
  const facing = nx || ny || nz ? [nx, ny, nz].map(Math.abs) : spread.map(value => -value)
  const across = facing.indexOf(Math.max(...facing)), [a, b] = [[2, 1], [0, 2], [0, 1]][across]
  const flat = points.map(point => [point[a], -point[b]])
  const low = [0, 1].map(axis => Math.min(...flat.map(point => point[axis])))
  const sides = [0, 1].map(axis => Math.max(...flat.map(point => point[axis])) - low[axis]), extent = Math.max(...sides) || 1
  const place = flat.map(point => point.map((value, axis) => 24 + 36 * (value - low[axis] - sides[axis] / 2) / extent))
  const space = "http://www.w3.org/2000/svg", svg = document.createElementNS(space, "svg")
  svg.setAttribute("viewBox", "0 0 48 48")
  svg.setAttribute("aria-hidden", "true")
  const shape = document.createElementNS(space, "polygon")
  shape.setAttribute("points", place.map(point => point.join(",")).join(" "))
  shape.setAttribute("class", Severity[severity])
  const first = document.createElementNS(space, "circle")
  for (const [name, value] of Object.entries({ cx: place[0][0], cy: place[0][1], r: 2.6 })) first.setAttribute(name, value)
  svg.append(shape, first)
  return [svg]
}

let last = []

async function take(files) {
  if (!files.length) return
  last = [...files]
  const size = last.reduce((sum, file) => sum + file.size, 0)
  say(size > noticed ? "Reading…" : "")
  if (size > noticed) await drawn()
  try {
    if (size > largestFile) throw new RangeError(`it has ${(size / 2 ** 20).toFixed(0)} MB; up to 256 are read here`)
    await show(last)
    say("")
  } catch (error) {
    element("result").hidden = true
    document.body.dataset.state = "unreadable"
    say(`${last.map(({ name }) => name).join(", ")}: ${error.message}.`)
  }
}

const drop = element("drop")
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, event => {
    event.preventDefault()
    drop.classList.toggle("over", name === "dragenter" || name === "dragover")
    if (name === "drop") take(event.dataTransfer.files)
  })
}
element("file").addEventListener("change", event => take(event.target.files))
element("strict").addEventListener("change", () => take(last))
element("example").addEventListener("click", () => take([new File([example], "example.csv")]))

// A sound marker, one with two corners in the wrong order, one that is bent, and one in the wrong unit.
const example = `id,p1x,p1y,p1z,p2x,p2y,p2z,p3x,p3y,p3z,p4x,p4y,p4z
door,0.6,2,0,1.5,2,0,1.5,0.1,0,0.6,0.1,0
poster,2,1.8,0,2.8,1.8,0,2,1.2,0,2.8,1.2,0
window,4,2,0,5.2,2,0,5.2,1,0.06,4,1,0
sign,600,2000,0,900,2000,0,900,1800,0,600,1800,0
`
