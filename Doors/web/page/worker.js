// The worker: reads, checks and fits, so that the page never waits. Each call has a number, and its answer has the same.
import { load } from "../quadcal.js"
import { Engine } from "./engine.js"
import { rewritten } from "./rewritten.js"
import { usesInOrder } from "./words.js"

/** @type {Promise<Engine>} */
let ready
/** How many were asked for at once. */
let clicks = 0

const calls = {
  /** @param {Engine} engine */
  start: engine => ({ version: engine.quadcal.version, limits: engine.quadcal.limits(), strict: engine.quadcal.limits({ strict: true }) }),
  read: (engine, { bytes, name, strict }) => engine.read(bytes, name, strict),
  refusedJoin: (engine, { old, fresh }) => {
    const refusal = engine.refusedJoin(old, fresh)
    return refusal ? { code: refusal.code, text: refusal.text } : null
  },
  identified: (engine, { file }) => engine.identified(file),
  quick: (engine, { request }) => {
    clicks++
    return engine.quick(unpacked(request))
  },
  // What was clicked since then comes first; the page asks for its numbers in turn.
  fit: async (engine, { request, settles }) => {
    const mine = clicks
    await new Promise(done => setTimeout(done))
    return mine === clicks ? engine.fit(unpacked(request), settles) : null
  },
  without: (engine, { request, place }) => engine.without(unpacked(request), place),
  nearby: (engine, { request }) => engine.nearby(unpacked(request)),
  rewritten: (_, { bytes, moved, usable, isLines }) => rewritten(new TextDecoder().decode(bytes), moved, usable, isLines),
  placed: (engine, { scans, choice }) => engine.placed(scans, choice),
  ways: (engine, { request }) => engine.ways(unpacked(request)),
  models: (engine, { request }) => engine.models(unpacked(request)),
}

/** Pairs come as numbers, which are copied faster than objects. @param {any} request @returns {import("./engine.js").Request} */
const unpacked = request => ({ ...request, pairs: Array.from({ length: request.pairs.length / 3 }, (_, place) =>
  ({ old: request.pairs[3 * place], new: request.pairs[3 * place + 1], use: usesInOrder[request.pairs[3 * place + 2]] })) })

self.addEventListener("message", async event => {
  const { number, call, given: asked } = event.data
  try {
    if (call === "start") ready = load(asked.module).then(quadcal => new Engine(quadcal))
    const answer = await calls[call](await ready, asked)
    // Results of fits are the page's from here on; what was read of a file is kept here, too.
    const given = call === "fit" || call === "quick" ? Object.values(answer ?? {}).filter(ArrayBuffer.isView).map(({ buffer }) => buffer) : []
    self.postMessage({ number, answer }, { transfer: given })
  } catch (error) {
    self.postMessage({ number, error: error instanceof Error ? error.message : String(error) })
  }
})
