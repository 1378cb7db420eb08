// The page: a file is dropped, checked where it is, and shown with what is wrong.
import { Severity, load } from "./quadcal.js"
import { readMarkers } from "./markers.js"
import { judge, verdictOf } from "./verdict.js"

// Rows beyond these would make the page slow and nobody would read them.
const mostRows = 500
const largestFile = 256 * 2 ** 20
const element = id => document.getElementById(id)

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

/** Checks a file and shows what was found. */
async function show(name, bytes) {
  const quadcal = await ready
  const read = readMarkers(bytes, name), { markers, findings } = read, start = performance.now()
  judge(quadcal, markers, { strict: element("strict").checked })
  const took = performance.now() - start, verdict = verdictOf(read)
  const counted = [[4, "with errors"], [3, "with warnings"], [1, "with notes"]].map(([least, words], place, all) =>
    [markers.filter(({ severity }) => severity >= least && severity < (all[place - 1]?.[0] ?? 5)).length, words])
  const counts = counted.filter(([count]) => count).map(([count, words]) => `${count} ${words}`)
  if (!counted[0][0] && !findings.length) counts.unshift("no errors")
  element("verdict").className = verdict
  element("verdict-word").textContent = verdict.toUpperCase()
  element("summary").textContent = `${name}: ${[plural(markers.length, "marker"), ...counts].join(", ")}. `
    + `Checked in ${took < 1 ? "less than 1" : took.toFixed(0)} ms, in this page.`
  const ofFile = findings.length ? [{ label: name, severity: 4, findings }] : []
  element("rows").replaceChildren(...rows([...ofFile, ...markers]))
  const shown = Math.min(mostRows, markers.length)
  element("more").textContent = shown < markers.length ? `The ${shown} gravest of ${markers.length} are shown.` : ""
  element("result").hidden = false
  document.body.dataset.state = verdict
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`

function rows(markers) {
  // Those that nothing is known of come first among the faulty.
  const gravity = ({ severity, corners }) => severity + (severity === 4 && !corners ? 1 : 0)
  const ordered = [...markers].sort((a, b) => gravity(b) - gravity(a)).slice(0, mostRows)
  return ordered.map(marker => {
    const row = make("tr", Severity[marker.severity]), cell = make("td", "name")
    cell.append(make("strong", "", marker.label || marker.id || "(no label)"), make("small", "", marker.place ?? ""))
    const findings = make("td", "findings"), drawing = make("td", "drawing"), size = make("td", "size")
    findings.append(...marker.findings.map(({ code, text }) => finding(code, text)))
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

let last = null

async function take(file) {
  if (!file) return
  last = file
  say("")
  try {
    if (file.size > largestFile) throw new RangeError(`it has ${(file.size / 2 ** 20).toFixed(0)} MB; up to 256 are read here`)
    await show(file.name, new Uint8Array(await file.arrayBuffer()))
  } catch (error) {
    element("result").hidden = true
    document.body.dataset.state = "unreadable"
    say(`${file.name}: ${error.message}.`)
  }
}

const drop = element("drop")
for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(name, event => {
    event.preventDefault()
    drop.classList.toggle("over", name === "dragenter" || name === "dragover")
    if (name === "drop") take(event.dataTransfer.files[0])
  })
}
element("file").addEventListener("change", event => take(event.target.files[0]))
element("strict").addEventListener("change", () => take(last))
