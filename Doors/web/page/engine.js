// What the page knows of files and pairs, as the tool would say it: reading, checking, fitting. Nothing here knows of a document, so that
// node can play the same sessions as the page.
import { Code, FitRefused, Severity } from "../quadcal.js"
import { readMarkers } from "../markers.js"
import { isUUID } from "../records.js"
import { judge, verdictOf } from "../verdict.js"
import { folded, isByLabel } from "./session.js"
import { judgedBy, lengthOf, nameOf } from "./words.js"

/**
 * @typedef {{ name: string, isTable: boolean, count: number, ids: string[], labels: string[], places: string[], times: Float64Array, corners: Float64Array,
 *   centers: Float64Array, usable: Uint8Array, severities: Uint8Array, verdict: string, findings: Finding[], findingCount: number, whole: Finding[], plain: boolean,
 *   calibrated: number }} MarkerList a file of markers: `plain` if `quadcal fit` reads it without a remark, `calibrated` markers have other corners, too;
 *   times in s, NaN where none is known
 * @typedef {{ marker: number, place: string, label: string, code: string, text: string, severity: string, location: number[] | null,
 *   order: number[] | null }} Finding
 * @typedef {{ old: number, new: number, use: "fit" | "check" | "off" }} Pair
 * @typedef {{ old: number, new: number, pairs: Pair[], tolerance: number | null, robust: boolean, choice: number, model: string, straighten: string }} Request
 * @typedef {{ verdict: string, reasons: { code: string, text: string }[], refused: boolean, motion: Float64Array | null, growth: number,
 *   model: string, rms: number, largest: number, leaveOneOut: number, noise: number, errors: Float64Array, moved: Float64Array,
 *   residuals: Float64Array, vectors: Float64Array, orders: Uint8Array, follows: Uint8Array, bounds: Float64Array, worst: number,
 *   shifts: Float64Array, straightened: Straightened | null, support: number[], fitted: number, checked: number, took: number, settled: boolean, judged: { verdict: string, reasons: { code: string, text: string }[] } | null }} Result
 *   residuals are of pairs, root mean square, m; shifts are of markers on top of the motion, m; `judged` is the verdict without a tolerance
 * @typedef {{ by: string, leaveOneOut: number, leaveOneOutOfMotion: number, pins: number, beyond: number }} Straightened `beyond`: markers whose shifts fade
 */

// More than these are counted and not listed: nobody would read them.
const mostListed = 5000
// The orders of so many pairs are found in a second; of more, those of some tell the others.
const mostAtOnce = 1000, sampled = 256
// Motions by geometry that are shown, and milliseconds to look for more than two.
const mostRivals = 12, patience = 4000
// Fits that are kept: a step back, and what the card has tried, need no other.
const mostKept = 6

/** All files and fits of a session. */
export class Engine {
  /** @param {any} quadcal the module */
  constructor(quadcal) {
    this.quadcal = quadcal
    /** @type {MarkerList[]} */
    this.files = []
    /** The corner orders that are known, by the markers of a pair; of one pair of files. */
    this.orders = new Map()
    this.ordersOf = ""
    /** What joins by label are refused for, by their files. @type {Map<string, FitRefused | null>} */
    this.joins = new Map()
    /** The last fits by what was asked for, the newest last. @type {Map<string, Result>} */
    this.kept = new Map()
  }

  /**
   * Reads a file and checks its markers.
   *
   * @param {Uint8Array} bytes @param {string} name @param {boolean} strict
   */
  read(bytes, name, strict = false) {
    const { markers, findings } = readMarkers(bytes, name), count = markers.length
    judge(this.quadcal, markers, { strict })
    const isTable = markers.length > 0 && markers.every(({ pointer, place }) => place.startsWith("line ") && pointer.startsWith("/markers/"))
    /** @type {Finding[]} */
    const all = []
    const corners = new Float64Array(12 * count).fill(NaN), usable = new Uint8Array(count), severities = new Uint8Array(count)
    let findingCount = 0, isPlain = findings.length === 0, calibrated = 0
    markers.forEach((marker, index) => {
      // What the check finds of corners keeps no marker out of a fit.
      const isRefused = marker.findings.some(({ code, severity }) => severity === 4 && code !== "DUPLICATE_ID" && !(code in Code && marker.corners))
      if (marker.corners) corners.set(marker.corners, 12 * index)
      usable[index] = marker.corners && !isRefused ? 1 : 0
      if (isRefused || marker.findings.some(({ code }) => code === "BROKEN_LINE")) isPlain = false
      if (marker.isCalibrated) calibrated++
      severities[index] = marker.severity
      findingCount += marker.findings.length
      if (marker.findings.length && all.length < mostListed) all.push(...this.#findings(marker, index, strict))
    })
    const measures = this.quadcal.measure(corners.map(value => Number.isFinite(value) ? value : 0)), centers = new Float64Array(3 * count)
    for (let index = 0; index < count; index++) centers.set(measures.subarray(8 * index, 8 * index + 3), 3 * index)
    const list = {
      name, isTable, count, ids: markers.map(({ id }) => id), labels: markers.map(({ label }) => label),
      times: Float64Array.from(markers, ({ time = NaN }) => time), places: markers.map(({ place, line, pointer }) => isTable || !pointer ? place : `line ${line}, ${pointer}`), corners, centers, usable, severities, verdict: verdictOf({ markers, findings }),
      findings: all, findingCount: findingCount + findings.length, plain: isPlain && !isTable, calibrated,
      whole: findings.map(({ code, text, severity }) => ({ marker: -1, place: "", label: "", code, text, severity: Severity[severity],
        location: null, order: null })),
    }
    this.files.push(list)
    this.orders.clear()
    this.kept.clear()
    return { file: this.files.length - 1, list }
  }

  #findings(marker, index, strict) {
    const { line, pointer, label, id, corners } = marker, place = pointer && !marker.place.startsWith("line ") ? `line ${line}, ${pointer}` : marker.place
    const who = { marker: index, place, label: label || id || "no label" }
    const told = marker.findings.filter(({ code }) => !(code in Code) || !corners)
      .map(({ code, text, severity }) => ({ ...who, code, text, severity: Severity[severity ?? 4], location: null, order: null }))
    if (!corners) return told
    return told.concat(this.quadcal.findings(corners, { strict }).map(found => ({ ...who, code: found.code, text: wordsOf(found),
      severity: found.severity, location: found.location ? [...found.location] : null, order: found.order })))
  }

  /**
   * Why the tool refuses to join two files by label, where markers that share a label with others follow another motion; null if it does not.
   *
   * @param {number} old @param {number} fresh @returns {{ code: string, text: string, values: number[] } | null}
   */
  refusedJoin(old, fresh) {
    const key = `${old} ${fresh}`, [from, to] = [this.files[old], this.files[fresh]]
    if (this.joins.has(key)) return this.joins.get(key) ?? null
    /** @type {FitRefused | null} */
    let refusal = null
    const { sides, keys } = this.#keyed([from, to])
    const times = keys.map(side => side.reduce((counts, key) => key < 0 ? counts : counts.set(key, (counts.get(key) ?? 0) + 1), new Map()))
    const isRepeated = [...times[0]].some(([key, count]) => times[1].has(key) && (count > 1 || times[1].get(key) > 1))
    try {
      if (isRepeated) this.quadcal.checkJoin(this.#corners(old, sides[0]), keys[0], this.#corners(fresh, sides[1]), keys[1])
    } catch (error) {
      if (!(error instanceof FitRefused)) throw error
      refusal = error
    }
    this.joins.set(key, refusal)
    return refusal
  }

  /**
   * The usable markers of two lists, and equal numbers for equal labels; -1 for none, and for one that says nothing.
   *
   * @param {MarkerList[]} lists @param {string} [unsaid]
   */
  #keyed(lists, unsaid) {
    const sides = lists.map(({ usable }) => [...usable.keys()].filter(marker => usable[marker])), numbers = new Map()
    const keys = lists.map(({ isTable, labels }, side) => sides[side].map(marker => {
      const label = isTable ? "" : folded(labels[marker])
      if (!label || label === unsaid) return -1
      if (!numbers.has(label)) numbers.set(label, numbers.size)
      return numbers.get(label)
    }))
    return { sides, keys }
  }

  /**
   * The pairs that lie on each other under one motion, by corners alone, or why there are none.
   *
   * @param {{ old: number, new: number }} scans @param {number} choice the motion to take where there are several, from 1; 0: none is chosen
   * @returns {{ pairs: { old: number, new: number }[], refusal: { code: string, text: string } | null, rivals: { old: number, new: number }[][] }} with the
   *   pairs of each motion where there are several
   */
  placed(scans, choice) {
    // The label that the app gives to every marker says nothing.
    const { sides, keys } = this.#keyed([this.files[scans.old], this.files[scans.new]], "new marker")
    try {
      const partners = this.quadcal.joinGeometry(this.#corners(scans.old, sides[0]), this.#corners(scans.new, sides[1]), { oldKeys: keys[0], newKeys: keys[1], choice })
      return { pairs: [...partners].flatMap((partner, place) => partner < 0 ? [] : [{ old: sides[0][place], new: sides[1][partner] }]), refusal: null, rivals: [] }
    } catch (error) {
      if (!(error instanceof FitRefused)) throw error
      const { code, text } = error, start = performance.now(), rivals = []
      // Each takes as long as the first; of large scans some must do.
      while (!choice && code === "AMBIGUOUS_MOTION" && rivals.length < mostRivals && (rivals.length < 2 || performance.now() - start < patience)) {
        const { pairs } = this.placed(scans, rivals.length + 1)
        if (!pairs.length) break
        rivals.push(pairs)
      }
      return { pairs: [], refusal: { code, text }, rivals }
    }
  }

  /** The markers of a file whose id nothing else in it has, for a map of ids. @param {number} file */
  identified(file) {
    const { ids } = this.files[file], seen = new Map()
    for (const id of ids) seen.set(id.toLowerCase(), (seen.get(id.toLowerCase()) ?? 0) + 1)
    return ids.map(id => isUUID(id) && seen.get(id.toLowerCase()) === 1)
  }

  /**
   * Fits the pairs of a request. Corner orders that are known are taken; with `settles` all are found again, as the tool finds them for
   * exactly these pairs. What was fitted a moment ago is not fitted again.
   *
   * @param {Request} request @param {boolean} settles @returns {Result}
   */
  fit(request, settles = true) {
    const start = performance.now(), key = requestKey(request)
    let found = this.#kept(request, key)
    this.kept.delete(key)
    if (!found || settles && !found.settled) found = this.#fit(request, settles)
    else if (!found.refused) for (const [place, pair] of request.pairs.entries()) this.orders.set(keyOf(pair), orderOf(found.orders, 4 * place))
    this.kept.set(key, found)
    if (this.kept.size > mostKept) this.kept.delete([...this.kept.keys()][0])
    // What is given away is another's from then on.
    return judgedBy(this.files[request.old], { ...structuredClone(found), took: performance.now() - start }, request.tolerance)
  }

  // What is known of a request, while the orders of corners are those of its files.
  #kept(request, key) {
    return this.ordersOf === `${request.old} ${request.new}` ? this.kept.get(key) : undefined
  }

  /** @param {Request} request @param {boolean} settles @returns {Result} */
  #fit(request, settles) {
    const [from, to] = [this.files[request.old], this.files[request.new]], { pairs } = request, fitted = pairs.flatMap(({ use }, place) => use === "fit" ? [place] : [])
    const result = this.#empty(from, pairs)
    result.fitted = fitted.length
    result.checked = pairs.filter(({ use }) => use === "check").length
    try {
      if (fitted.length) {
        const refusal = request.robust || !isByLabel(request, from, this.files[request.new]) ? null : this.refusedJoin(request.old, request.new)
        if (refusal) throw refusal
        this.#order(request, fitted, settles)
        this.#calibrate(request, fitted, from, to, result)
      } else this.#refuse(result, "NO_PAIRS", "no pair is used for the fit; pair some markers by geometry or by hand, or take some back")
    } catch (error) {
      if (!(error instanceof FitRefused)) throw error
      this.#refuse(result, error.code, this.#reason(error, request, fitted))
      if (error.code === "AMBIGUOUS_MOTION") result.support = error.values.slice(0, 2)
    }
    pairs.forEach((pair, place) => result.orders.set(this.#orderOf(pair), 4 * place))
    result.settled = settles
    result.judged = { verdict: result.verdict, reasons: result.reasons }
    return result
  }

  /**
   * The motion and the residuals alone, for what is shown at once, or all of it where that is known; null where they take as long as all of it.
   *
   * @param {Request} request @returns {Result | null}
   */
  quick(request) {
    const start = performance.now(), { pairs, robust, model, straighten } = request, fitted = pairs.flatMap(({ use }, place) => use === "fit" ? [place] : [])
    const isKnown = this.ordersOf === `${request.old} ${request.new}` && fitted.every(place => this.orders.has(keyOf(pairs[place])))
    if (this.#kept(request, requestKey(request))) return this.fit(request, false)
    if (robust || straighten !== "none" || model === "similarity" || !fitted.length || !isKnown || this.joins.get(`${request.old} ${request.new}`)) return null
    const from = this.files[request.old], result = this.#empty(from, pairs)
    try {
      const sources = this.#corners(request.old, fitted.map(place => pairs[place].old)), targets = this.#targets(request, fitted)
      result.motion = this.quadcal.calibrateMotion(sources, targets, { groups: this.#options(request, fitted.length).groups, model })
    } catch (error) {
      if (error instanceof FitRefused) return null
      throw error
    }
    result.verdict = "pending"
    result.fitted = fitted.length
    this.#move(from, result)
    for (const pair of pairs) if (pair.use !== "fit") this.orders.set(keyOf(pair), this.#nearest(request, pair, result.moved))
    this.#residuals(request, result)
    pairs.forEach((pair, place) => result.orders.set(this.#orderOf(pair), 4 * place))
    result.took = performance.now() - start
    return result
  }

  #move(from, result) {
    const clean = from.corners.map(value => Number.isFinite(value) ? value : 0)
    result.moved = this.quadcal.move(result.motion, clean, { growth: result.growth })
    from.usable.forEach((isUsable, marker) => { if (!isUsable) result.moved.fill(NaN, 12 * marker, 12 * marker + 12) })
  }

  #refuse(result, code, text) {
    return Object.assign(result, { verdict: "refused", refused: true, reasons: [{ code, text }] })
  }

  /** @returns {Result} */
  #empty(from, pairs) {
    const count = pairs.length
    return { verdict: "refused", reasons: [], refused: false, motion: null, growth: 1, model: "", rms: NaN, largest: NaN, leaveOneOut: NaN,
      noise: NaN, errors: new Float64Array(from.count).fill(NaN), moved: from.corners.slice(), residuals: new Float64Array(count).fill(NaN),
      vectors: new Float64Array(12 * count).fill(NaN), orders: new Uint8Array(4 * count), shifts: new Float64Array(3 * from.count), straightened: null, follows: new Uint8Array(count).fill(1),
      bounds: new Float64Array(count).fill(NaN), worst: -1, support: [], fitted: 0, checked: 0, took: 0, settled: false, judged: null }
  }

  #reason({ text, index }, request, fitted) {
    const pair = index === null ? undefined : request.pairs[fitted[Math.floor(index / 4)]]
    return pair ? `${text} (at ${nameOf(this.files[request.old], pair.old)})` : text
  }

  #orderOf(pair) { return this.orders.get(keyOf(pair)) ?? allOrders[0] }

  // The orders of the pairs that are fitted are those that the tool finds for them, all together.
  #order(request, fitted, settles) {
    const files = `${request.old} ${request.new}`, { pairs } = request
    if (this.ordersOf !== files) this.orders.clear()
    this.ordersOf = files
    const isKnown = fitted.every(place => this.orders.has(keyOf(pairs[place])))
    if (isKnown && !settles) return
    if (!settles && fitted.length > mostAtOnce && this.#guess(request, fitted)) return
    const [s, t] = [this.#corners(request.old, fitted.map(place => pairs[place].old)), this.#corners(request.new, fitted.map(place => pairs[place].new))]
    const { orders } = this.quadcal.cornerOrders(s, t)
    fitted.forEach((place, number) => this.orders.set(keyOf(pairs[place]), orderOf(orders, 4 * number)))
  }

  // The orders of many, which take seconds all together: those that lie best under the motion of some that are spread over them.
  #guess(request, fitted) {
    const { pairs } = request, step = fitted.length / sampled, some = Array.from({ length: sampled }, (_, number) => fitted[Math.floor(number * step)])
    const s = this.#corners(request.old, some.map(place => pairs[place].old))
    try {
      const { orders } = this.quadcal.cornerOrders(s, this.#corners(request.new, some.map(place => pairs[place].new)))
      some.forEach((place, number) => this.orders.set(keyOf(pairs[place]), orderOf(orders, 4 * number)))
      // Some may be wrong, so the motion is that of most.
      const { motion } = this.quadcal.robust(s, this.#targets(request, some), { groups: this.#options(request, sampled).groups })
      const moved = this.quadcal.move(motion, this.files[request.old].corners.map(value => Number.isFinite(value) ? value : 0))
      for (const place of fitted) this.orders.set(keyOf(pairs[place]), this.#nearest(request, pairs[place], moved))
      return true
    } catch (error) {
      if (error instanceof FitRefused) return false
      throw error
    }
  }

  #corners(file, markers) {
    const { corners } = this.files[file], found = new Float64Array(12 * markers.length)
    markers.forEach((marker, place) => found.set(corners.subarray(12 * marker, 12 * marker + 12), 12 * place))
    return found
  }

  // The corners of the new markers of pairs, in the order of the old ones.
  #targets(request, places) {
    const { corners } = this.files[request.new], found = new Float64Array(12 * places.length)
    places.forEach((place, number) => {
      const pair = request.pairs[place], order = this.#orderOf(pair)
      for (let corner = 0; corner < 4; corner++) {
        for (let axis = 0; axis < 3; axis++) found[12 * number + 3 * corner + axis] = corners[12 * pair.new + 3 * order[corner] + axis]
      }
    })
    return found
  }

  #options({ robust, choice, model }, count) {
    const groups = new Float64Array(4 * count).map((_, place) => Math.floor(place / 4))
    return { model, groups, robust, ...(robust && choice ? { choice } : {}) }
  }

  #calibrate(request, fitted, from, to, result) {
    const { quadcal } = this, { pairs } = request
    const sources = this.#corners(request.old, fitted.map(place => pairs[place].old)), targets = this.#targets(request, fitted)
    const known = [...from.usable.keys()].filter(index => from.usable[index]), options = this.#options(request, fitted.length)
    const at = new Float64Array(3 * known.length)
    known.forEach((marker, place) => at.set(from.centers.subarray(3 * marker, 3 * marker + 3), 3 * place))
    const bent = request.straighten === "none" ? null : this.#straightened(request, fitted, request.straighten)
    const found = bent?.calibration ?? quadcal.calibrate(sources, targets, { ...options, at })
    known.forEach((marker, place) => { result.errors[marker] = found.errors[place] })
    Object.assign(result, { motion: found.motion, growth: found.growth, model: found.model, rms: found.rms, largest: found.largest,
      leaveOneOut: found.leaveOneOut, noise: found.noise, verdict: found.verdict,
      reasons: found.judgements.map(code => ({ code, text: quadcal.judgementWords(code).text })) })
    this.#move(from, result)
    if (bent?.by) {
      const { by, leaveOneOut, leaveOneOutOfMotion, pins, beyond, moved, shifts } = bent
      result.straightened = { by, leaveOneOut, leaveOneOutOfMotion, pins, beyond: beyond.filter(far => far > 0).length }
      known.forEach((marker, place) => {
        result.moved.set(moved.subarray(12 * place, 12 * place + 12), 12 * marker)
        result.shifts.set(shifts.subarray(3 * place, 3 * place + 3), 3 * marker)
      })
    }
    if (request.robust) {
      fitted.forEach((place, number) => {
        const corners = found.inliers.subarray(4 * number, 4 * number + 4)
        result.follows[place] = corners.reduce((sum, one) => sum + one, 0) > 2 ? 1 : 0
      })
      const { support, rivalSupport } = quadcal.robust(sources, targets, { groups: options.groups, ...(request.choice ? { choice: request.choice } : {}) })
      if (rivalSupport) result.support = request.choice === 2 ? [rivalSupport, support] : [support, rivalSupport]
    }
    this.#checks(request, sources, targets, options, result)
    this.#residuals(request, result)
    let worst = known[0] ?? -1
    for (const marker of known) if ((result.errors[marker] || 0) >= (result.errors[worst] || 0)) worst = marker
    result.worst = worst
  }

  // The usable markers by the motion of pairs, and by a shift of each; times are those of the old markers.
  #straightened(request, fitted, by) {
    const { old, pairs } = request, { times, usable } = this.files[old], known = [...usable.keys()].filter(index => usable[index])
    const own = Float64Array.from({ length: 4 * fitted.length }, (_, corner) => times[pairs[fitted[Math.floor(corner / 4)]].old])
    return this.quadcal.straighten(this.#corners(old, fitted.map(place => pairs[place].old)), this.#targets(request, fitted), this.#corners(old, known),
      { ...this.#options(request, fitted.length), times: own, markerTimes: Float64Array.from(known, marker => times[marker]), by })
  }

  /**
   * What each way to straighten leaves where markers are left out in turn, or why it cannot be told; and the one that is worth it.
   *
   * @param {Request} request @returns {{ by: string, leaveOneOut: number, leaveOneOutOfMotion: number, isBest: boolean, text: string }[]}
   */
  ways(request) {
    const fitted = request.pairs.flatMap(({ use }, place) => use === "fit" ? [place] : [])
    const tried = by => {
      try {
        return { by, text: "", ...this.#straightened(request, fitted, by) }
      } catch (error) {
        if (!(error instanceof FitRefused)) throw error
        return { by, leaveOneOut: NaN, leaveOneOutOfMotion: NaN, text: error.text }
      }
    }
    const best = tried("auto").by
    return ["place", "time"].map(way => {
      const { leaveOneOut, leaveOneOutOfMotion, text } = tried(way)
      return { by: way, leaveOneOut, leaveOneOutOfMotion, isBest: way === best, text }
    })
  }

  // Pairs that are only checked: how far they miss the motion, and how far they may.
  #checks(request, sources, targets, options, result) {
    const { pairs } = request, places = pairs.flatMap(({ use }, place) => use === "check" ? [place] : [])
    const waiting = pairs.flatMap(({ use }, place) => use === "fit" ? [] : [place])
    for (const place of waiting) this.orders.set(keyOf(pairs[place]), this.#nearest(request, pairs[place], result.moved))
    if (!places.length) return
    const [s, t] = [this.#corners(request.old, places.map(place => pairs[place].old)), this.#targets(request, places)]
    const { groups: checkGroups } = this.#options(request, places.length)
    const { residuals, bounds } = this.quadcal.checkPairs(sources, targets, s, t, { ...options, checkGroups })
    let missed = 0, farthest = 0
    places.forEach((place, number) => {
      let isMissed = false
      for (let corner = 4 * number; corner < 4 * number + 4; corner++) {
        const length = Math.hypot(...residuals.subarray(3 * corner, 3 * corner + 3))
        result.bounds[place] = bounds[corner]
        if (!(length > bounds[corner])) continue
        isMissed = true
        farthest = Math.max(farthest, length)
      }
      if (isMissed) missed++
    })
    if (!missed) return
    result.verdict = "fail"
    result.reasons.unshift({ code: "CHECKS_MISS", text: `${missed} of ${places.length} check pair${places.length === 1 ? "" : "s"} miss${missed === 1 ? "es" : ""} `
      + `the motion, by up to ${lengthOf(farthest)}: the motion is wrong there, or the pair is` })
  }

  // The order of a pair that is not fitted: the one that lies best under the motion.
  #nearest(request, pair, moved) {
    const { corners } = this.files[request.new], from = moved.subarray(12 * pair.old, 12 * pair.old + 12)
    const to = corners.subarray(12 * pair.new, 12 * pair.new + 12)
    let best = allOrders[0], least = Infinity
    for (const order of allOrders) {
      const off = squaresOf(from, to, order)
      if (off < least) [best, least] = [order, off]
    }
    return best
  }

  #residuals(request, result) {
    const { corners } = this.files[request.new]
    request.pairs.forEach((pair, place) => {
      const order = this.#orderOf(pair)
      let sum = 0
      for (let corner = 0; corner < 4; corner++) {
        for (let axis = 0; axis < 3; axis++) {
          const off = corners[12 * pair.new + 3 * order[corner] + axis] - result.moved[12 * pair.old + 3 * corner + axis]
          result.vectors[12 * place + 3 * corner + axis] = off
          sum += off * off
        }
      }
      result.residuals[place] = Math.sqrt(sum / 4)
    })
  }

  /**
   * What changes without one pair: the verdict, the residuals, and how far the old markers would go elsewhere.
   *
   * @param {Request} request @param {number} place of the pair
   */
  without(request, place) {
    const all = this.fit(request, false)
    const less = this.fit({ ...request, pairs: request.pairs.map((pair, at) => at === place ? { ...pair, use: "off" } : pair) }, false)
    let farthest = 0, marker = -1
    for (let corner = 0; corner < all.moved.length; corner += 3) {
      const way = Math.hypot(...[0, 1, 2].map(axis => all.moved[corner + axis] - less.moved[corner + axis]))
      if (way > farthest) [farthest, marker] = [way, Math.floor(corner / 12)]
    }
    return { refused: less.refused, verdict: less.verdict, code: less.reasons[0]?.code ?? "", rms: less.rms, before: all.rms,
      error: less.worst < 0 ? NaN : less.errors[less.worst], farthest, marker }
  }

  /**
   * The markers in no pair that lie on each other under the motion of the pairs, each clearly on one.
   *
   * @param {Request} request @returns {{ old: number, new: number }[]}
   */
  nearby(request) {
    const [from, to] = [this.files[request.old], this.files[request.new]], { motion, moved } = this.fit(request, false)
    if (!motion) return []
    const taken = { old: new Set(request.pairs.map(pair => pair.old)), new: new Set(request.pairs.map(pair => pair.new)) }
    const free = (list, side) => [...list.usable.keys()].filter(marker => list.usable[marker] && !taken[side].has(marker))
    // A quarter of a typical edge: nearer than that a corner tells its place.
    const edges = [...from.usable.keys()].filter(marker => from.usable[marker]).map(marker => [0, 3, 6, 9].reduce((sum, corner) =>
      sum + Math.hypot(...[0, 1, 2].map(axis => from.corners[12 * marker + (corner + 3) % 12 + axis] - from.corners[12 * marker + corner + axis])) / 4, 0)).sort((a, b) => a - b)
    const reach = edges[Math.floor(edges.length / 2)] / 4, cells = new Map()
    if (!(reach > 0)) return []
    const cellOf = (places, marker) => [0, 1, 2].map(axis => Math.floor((places[12 * marker + axis] + places[12 * marker + 3 + axis] + places[12 * marker + 6 + axis]
      + places[12 * marker + 9 + axis]) / 4 / reach))
    for (const marker of free(to, "new")) {
      const key = cellOf(to.corners, marker).join()
      cells.set(key, [...(cells.get(key) ?? []), marker])
    }
    const claims = new Map()
    for (const old of free(from, "old")) {
      const [x, y, z] = cellOf(moved, old), found = []
      for (let near = 0; near < 27; near++) found.push(...(cells.get([x + near % 3 - 1, y + Math.floor(near / 3) % 3 - 1, z + Math.floor(near / 9) - 1].join()) ?? []))
      const ranked = found.map(marker => ({ old, new: marker, off: Math.sqrt(Math.min(...allOrders.map(order =>
        squaresOf(moved.subarray(12 * old, 12 * old + 12), to.corners.subarray(12 * marker, 12 * marker + 12), order))) / 4) })).sort((a, b) => a.off - b.off)
      const [best, next] = ranked
      if (best && best.off <= reach && !(next && next.off < 2 * best.off)) claims.set(best.new, [...(claims.get(best.new) ?? []), best])
    }
    return [...claims.values()].filter(claimed => claimed.length === 1).map(([claimed]) => ({ old: claimed.old, new: claimed.new })).sort((a, b) => a.old - b.old)
  }

  /** The same pairs under each model. @param {Request} request */
  models(request) {
    return ["chosen", "translation", "yaw", "gravity", "rigid", "similarity"].map(model => {
      const { verdict, reasons, rms, leaveOneOut, errors, worst, refused } = this.fit({ ...request, model, tolerance: null, straighten: "none" }, false)
      return { model, verdict, code: reasons[0]?.code ?? "", rms, leaveOneOut, error: worst < 0 ? NaN : errors[worst], refused }
    })
  }
}

const allOrders = [1, 3].flatMap(step => [0, 1, 2, 3].map(start => [0, 1, 2, 3].map(corner => (start + step * corner) & 3)))

// The order that begins with these two corners.
const orderOf = (orders, at) => allOrders[(((orders[at + 1] - orders[at]) & 3) === 1 ? 0 : 4) + orders[at]]

function squaresOf(from, to, order) {
  let sum = 0
  for (let corner = 0; corner < 4; corner++) {
    for (let axis = 0; axis < 3; axis++) sum += (to[3 * order[corner] + axis] - from[3 * corner + axis]) ** 2
  }
  return sum
}

// A number, since there are as many as pairs and each click asks for all.
const keyOf = pair => pair.old * 2 ** 26 + pair.new

// What a fit depends on: not the tolerance, which judges it.
const requestKey = ({ old, new: fresh, pairs, robust, choice, model, straighten }) => `${old} ${fresh} ${robust} ${choice} ${model} ${straighten} ${pairs.map(pair => `${pair.old} ${pair.new} ${pair.use}`).join()}`

// A finding with its numbers, its place, and what would fix it.
function wordsOf({ text, value, limit, unit, location, fix, order }) {
  const measured = unit === "metres" || unit === "radians" || unit === "ratio"
  const numbers = measured && value !== null && limit !== null ? `: ${quantity(value, unit)}, the limit is ${quantity(limit, unit)}` : ""
  const place = location?.every(Number.isFinite) ? `, at ${Array.from(location, value => value.toFixed(2)).join(", ")}` : ""
  const way = fix === "reorder" ? `; the order ${order.map(corner => `p${corner + 1}`).join(" ")} fixes it` : ""
  return text + numbers + place + way
}

function quantity(value, unit) {
  if (unit === "metres") return value < 1 ? `${(1000 * value).toFixed(1)} mm` : `${value.toFixed(2)} m`
  return unit === "radians" ? `${(value * 180 / Math.PI).toFixed(1)}°` : value.toFixed(1)
}
