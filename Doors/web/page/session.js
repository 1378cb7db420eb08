// What a person has done: which files, which pairs, how each is used. Every step is an action, and every step can be taken back.

/**
 * @typedef {{ old: number, new: number, use: "fit" | "check" | "off" }} Pair
 * @typedef {{ old: number, new: number, pairs: Pair[], tolerance: number | null, robust: boolean, choice: number, model: string, straighten: string }} State
 *   numbers of files, -1 for none; pairs in the order of the old markers; the tolerance in metres
 * @typedef {{ do: "scans", old: number, new: number } | { do: "swap" } | { do: "labels" } | { do: "unpair all" } | { do: "pair", old: number, new: number }
 *   | { do: "geometry", pairs: { old: number, new: number }[] } | { do: "pairs", pairs: { old: number, new: number }[] } | { do: "map", pairs: { old: number, new: number, use?: "fit" | "check" | "off" }[] } | { do: "unpair", old: number } | { do: "use", old: number, use: "fit" | "check" | "off" } | { do: "tolerance", metres: number | null }
 *   | { do: "robust", on: boolean } | { do: "choice", choice: number } | { do: "model", model: string } | { do: "straighten", by: string }} Action
 * @typedef {{ isTable: boolean, count: number, ids: string[], labels: string[], usable: Uint8Array }} Scan
 */

/** @returns {State} */
export const freshState = () => ({ old: -1, new: -1, pairs: [], tolerance: 0.02, robust: false, choice: 0, model: "chosen", straighten: "none" })

/** The state after an action. @param {State} state @param {Action} action @param {Scan[]} files @returns {State} */
export function after(state, action, files) {
  switch (action.do) {
    case "scans": {
      const next = { ...state, old: action.old, new: action.new, pairs: [], choice: 0 }
      return { ...next, pairs: action.old >= 0 && action.new >= 0 ? byLabel(files[action.old], files[action.new]).pairs : [] }
    }
    case "swap": {
      const pairs = state.pairs.map(pair => ({ ...pair, old: pair.new, new: pair.old })).sort((a, b) => a.old - b.old)
      return { ...state, old: state.new, new: state.old, pairs }
    }
    case "labels": return { ...state, pairs: byLabel(files[state.old], files[state.new]).pairs, choice: 0 }
    case "unpair all": return { ...state, pairs: [], choice: 0 }
    case "pair": {
      // A marker has one partner.
      const others = state.pairs.filter(pair => pair.old !== action.old && pair.new !== action.new)
      /** @type {Pair} */
      const made = { old: action.old, new: action.new, use: "fit" }
      return { ...state, pairs: [...others, made].sort((a, b) => a.old - b.old), choice: 0 }
    }
    case "pairs":
    case "geometry":
    case "map": {
      /** @type {Pair[]} */
      const made = action.pairs.map(pair => ({ old: pair.old, new: pair.new, use: "use" in pair ? pair.use ?? "fit" : "fit" })), kept = action.do === "pairs" ? state.pairs : []
      return { ...state, pairs: [...kept, ...made].sort((a, b) => a.old - b.old), choice: 0 }
    }
    case "unpair": return { ...state, pairs: state.pairs.filter(({ old }) => old !== action.old), choice: 0 }
    case "use": return { ...state, pairs: state.pairs.map(pair => pair.old === action.old ? { ...pair, use: action.use } : pair) }
    case "tolerance": return { ...state, tolerance: action.metres }
    case "robust": return { ...state, robust: action.on, choice: 0 }
    case "choice": return { ...state, robust: true, choice: action.choice }
    case "model": return { ...state, model: action.model }
    case "straighten": return { ...state, straighten: action.by }
    default: return state
  }
}

/** A text as labels are compared: in one composition, without blanks around it and without case. @param {string} text */
export function folded(text) {
  const trimmed = text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "")
  return trimmed.normalize("NFD").toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC")
}

/**
 * The pairs of markers whose label both scans have once; rows of tables have ids instead. The others by the reason they are left for.
 *
 * @param {Scan} from @param {Scan} to
 */
export function byLabel(from, to) {
  const before = known.get(from)
  if (before?.to === to) return before.found
  const found = pairedByLabel(from, to)
  known.set(from, { to, found })
  return found
}

/** What was paired last with each scan: every click asks again. @type {WeakMap<Scan, { to: Scan, found: { pairs: Pair[], repeated: number[] } }>} */
const known = new WeakMap()

/** @param {Scan} from @param {Scan} to @returns {{ pairs: Pair[], repeated: number[] }} */
function pairedByLabel(from, to) {
  const keys = list => (list.isTable ? list.ids : list.labels).map((text, marker) => list.usable[marker] ? folded(text) : "")
  const [olds, news] = [keys(from), keys(to)], count = list => {
    const places = new Map()
    list.forEach((key, marker) => key && places.set(key, [...(places.get(key) ?? []), marker]))
    return places
  }
  const [of, at] = [count(olds), count(news)]
  /** @type {Pair[]} */
  const pairs = []
  /** @type {number[]} */
  const repeated = []
  olds.forEach((key, old) => {
    const [mine, theirs] = [of.get(key), at.get(key)]
    if (!theirs) return
    if (mine.length === 1 && theirs.length === 1) pairs.push({ old, new: theirs[0], use: "fit" })
    else repeated.push(old)
  })
  return { pairs, repeated }
}

/**
 * The pairs that a map of ids names (CSV of old,new and how they are used, as the page writes it), and the ids of it that no marker has, or several have.
 *
 * @param {string} text @param {Scan} from @param {Scan} to
 */
export function byMap(text, from, to) {
  /** @param {string} word @returns {"fit" | "check" | "off"} */
  const useOf = word => word === "check" || word === "off" ? word : "fit"
  const places = list => {
    const found = new Map()
    list.ids.forEach((id, marker) => list.usable[marker] && found.set(id.toLowerCase(), found.has(id.toLowerCase()) ? -1 : marker))
    return found
  }
  const [olds, news] = [places(from), places(to)], taken = { old: new Set(), new: new Set() }
  /** @type {{ old: number, new: number, use: "fit" | "check" | "off" }[]} */
  const pairs = []
  let unknown = 0
  for (const line of text.split(/\r?\n/).slice(1)) {
    if (!line.trim()) continue
    const [old, fresh, use] = line.split(/[,;\t]/).map(field => field.replace(/^[\s"]+|[\s"]+$/g, "").toLowerCase()), pair = { old: olds.get(old) ?? -1, new: news.get(fresh) ?? -1, use: useOf(use) }
    const isPair = pair.old >= 0 && pair.new >= 0 && !taken.old.has(pair.old) && !taken.new.has(pair.new)
    if (!isPair) unknown++
    else {
      taken.old.add(pair.old)
      taken.new.add(pair.new)
      pairs.push(pair)
    }
  }
  return { pairs, unknown }
}

/** Whether a text is a map of ids. @param {string} text */
export const isMap = text => /^\uFEFF?[ "]*old[ "]*[,;\t][ "]*new[ "]*([,;\t][ "]*use[ "]*)?\r?\n/i.test(text)

/** Whether the pairs are those that labels alone make, all of them for the fit. @param {State} state @param {Scan} from @param {Scan} to */
export function isByLabel(state, from, to) {
  if (from.isTable || to.isTable) return false
  const { pairs } = byLabel(from, to)
  return pairs.length === state.pairs.length && state.pairs.every((pair, place) => pair.use === "fit" && pair.old === pairs[place].old && pair.new === pairs[place].new)
}

/** A session: its state, and the way back and forth. */
export class Session {
  /** @param {Scan[]} files those that are known; more may be added */
  constructor(files = []) {
    this.files = files
    this.state = freshState()
    /** @type {{ state: State, action: Action }[]} */
    this.past = []
    /** @type {{ state: State, action: Action }[]} */
    this.future = []
  }

  /** What was done so far is where the session begins: nothing before it can be taken back. */
  begin() {
    this.past = []
    this.future = []
  }

  /** @param {Action} action */
  act(action) {
    const next = after(this.state, action, this.files)
    const last = this.past.at(-1)
    // One pull of a slider is one step.
    if (action.do === "tolerance" && last?.action.do === "tolerance" && !this.future.length) last.action = action
    else this.past.push({ state: this.state, action })
    this.future = []
    this.state = next
  }

  undo() {
    const last = this.past.pop()
    if (!last) return null
    this.future.push({ state: this.state, action: last.action })
    this.state = last.state
    return last.action
  }

  redo() {
    const next = this.future.pop()
    if (!next) return null
    this.past.push({ state: this.state, action: next.action })
    this.state = next.state
    return next.action
  }
}
