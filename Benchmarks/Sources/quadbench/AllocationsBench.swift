import CPeers
import QuadGeometry
import RigidCalibration
import WebSocket

/// The number of allocations by operations that promise none, which in release is zero.
enum AllocationsBench {
    static let usage = "allocations [--count N] [--seed S]"

    /// An operation that does allocate memory.
    static let control = "one array, to see that counting works"

    static func run(_ options: [String: String]) throws -> Any {
        // With these no ray needs exact arithmetic, which does allocate; 2,000 quads and seed 1 have some.
        let count = try options.count("count", default: 500)
        let counts = try counts(count, seed: UInt64(options.count("seed", default: 3)))
        let isBroken = counts.contains { ($0.key == control) == ($0.value == 0) }
        return [
            "quads": count, "promised": counts.filter { $0.key != control }, "control": counts[control] ?? 0,
            QuadBench.failure: isBroken,
        ] as [String: Any]
    }

    static func counts(_ count: Int, seed: UInt64) throws -> [String: Int] {
        let motion = RigidTransform.identity
        let quads = SceneCommand.quads(count, seed: seed)
        var columns = QuadColumns(quads), moved = columns
        var measures = QuadMeasureColumns(count: count)
        // Without limits on skew all of these are sound, so that there are no findings to make room for.
        var limits = QuadLimits.app
        limits.rectangleAngle = .pi
        let check = try QuadCheck(limits)
        let targets = RayTargets(quads)
        let index = try MarkerIndex(quads), centers = quads.map(\.center)
        let rays = try SceneCommand.rays(100, at: quads, seed: seed)
        var packed = quads.flatMap { $0.corners.flatMap { [$0.x, $0.y, $0.z] } }
        var points = quads.flatMap(\.corners)
        let problems = FitProblems(count, seed: seed)
        let frames = SocketSpeed.frames(count, bytes: SocketSpeed.messageBytes, seed: seed)
        var reader = WebSocketReader(.server), writer = WebSocketWriter(.server), written: [UInt8] = []
        let message = [UInt8](repeating: 0x41, count: SocketSpeed.messageBytes)
        var result: [String: Int] = [:]
        // Once beforehand: the level of the processor is determined, and lazy constants are made.
        for isCounted in [false, true] {
            func record(_ name: String, _ work: () -> Void) {
                let before = peer_allocations()
                work()
                if isCounted { result[name] = Int(peer_allocations() - before) }
            }
            record("move in place") { columns.move(by: motion) }
            record("move into") { columns.move(by: motion, into: &moved) }
            record("move packed") { packed.withUnsafeMutableBufferPointer { motion.move(packed: $0) } }
            record("move points") { points.withUnsafeMutableBufferPointer { motion.move($0) } }
            record("measure") { columns.measure(into: &measures) }
            record("check, columns") { _ = check.issues(in: columns) }
            record("check, one by one") { for quad in quads { _ = check.issues(quad) } }
            record("fast fits, points") {
                for pairs in problems.correspondences { _ = try? RigidFit(pairs, solver: .fast) }
            }
            record("fast fits, packed") {
                for i in 0..<problems.count {
                    let (sources, targets) = problems.packed(i)
                    _ = try? RigidFit(packed: sources, targets: targets, solver: .fast)
                }
            }
            record("batch of fits, packed") {
                _ = RigidFits.solve(packed: problems.numbers, pairs: 4, into: problems.motions)
            }
            record("batch of fits, columns") {
                _ = RigidFits.solve(problems.sources, problems.targets, into: problems.motions)
            }
            record("read frames") {
                reader.append(frames)
                var total = 0
                while (try? reader.next()) != nil { total += reader.withPayload { $0.count } }
                precondition(total == count * SocketSpeed.messageBytes, "frames are missing")
            }
            record("write frames") {
                written.removeAll(keepingCapacity: true)
                for _ in 0..<count { writer.addText(message, to: &written) }
            }
            record("nearest hits") { for ray in rays { _ = targets.nearestHit(by: ray) } }
            record("nearest hits at an index") { for ray in rays { _ = index.nearestHit(by: ray) } }
            record("any hits at an index") { for ray in rays { _ = index.isMet(by: ray) } }
            record("nearest quads to points") { for center in centers { _ = index.nearest(to: center) } }
        }
        result[control] = {
            let before = peer_allocations()
            withExtendedLifetime([Double](repeating: Double(count), count: count)) {}
            return Int(peer_allocations() - before)
        }()
        return result
    }
}
