import CPeers
import QuadGeometry

/// The cost of one ray per quad in a linear scan, at every level, beside the same scan and the usual
/// two-triangle test in C floats.
enum ScanBench {
    static let usage = "scan [--count N] [--rays R] [--repeat K] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 1000)
        let rayCount = try options.count("rays", default: 400)
        let seed = UInt64(try options.count("seed", default: 1))
        let quads = SceneCommand.quads(count, seed: seed)
        let rays = try SceneCommand.rays(rayCount, at: quads, seed: seed)
        let race = Race(items: count * rayCount, rounds: try options.count("repeat", default: 21))
        let floats = FloatColumns(quads)
        race.add("C two triangles") {
            for ray in rays {
                let o = [ray.origin.x, ray.origin.y, ray.origin.z].map { Float($0) }
                let d = [ray.direction.x, ray.direction.y, ray.direction.z].map { Float($0) }
                race.found += peer_count_triangles(floats.base, floats.stride, floats.rows, o, d)
            }
        }
        let marks = UnsafeMutablePointer<UInt16>.allocate(capacity: floats.rows / 16)
        defer { marks.deallocate() }
        race.add("C marks") {
            for ray in rays {
                peer_mark(floats.base, floats.stride, floats.rows, FloatColumns.view(ray), marks)
                race.found += Int(marks[0])
            }
        }
        let targets = RayTargets(quads)
        for level in KernelLevel.available {
            race.add("nearest \(level.rawValue)") {
                for ray in rays { race.found += targets.nearestHit(by: ray, on: level)?.index ?? 0 }
            }
        }
        return ["quads": count, "rays": rayCount, "seed": seed, "ns_per_test": race.medians()]
    }
}

/// The corners as columns of floats for the C peers.
final class FloatColumns {
    let base: UnsafeMutablePointer<Float>
    let stride: Int
    /// The count, rounded up to whole groups of 16.
    let rows: Int

    init(_ quads: [Quad]) {
        rows = (quads.count + 15) / 16 * 16
        stride = (rows / 16 | 1) * 16
        base = UnsafeMutableRawPointer.allocate(byteCount: stride * 12 * 4, alignment: 64)
            .bindMemory(to: Float.self, capacity: stride * 12)
        base.initialize(repeating: 0, count: stride * 12)
        for (row, quad) in quads.enumerated() {
            for corner in 0..<4 {
                for axis in 0..<3 {
                    base[(3 * corner + axis) * stride + row] = Float(quad[corner: corner][axis])
                }
            }
        }
    }

    deinit { base.deallocate() }

    /// Two directions across a ray, with its place on them, as the marks take it.
    static func view(_ ray: Ray) -> [Float] {
        guard let d = ray.direction.unit else { return [Float](repeating: 0, count: 9) }
        let axis = d.x.magnitude < 0.6 ? SIMD3<Double>(1, 0, 0) : SIMD3<Double>(0, 1, 0)
        let u = d.cross(axis).unit ?? axis
        let v = d.cross(u)
        return [u.x, u.y, u.z, -u.dot(ray.origin), v.x, v.y, v.z, -v.dot(ray.origin), 1e-5].map { Float($0) }
    }
}
