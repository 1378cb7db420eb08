// CSV rows of quads as the tool reads them: 12 numbers, or an id and 12 numbers, separated by commas, semicolons or tabs, the same
// in the whole file. Quotes hold separators and line breaks, and two of them are one (RFC 4180).

const coordinates = ["p1", "p2", "p3", "p4"].flatMap(corner => ["x", "y", "z"].map(axis => corner + axis))
const widths = [12, 13]
const longestRow = 1_000_000, longestID = 10_000
const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/, word = /^([+-]?)(?:(nan)|inf|infinity)$/i
const bytesOf = text => new TextEncoder().encode(text).length

/** The rows of a text: [{ line, id, numbers: twelve, or null, fault: words, or null }], in order. */
export function readTable(text) {
  const separator = separatorOf(text), rows = []
  let width
  for (const { line, fields } of split(text, separator)) {
    if (width === undefined && rows.length === 0 && isHeader(fields)) {
      width = fields.length
      continue
    }
    if (width === undefined && widths.includes(fields.length)) width = fields.length
    rows.push({ line, ...quad(fields, width, line, rows.length === 0) })
  }
  if (rows.length === 0) throw new SyntaxError("there is no row of a quad: 12 numbers, or 13 fields with an id first")
  return rows
}

/** The number of a text as people and spreadsheets write numbers; `null` where it is none, infinite where it is too large. */
export function numberOf(text) {
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, "")
  if (decimal.test(trimmed)) return Number(trimmed)
  const [, sign, isNaN] = trimmed.match(word) ?? []
  return sign === undefined ? null : isNaN ? NaN : sign === "-" ? -Infinity : Infinity
}

const isBeyond = text => !Number.isFinite(numberOf(text) ?? 0) && /\d/.test(text)

function isHeader(fields) {
  const names = fields.map(({ text }) => text.toLowerCase().replace(/^ +| +$/g, ""))
  return [coordinates, ["id", ...coordinates]].some(header => header.join() === names.join() && header.length === names.length)
}

function quad(fields, width, line, isFirst) {
  const offset = width === 13 ? 1 : 0, id = offset ? fields[0].text : ""
  if (id.length > longestID / 3 && bytesOf(id) > longestID) throw new SyntaxError(`line ${line}: an id is longer than ${longestID} bytes`)
  const found = { id, numbers: null, fault: null }
  if (fields.length !== width) return { ...found, fault: wrongCount(fields.length, width) }
  if (offset && fields[0].isTorn) return { ...found, fault: `the id ${JSON.stringify(id)} continues after its closing quote` }
  const texts = fields.slice(offset).map(({ text }) => text), numbers = texts.map(numberOf)
  const wrong = texts.map((text, place) => numbers[place] === null || isBeyond(text)), first = wrong.indexOf(true)
  if (first < 0) return { ...found, numbers }
  const text = texts[first], others = wrong.filter(isWrong => isWrong).length - 1
  const where = `field ${first + offset + 1} (${coordinates[first]}) is ${text ? JSON.stringify(text) : "empty"}`
  const more = others ? `, and ${others} more field${others === 1 ? " is" : "s are"} wrong` : ""
  if (isBeyond(text)) return { ...found, fault: `${where}, out of the range of doubles${more}` }
  if (text.split(",").length === 2 && numberOf(text.replace(",", ".")) !== null) {
    if (isFirst) throw new SyntaxError(`line ${line}: ${where}, a decimal comma; write points`)
    return { ...found, fault: `${where}, a decimal comma${more}; write a point` }
  }
  const remedy = isFirst ? "; a header must be exactly id,p1x,p1y,p1z,p2x and so on to p4z"
    : text ? "; numbers are written as in 1.5, -3 or 2e-3" : ""
  return { ...found, fault: `${where}${text ? ", not a number" : ""}${more}${remedy}` }
}

function wrongCount(count, width) {
  const remedy = count === 1 ? "; separate the fields by commas, semicolons or tabs, the same in the whole file"
    : count === 24 || count === 25 ? "; if these are decimal commas, write points" : ""
  return `${count} field${count === 1 ? "" : "s"}, expected ${width ?? "12 or 13"}${remedy}`
}

// The separator that splits the first row into so many fields, or else the first that occurs in it at all. Commas come last, since
// the fields of the others may contain them.
function separatorOf(text) {
  let inUse
  for (const separator of ["\t", ";", ","]) {
    let count = 0
    try {
      count = split(text, separator).next().value?.fields.length ?? 0
    } catch {
      continue // A quote that opens behind another separator may never close.
    }
    if (widths.includes(count)) return separator
    if (count > 1) inUse ??= separator
  }
  return inUse ?? ","
}

// The rows, each with the line it begins in. Lines that hold nothing but blanks are skipped.
function* split(text, separator) {
  const rest = new RegExp(`[^${separator}\n]*`, "y")
  let place = 0, nextLine = 1
  const isLineEnd = at => text[at] === "\r" && (at + 1 === text.length || text[at + 1] === "\n")
  const isBlank = at => text[at] === " " || text[at] === "\t"
  const endOfQuotes = (opening, line) => {
    for (let at = opening + 1; at < text.length; at++) {
      if (text[at] === "\n") nextLine++
      if (text[at] === '"' && text[++at] !== '"') return at
    }
    throw new SyntaxError(`line ${line}: a quote that opens here is never closed`)
  }
  const field = () => {
    const begin = place
    let first = place, end, isTorn = false
    while (text[first] === " ") first++
    const isQuoted = text[first] === '"'
    if (isQuoted) end = place = endOfQuotes(first, nextLine)
    rest.lastIndex = place
    const behind = place
    place += (rest.exec(text)?.[0] ?? "").length
    for (let at = behind; isQuoted && at < place; at++) isTorn ||= !isBlank(at) && !isLineEnd(at)
    if (isQuoted && !isTorn) return { isTorn, text: text.slice(first + 1, end - 1).replaceAll('""', '"') }
    const endsRow = place === text.length || text[place] === "\n"
    return { isTorn, text: text.slice(begin, endsRow && place > begin && isLineEnd(place - 1) ? place - 1 : place) }
  }
  while (true) {
    for (let ahead = place; ; ahead++) {
      if (ahead === text.length) return
      if (text[ahead] === "\n") [place, nextLine] = [ahead + 1, nextLine + 1]
      else if (!isLineEnd(ahead) && (!isBlank(ahead) || text[ahead] === separator)) break
    }
    const line = nextLine, start = place, fields = []
    for (let goesOn = true; goesOn; place++) {
      fields.push(field())
      goesOn = text[place] === separator
      if (place - start > longestRow / 3 && bytesOf(text.slice(start, place)) > longestRow) {
        throw new SyntaxError(`line ${line}: a row is longer than ${longestRow} bytes; look for a quote that is not closed`)
      }
    }
    nextLine++
    yield { line, fields }
    if (place > text.length) return
  }
}
