import CPeers
import QuadGeometry

/// The cost of the columns at every level, beside the same work in C and a copy of the same streams, in turn.
enum ColumnsBench {
    static let usage = "columns [--count N] [--repeat K] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("count", default: 2000)
        let repeats = try options.count("repeat", default: 21)
        let seed = UInt64(try options.count("seed", default: 1))
        let quads = SceneCommand.quads(count, seed: seed)
        // Small sets are processed many times within one timing, so that the clock's step does not count.
        let passes = max(1, 400_000 / count)
        let race = Race(items: count * passes, rounds: repeats)
        addMeasures(to: race, quads, passes)
        addMoves(to: race, quads, passes)
        addChecks(to: race, quads, passes)
        return ["quads": count, "passes": passes, "seed": seed, "ns_per_quad": race.medians()]
    }

    private static func addMeasures(to race: Race, _ quads: [Quad], _ passes: Int) {
        let columns = QuadColumns(quads)
        let peer = PeerColumns(quads), results = PeerColumns(count: quads.count, columns: 8)
        race.add("measures copy") {
            for _ in 0..<passes {
                peer_copy_measures(peer.base, peer.stride, peer.rows, results.base, results.stride)
            }
        }
        race.add("measures C") {
            for _ in 0..<passes {
                peer_measure(peer.base, peer.stride, peer.rows, results.base, results.stride)
            }
        }
        for level in KernelLevel.available {
            var measures = QuadMeasureColumns(count: quads.count)
            race.add("measures \(level.rawValue)") {
                for _ in 0..<passes { columns.measure(into: &measures, on: level) }
            }
        }
    }

    private static func addMoves(to race: Race, _ quads: [Quad], _ passes: Int) {
        let columns = QuadColumns(quads)
        let peer = PeerColumns(quads), results = PeerColumns(count: quads.count, columns: 12)
        let motion = motion
        race.add("move copy") {
            for _ in 0..<passes {
                for column in [0, 3, 6, 9] {
                    peer_copy_points(
                        peer.column(column), peer.stride, peer.rows, results.column(column), results.stride)
                }
            }
        }
        let numbers = [motion.rotation.x, motion.rotation.y, motion.rotation.z, motion.translation]
            .flatMap { [$0.x, $0.y, $0.z] }
        race.add("move C") {
            for _ in 0..<passes {
                for column in [0, 3, 6, 9] {
                    peer_move(
                        peer.column(column), peer.stride, peer.rows, numbers, results.column(column),
                        results.stride)
                }
            }
        }
        for level in KernelLevel.available {
            var moved = columns
            race.add("move into \(level.rawValue)") {
                for _ in 0..<passes { columns.move(by: motion, into: &moved, on: level) }
            }
            var inPlace = columns
            race.add("move in place \(level.rawValue)") {
                for _ in 0..<passes { inPlace.move(by: motion, on: level) }
            }
        }
    }

    private static func addChecks(to race: Race, _ quads: [Quad], _ passes: Int) {
        let columns = QuadColumns(quads)
        let check = QuadCheck(.app)
        race.add("check one by one") {
            for _ in 0..<passes {
                for quad in quads where !check.issues(quad).isEmpty { race.found += 1 }
            }
        }
        // Making findings takes longer than memory does, so that they are only measured in cache.
        if passes > 1 { addFindings(to: race, quads, passes) }
        for level in KernelLevel.available {
            race.add("check \(level.rawValue)") {
                for _ in 0..<passes { race.found += check.issues(in: columns, on: level).count }
            }
        }
    }

    /// Quads with a finding each: one corner away from the plane of the others, inside their triangle, or in the place of
    /// the next one.
    private static func addFindings(to race: Race, _ quads: [Quad], _ passes: Int) {
        let check = QuadCheck(.app)
        func add(_ kind: String, _ change: (Quad) -> Quad) {
            let faulty = quads.map(change)
            race.add("check one by one, \(kind)") {
                for _ in 0..<passes {
                    for quad in faulty where !check.issues(quad).isEmpty { race.found += 1 }
                }
            }
        }
        add("bent") { quad in
            let lift = (quad.normal ?? .zero) * (quad.area.squareRoot() / 2)
            return Quad(quad.p1, quad.p2, quad.p3 + lift, quad.p4)
        }
        add("concave") { quad in
            Quad(quad.p1, quad.p2, quad.p1 + (quad.p2 - quad.p1) * 0.3 + (quad.p4 - quad.p1) * 0.3, quad.p4)
        }
        add("crossed") { quad in Quad(quad.p1, quad.p2, quad.p4, quad.p3) }
    }

    /// A quarter turn and a bit, with a shift.
    static var motion: RigidTransform {
        let rotation = Rotation(rotationVector: SIMD3(0.1, 1.7, -0.2)) ?? .identity
        return RigidTransform(rotation: rotation, translation: SIMD3(1, 2, 3)) ?? .identity
    }
}
