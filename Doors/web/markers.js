// Reads what people drop on the page: marker JSON (a list, an object that holds one, one marker, reference sets), NDJSON, or CSV rows of
// an id and twelve numbers. Every marker is kept with its place; one whose corners cannot be read says why.

const corners = ["p1", "p2", "p3", "p4"]

/** The markers of a text: [{ place, name, corners: twelve numbers, or null, fault }], in order. */
export function readMarkers(text) {
  text = text.replace(/^\uFEFF/, "")
  if (!text.trim()) throw new SyntaxError("the file is empty")
  if (!/^\s*[[{]/.test(text)) return readTable(text)
  let document
  try {
    document = JSON.parse(text)
  } catch (error) {
    const lines = text.split("\n").map((line, number) => [line, number + 1]).filter(([line]) => line.trim())
    if (lines.length < 2 || !isObject(lines[0][0])) throw new SyntaxError(`this is not JSON: ${error.message}`)
    return lines.map(([line, number]) => {
      try {
        return marker(JSON.parse(line), `line ${number}`)
      } catch (fault) {
        throw new SyntaxError(`line ${number} is not JSON: ${fault.message}`)
      }
    })
  }
  return list(document, "")
}

function isObject(line) {
  try {
    return typeof JSON.parse(line) === "object"
  } catch {
    return false
  }
}

function list(value, place) {
  if (Array.isArray(value)) return value.flatMap((entry, index) => list(entry, `${place}/${index}`))
  if (value === null || typeof value !== "object" || corners.some(name => name in value)) return [marker(value, place || "/")]
  const names = Object.keys(value).filter(name => Array.isArray(value[name]) && value[name].some(entry => entry && typeof entry === "object"))
  const name = ["markers", "items", "data", "results"].find(usual => names.includes(usual)) ?? (names.length === 1 ? names[0] : undefined)
  return name === undefined ? [marker(value, place || "/")] : list(value[name], `${place}/${name}`)
}

function marker(value, place) {
  const name = String(value?.label || value?.id || "")
  const found = { place, name, corners: null, fault: null }
  if (value === null || typeof value !== "object") return { ...found, fault: "it is no marker" }
  const numbers = []
  for (const corner of corners) {
    const point = value[corner]
    if (!Array.isArray(point) || point.length !== 3 || point.some(number => typeof number !== "number")) {
      return { ...found, fault: point === undefined ? `${corner} is missing` : `${corner} is not three numbers` }
    }
    numbers.push(...point)
  }
  return { ...found, corners: numbers }
}

function readTable(text) {
  const found = []
  text.split(/\r?\n/).forEach((line, row) => {
    if (!line.trim() || line.startsWith("#")) return
    const fields = line.split(/[,;\t]/).map(field => field.trim().replace(/^"(.*)"$/, "$1"))
    const place = `line ${row + 1}`, numbers = fields.slice(1).map(field => field === "" ? NaN : Number(field))
    if (fields.length !== 13) {
      found.push({ place, name: fields[0], corners: null, fault: `${fields.length} fields, not an id and twelve numbers` })
    } else if (numbers.some(Number.isNaN) && found.length === 0 && numbers.every(Number.isNaN)) {
      return // The header.
    } else if (fields.slice(1).some((field, index) => Number.isNaN(numbers[index]) && field.toLowerCase() !== "nan")) {
      found.push({ place, name: fields[0], corners: null, fault: "a field is not a number" })
    } else {
      found.push({ place, name: fields[0], corners: numbers, fault: null })
    }
  })
  if (!found.some(({ corners }) => corners)) throw new SyntaxError("there is neither marker JSON nor a row of an id and twelve numbers")
  return found
}
