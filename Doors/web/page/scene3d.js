// Both scans as a scene of glTF (GLB), for programs that show and measure them.

/**
 * @param {{ name: string, color: number[], corners: Float64Array }[]} scans twelve numbers a marker, NaN where one has no place
 * @returns {Uint8Array}
 */
export function sceneOf(scans) {
  const round = length => Math.ceil(length / 4) * 4, whole = scans.map(({ corners }) => [...Array(corners.length / 12).keys()].filter(marker => corners.subarray(12 * marker, 12 * marker + 12).every(Number.isFinite)))
  // Single numbers lose digits far from the origin: what is far is said once, in doubles.
  const first = scans.flatMap(({ corners }, scan) => whole[scan].slice(0, 1).map(marker => [...corners.subarray(12 * marker, 12 * marker + 3)]))[0] ?? [0, 0, 0], middle = first.map(Math.round)
  /** @type {(Float32Array | Uint32Array)[]} */
  const parts = []
  /** @type {any[]} */
  const [views, accessors, meshes, nodes] = [[], [], [], []]
  let length = 0
  const put = (array, target, accessor) => {
    views.push({ buffer: 0, byteOffset: length, byteLength: array.byteLength, target })
    accessors.push({ bufferView: views.length - 1, ...accessor })
    parts.push(array)
    length += round(array.byteLength)
    return accessors.length - 1
  }
  for (const [scan, { name, corners }] of scans.entries()) {
    if (!whole[scan].length) continue
    const places = Float32Array.from(whole[scan].flatMap(marker => [...corners.subarray(12 * marker, 12 * marker + 12)].map((value, at) => value - middle[at % 3])))
    const faces = Uint32Array.from(whole[scan].flatMap((_, at) => [0, 1, 3, 2, 3, 1].map(corner => 4 * at + corner))), lines = Uint32Array.from(whole[scan].flatMap((_, at) => [0, 1, 1, 2, 2, 3, 3, 0].map(corner => 4 * at + corner)))
    const ends = pick => [0, 1, 2].map(axis => places.reduce((best, value, at) => at % 3 === axis ? pick(best, value) : best, places[axis]))
    const POSITION = put(places, 34962, { componentType: 5126, count: places.length / 3, type: "VEC3", min: ends(Math.min), max: ends(Math.max) })
    const primitives = /** @type {[Uint32Array, number][]} */ ([[faces, 4], [lines, 1]]).map(([indices, mode]) =>
      ({ attributes: { POSITION }, mode, material: scan, indices: put(indices, 34963, { componentType: 5125, count: indices.length, type: "SCALAR" }) }))
    meshes.push({ name, primitives })
    nodes.push({ name, mesh: meshes.length - 1, translation: middle })
  }
  const document = { asset: { version: "2.0", generator: "quadcal" }, scene: 0, scenes: [{ nodes: nodes.map((_, at) => at) }], nodes, meshes, accessors, bufferViews: views, buffers: [{ byteLength: length }],
    materials: scans.map(({ name, color }) => ({ name, doubleSided: true, pbrMetallicRoughness: { baseColorFactor: [...color, 1], metallicFactor: 0, roughnessFactor: 1 } })) }
  const json = new TextEncoder().encode(JSON.stringify(document)), made = new Uint8Array(28 + round(json.length) + length), view = new DataView(made.buffer)
  for (const [at, word] of [0x46546C67, 2, made.length, round(json.length), 0x4E4F534A].entries()) view.setUint32(4 * at, word, true)
  made.fill(0x20, 20, 20 + round(json.length))
  made.set(json, 20)
  let at = 20 + round(json.length)
  view.setUint32(at, length, true)
  view.setUint32(at + 4, 0x004E4942, true)
  at += 8
  for (const part of parts) {
    made.set(new Uint8Array(part.buffer), at)
    at += round(part.byteLength)
  }
  return made
}
