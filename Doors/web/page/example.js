// An example room, made here so that there is something to try: two scans of it from a fixed seed, with one label on another marker.

/** Numbers from 0 to below 1, the same each time. */
export function numbersOf(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6D2B79F5) >>> 0
    let mixed = Math.imul(state ^ state >>> 15, 1 | state)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32
  }
}

/** A UUID of version 4. */
function uuidOf(random) {
  const hex = Array.from({ length: 32 }, (_, place) =>
    place === 12 ? "4" : place === 16 ? "89ab"[Math.floor(4 * random())] : Math.floor(16 * random()).toString(16)).join("")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}

const named = ["Door", "Window left", "Window right", "Fuse box", "Radiator", "Socket A", "Socket B", "Fire plan", "Clock", "Poster",
  "Shelf", "Pillar", "Screen", "Cabinet", "Vent", "Mirror"]

/**
 * Two scans of a room as the texts of their files. More markers than there are names are called M17 and on. `wrong` of the labels that both
 * scans have are on another marker in the new one; the last marker has another label there, so that it is paired by hand.
 *
 * @param {{ seed?: number, count?: number, wrong?: number, noise?: number, turned?: boolean }} options
 */
export function exampleRoom(options = {}) {
  const { seed = 7, count = 16, wrong = 1, noise = 0.002, turned = true } = options
  const random = numbersOf(seed), spread = () => random() + random() + random() + random() - 2
  const side = Math.max(4, Math.sqrt(count)), [wide, deep] = [2.2 * side, 1.6 * side]
  const angle = (20 + 30 * random()) * Math.PI / 180, [c, s] = [Math.cos(angle), Math.sin(angle)]
  /** @param {number[]} point */
  const move = ([x, y, z]) => [c * x + s * z + 3.2, y - 0.18, -s * x + c * z - 1.4]
  const measured = point => point.map(value => Number((value + noise * 1.7 * spread()).toFixed(5)))
  const old = [], fresh = [], places = []
  for (let number = 0; number < count; number++) {
    const wall = number % 4, along = (Math.floor(number / 4) + 0.3 + 0.4 * random()) / Math.ceil(count / 4)
    const [width, height] = [0.25 + 0.5 * random(), 0.2 + 0.35 * random()], low = 0.4 + 1.6 * random()
    const length = wall % 2 ? deep : wide, start = along * (length - 1) + 0.2
    const at = (way, up) => wall === 0 ? [way, up, 0] : wall === 1 ? [wide, up, way] : wall === 2 ? [wide - way, up, deep] : [0, up, deep - way]
    const corners = [at(start, low + height), at(start + width, low + height), at(start + width, low), at(start, low)]
    places.push(corners)
    old.push({ id: uuidOf(random), label: named[number] ?? `M${number + 1}`, corners: corners.map(measured) })
  }
  const shared = noise * 0.8
  for (const [number, corners] of places.entries()) {
    const off = [spread(), spread(), spread()].map(value => shared * value), start = turned ? Math.floor(4 * random()) : 0
    const moved = corners.map(corner => measured(move(corner).map((value, axis) => value + off[axis])))
    fresh.push({ id: uuidOf(random), label: old[number].label, corners: moved.map((_, corner) => moved[(corner + start) % 4]) })
  }
  // One label too far: the marker beside it on the same wall was given the name, as people do.
  for (let number = 0; number < wrong; number++) {
    const place = (5 + 7 * number) % Math.max(count - 1, 1), one = fresh[place]
    one.corners = one.corners.map(([x, y, z]) => [x + 0.31, y + 0.12, z - 0.22])
  }
  const last = fresh[count - 1]
  last.label = `${last.label} (new)`
  const order = fresh.map(marker => ({ marker, rank: random() })).sort((a, b) => a.rank - b.rank).map(({ marker }) => marker)
  // All that a server keeps of a marker; each scan is a session.
  const sessions = numbersOf(seed + 1_000_003), [before, after] = [uuidOf(sessions), uuidOf(sessions)]
  const text = (list, session) => `[\n${list.map(({ id, label, corners }) => `  ${JSON.stringify({ id, work_session_id: session, label,
    p1: corners[0], p2: corners[1], p3: corners[2], p4: corners[3], color: "#1F5FBF", version: 1, meta: {}, custom_props: {} })}`).join(",\n")}\n]\n`
  return { old: { name: "old-room.json", text: text(old, before) }, new: { name: "new-room.json", text: text(order, after) } }
}
