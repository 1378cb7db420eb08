// Lists of JSON values as the tool reads them: nothing that RFC 8259 does not allow, no name twice in an object, at most 64 deep.

const deepest = 64
const plain = /[^"\\\u0000-\u001f]*/y, escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const written = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const words = { t: ["true", true], f: ["false", false], n: ["null", null] }

/** A number as it is written; text that differs may be another number, or no whole one. */
export class JSONNumber {
  constructor(text) { this.text = text }

  get isInt64() {
    return /^-?\d{1,19}$/.test(this.text) && BigInt(this.text) === BigInt.asIntN(64, BigInt(this.text))
  }
}

/** The members of an object by name, and the line it begins in. */
class JSONObject extends Map {
  constructor(line) {
    super()
    this.line = line
  }
}

export function kindOf(value) {
  if (value === null) return "null"
  if (value instanceof Map) return "object"
  if (value instanceof JSONNumber) return "number"
  return Array.isArray(value) ? "array" : typeof value
}

/** A line that is no object, where others are; what is wrong with it. */
export class BrokenLine {
  constructor(text) { this.text = text }
}

/**
 * Takes every value of a list, with its JSON pointer and line: of an array, of the array `markers` or `data` of an object, or of
 * objects line by line. Returns how many there were, and the member `schema` of the object, or of the only one. A line that is broken is
 * taken as one, if the file is stated to be of lines or others came before, each in a line of its own.
 */
export function takeList(text, take, isStated = false) {
  const scanner = new Scanner(text)
  let count = 0, pointer = "", schema
  const element = () => take(scanner.value(), `${pointer}/${count}`, scanner.start, count++)
  scanner.skipBlanks()
  if (!isStated && scanner.next !== "[" && scanner.next !== "{") scanner.fail("an object, an array of objects, or objects line by line")
  const around = scanner.next === "{" ? scanner.membersBeforeList() : null
  if (scanner.next === "[") {
    if (around) pointer = `/${around.holder}`
    scanner.elements(element)
    if (around) schema = scanner.membersAfterList(around.members).get("schema")
    scanner.skipBlanks()
    if (scanner.next !== undefined) scanner.fail("the end of the document")
    return { count, schema }
  }
  let first, behind = 0, isFlat = true
  try {
    do {
      if (scanner.next !== "{") scanner.fail("an object, an array of objects, or objects line by line")
      const value = scanner.value()
      first ??= value
      take(value, "", scanner.start, count++)
      const line = scanner.line
      behind = scanner.place
      isFlat &&= line === scanner.start
      scanner.skipBlanks()
      if (scanner.next !== undefined && scanner.line === line) scanner.fail("the end of the document, or a new line")
    } while (scanner.next !== undefined)
  } catch (error) {
    if (!(error instanceof SyntaxError) || !isFlat || !isStated && count === 0) throw error
    const rest = linesOf(text, behind)
    if (count === 0 && rest.every(([value]) => value instanceof BrokenLine)) throw error
    for (const [value, line] of rest) take(value, "", line, count++)
  }
  return { count, schema: count === 1 ? first.get("schema") : undefined }
}

/** The one value of a text as it is read; null where it holds several, or none. */
export function wholeOf(text) {
  const scanner = new Scanner(text)
  try {
    scanner.skipBlanks()
    const value = scanner.value()
    scanner.skipBlanks()
    return scanner.next === undefined ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

// The objects of the lines behind a place, each by itself, with its line. Behind an object nothing else may be in its line.
function linesOf(text, behind) {
  const found = []
  let line = text.slice(0, behind).split("\n").length
  for (const [place, part] of text.slice(behind).split("\n").entries()) {
    if (part.trim()) found.push([place === 0 && behind > 0 ? new BrokenLine("something is behind the object") : objectOf(part, line), line])
    line++
  }
  return found
}

function objectOf(text, line) {
  const scanner = new Scanner(text)
  scanner.line = line
  try {
    scanner.skipBlanks()
    if (scanner.next !== "{") scanner.fail("an object")
    const value = scanner.value()
    scanner.skipBlanks()
    if (scanner.next !== undefined) scanner.fail("a new line")
    return value
  } catch (error) {
    return new BrokenLine(/** @type {Error} */ (error).message.replace(/^line \d+: /, ""))
  }
}

class Scanner {
  place = 0
  line = 1
  /** The line that the last value began in. */
  start = 1

  constructor(text) { this.text = text }

  get next() { return this.text[this.place] }

  fail(wanted) {
    const found = this.next === undefined ? "the text ends" : `found ${JSON.stringify(this.next)}`
    throw new SyntaxError(`line ${this.line}: ${found}, expected ${wanted}`)
  }

  skipBlanks() {
    for (; ; this.place++) {
      const next = this.text.charCodeAt(this.place)
      if (next === 0x0A) this.line++
      else if (next !== 0x20 && next !== 0x0D && next !== 0x09) return
    }
  }

  /** The value at the place, which no blanks are before. */
  value(depth = 0) {
    const start = this.line, value = this.#anything(depth)
    if (depth === 0) this.start = start
    return value
  }

  #anything(depth) {
    const next = this.next
    if (next === "{" || next === "[") {
      if (depth === deepest) this.fail(`at most ${deepest} arrays and objects in each other`)
      if (next === "[") {
        const values = []
        this.elements(() => values.push(this.value(depth + 1)))
        return values
      }
      const members = new JSONObject(this.line)
      this.place++
      this.skipBlanks()
      if (this.next === "}") this.place++
      else while (true) {
        this.member(members, depth + 1)
        if (!this.#goesOn("}", "a comma or a closing brace")) break
      }
      return members
    }
    if (next === '"') return this.#string()
    if (next === "t" || next === "f" || next === "n") {
      const [word, value] = words[next]
      if (!this.text.startsWith(word, this.place)) this.fail(word)
      this.place += word.length
      return value
    }
    return new JSONNumber(this.#match(written) || this.fail("a value"))
  }

  /** Reads the name of a member and, unless it may hold a list, its value. */
  member(members, depth, isHolder = _ => false) {
    if (this.next !== '"') this.fail("a name in quotation marks")
    const name = this.#string()
    if (members.has(name)) throw new SyntaxError(`line ${this.line}: an object has the name ${JSON.stringify(name)} twice`)
    this.skipBlanks()
    if (this.next !== ":") this.fail("a colon")
    this.place++
    this.skipBlanks()
    const isList = this.next === "[" && isHolder(name)
    members.set(name, isList ? undefined : this.value(depth))
    return isList ? name : null
  }

  /** Goes past the elements of the array at the place; `element` reads each. */
  elements(element) {
    this.place++
    this.skipBlanks()
    if (this.next === "]") this.place++
    else do element(); while (this.#goesOn("]", "a comma or a closing bracket"))
  }

  /** Goes to the list of the object at the place; where it has none, stays, and returns null. */
  membersBeforeList() {
    const { place, line } = this, members = new JSONObject(this.line)
    this.place++
    this.skipBlanks()
    if (this.next !== "}") {
      do {
        // A marker's own data, behind its id, is no list.
        const holder = this.member(members, 1, name => name === "markers" || name === "data" && !members.has("id"))
        if (holder) return { holder, members }
      } while (this.#goesOn("}", "a comma or a closing brace"))
    }
    this.place = place
    this.line = line
    return null
  }

  /** Reads the rest of an object whose list was read. */
  membersAfterList(members) {
    while (this.#goesOn("}", "a comma or a closing brace")) this.member(members, 1)
    return members
  }

  // After a value: goes to what comes next and returns true, or past the end.
  #goesOn(end, wanted) {
    this.skipBlanks()
    const next = this.next
    if (next !== "," && next !== end) this.fail(wanted)
    this.place++
    if (next === ",") this.skipBlanks()
    return next === ","
  }

  #string() {
    const start = this.place++
    let hasEscapes = false
    while (true) {
      this.#match(plain)
      if (this.next === '"') break
      if (!this.#match(escape)) this.fail(this.next === "\\" ? "an escape that JSON has" : "the end of a text")
      hasEscapes = true
    }
    const text = this.text.slice(start + 1, this.place++)
    if (!hasEscapes) return text
    const meant = JSON.parse(`"${text}"`)
    if (/\p{Cs}/u.test(meant)) throw new SyntaxError(`line ${this.line}: a text has half a pair of surrogates`)
    return meant
  }

  #match(pattern) {
    pattern.lastIndex = this.place
    const found = pattern.exec(this.text)?.[0] ?? ""
    this.place += found.length
    return found
  }
}
