// Rays in node: rays.js MODULE quadcal.wasm|js QUADS RAYS, where MODULE is quadcal.js and files hold doubles. For each line of its input it
// casts all rays and prints the microseconds of processor time a ray; js is written by hand and not exact at edges.
import { readFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"

const [library, kind, quadFile, rayFile] = process.argv.slice(2)
const doubles = file => new Float64Array(new Uint8Array(readFileSync(file)).buffer)
const quads = doubles(quadFile), rays = doubles(rayFile), count = rays.length / 6
const part = start => Float64Array.from({ length: 3 * count }, (_, k) => rays[6 * Math.floor(k / 3) + start + k % 3])
const origins = part(0), directions = part(3)

// The usual test of two triangles, one quad after the other, over flat arrays.
function byHand() {
  const index = new Int32Array(count)
  for (let ray = 0; ray < count; ray++) {
    const ox = origins[3 * ray], oy = origins[3 * ray + 1], oz = origins[3 * ray + 2]
    const dx = directions[3 * ray], dy = directions[3 * ray + 1], dz = directions[3 * ray + 2]
    let best = Infinity, found = -1
    for (let quad = 0; quad < quads.length; quad += 12) {
      for (let half = 3; half < 9; half += 3) {
        const ax = quads[quad], ay = quads[quad + 1], az = quads[quad + 2], b = quad + half
        const e1x = quads[b] - ax, e1y = quads[b + 1] - ay, e1z = quads[b + 2] - az
        const e2x = quads[b + 3] - ax, e2y = quads[b + 4] - ay, e2z = quads[b + 5] - az
        const px = dy * e2z - dz * e2y, py = dz * e2x - dx * e2z, pz = dx * e2y - dy * e2x
        const det = e1x * px + e1y * py + e1z * pz
        if (det > -1e-12 && det < 1e-12) continue
        const inverse = 1 / det, sx = ox - ax, sy = oy - ay, sz = oz - az
        const u = (sx * px + sy * py + sz * pz) * inverse
        if (u < 0 || u > 1) continue
        const qx = sy * e1z - sz * e1y, qy = sz * e1x - sx * e1z, qz = sx * e1y - sy * e1x
        const v = (dx * qx + dy * qy + dz * qz) * inverse
        if (v < 0 || u + v > 1) continue
        const t = (e2x * qx + e2y * qy + e2z * qz) * inverse
        if (t >= 0 && t < best) [best, found] = [t, quad / 12]
      }
    }
    index[ray] = found
  }
  return index
}

let cast = byHand
if (kind !== "js") {
  const { load } = await import(pathToFileURL(library))
  const scene = (await load(readFileSync(kind))).scene(quads)
  cast = () => scene.nearest(origins, directions).index
}
cast()
for await (const _ of createInterface({ input: process.stdin })) {
  const start = process.cpuUsage(), index = cast(), { user, system } = process.cpuUsage(start)
  console.log((user + system) / count, index.filter(quad => quad >= 0).length)
}
