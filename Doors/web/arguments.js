// What callers hand in, checked before any of it is used: what is not understood is refused in words, never passed over.
import { Severity, structures } from "./layout.js"

/** The value as doubles, in rows of a width, and as many as are needed. */
export function numbers(value, width, name, rows) {
  if (!Array.isArray(value) && (!ArrayBuffer.isView(value) || value instanceof DataView)) {
    throw new TypeError(`${name} is no array of numbers`)
  }
  const array = value instanceof Float64Array ? value : Float64Array.from(value, number => {
    if (typeof number !== "number") throw new TypeError(`${name} holds ${typeof number}, not numbers`)
    return number
  })
  if (array.length % width) throw new RangeError(`${name} has ${array.length} numbers, not a multiple of ${width}`)
  if (rows !== undefined && array.length !== rows * width) throw new RangeError(`${name} has ${array.length} numbers, not ${rows * width}`)
  return array
}

/** The groups of pairs: whole numbers, one for each pair. */
export function groupsOf(value, count) {
  const groups = numbers(value, 1, "groups", count)
  const wrong = groups.findIndex(group => !Number.isSafeInteger(group))
  if (wrong >= 0) throw new RangeError(`groups has ${groups[wrong]} at ${wrong}, not a whole number`)
  return BigInt64Array.from(groups, BigInt)
}

/** The options of a function, all of which it has. */
export function optionsOf(value, names, use) {
  if (value === undefined) return {}
  if (!isPlain(value)) throw new TypeError(`the options of ${use} are an object with any of ${names.join(", ")}`)
  const unknown = Object.keys(value).find(name => !names.includes(name))
  if (unknown !== undefined) throw new RangeError(`${use} has no option ${unknown}; there are ${names.join(", ")}`)
  return value
}

/** The place of a word among those that an option may have. */
export function choiceOf(word, words, name) {
  const place = words.indexOf(word)
  if (place < 0) throw new RangeError(`the ${name} ${word} is none of ${words.join(", ")}`)
  return place
}

export function boolean(value, name) {
  if (typeof value !== "boolean") throw new TypeError(`${name} is ${value}, not true or false`)
  return value
}

/** A whole number from a least one. */
export function whole(value, least, name) {
  if (!Number.isSafeInteger(value) || value < least) throw new RangeError(`${name} is ${value}, not a whole number from ${least}`)
  return value
}

/** A number above zero, or undefined. */
export function positive(value, name, most = Infinity) {
  if (value !== undefined && !(typeof value === "number" && value > 0 && value < Infinity && value <= most)) {
    throw new RangeError(`${name} is ${value}, not a number above zero${most < Infinity ? ` and at most ${most}` : ""}`)
  }
  return value
}

const limitNames = structures.limits.members.map(({ name }) => name).filter(name => name !== "reserved")

/** The limits that a caller changes, as members of quadcal_limits. */
export function limitsOf(value) {
  if (!isPlain(value)) {
    throw new TypeError(`limits is ${JSON.stringify(value)}, not an object such as { longestEdge: 3 }; strict: true takes the strict ones`)
  }
  const limits = {}
  for (const [name, limit] of Object.entries(value)) {
    if (!limitNames.includes(name)) throw new RangeError(`there is no limit ${name}; there are ${limitNames.join(", ")}`)
    if (limit === undefined) continue
    const isSeverity = name === "foldSeverity"
    if (!isSeverity && typeof limit !== "number") throw new TypeError(`the limit ${name} is ${typeof limit}, not a number`)
    limits[name] = isSeverity ? 1 + choiceOf(limit, Severity.slice(1), name) : limit
  }
  return limits
}

/** The limits of a structure, as a caller gives them. */
export function limitsIn(structure) {
  return Object.fromEntries(limitNames.map(name => [name, name === "foldSeverity" ? Severity[structure[name]] : structure[name]]))
}

function isPlain(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)
}
