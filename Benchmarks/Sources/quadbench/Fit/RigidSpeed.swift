import CPeers
import Foundation
import QuadGeometry
import RigidCalibration

/// The times of fits, ours beside the others', in rounds that alternate.
struct RigidSpeed {
    let rounds: Int
    let seed: UInt64
    let python: String
    let folder: URL

    /// Nanoseconds a fit, and the ratio to ours by the default solver.
    func all() throws -> [String: Any] {
        let quads = SceneCommand.quads(100_000, seed: seed)
        return try [
            "4 pairs, in cache": measure(RigidLoad(quads: Array(quads.prefix(1000)), seed: seed), "few"),
            "100,000 quads, from memory": measure(RigidLoad(quads: quads, seed: seed), "many"),
            "1,000,000 pairs, from memory": measure(RigidLoad(pairs: 1_000_000, seed: seed), "million"),
        ]
    }

    private func measure(_ load: RigidLoad, _ name: String) throws -> [String: [String: Double]] {
        let race = Race(items: load.problems, rounds: rounds) { if load.exceedsCaches { load.evict() } }
        for solver in RigidSolver.allCases {
            race.add("RigidFit \(solver.rawValue)") { race.found += load.fit(solver) }
        }
        if load.problems == 1 {
            race.add("RigidFit packed") { race.found += load.fitPacked() }
        } else {
            race.add("RigidFit fast, packed") { race.found += load.fitPacked() }
            race.add("RigidFits packed") { race.found += load.fitBatch() }
        }
        for (tool, fit) in RigidTool.native { race.add(tool) { race.found += load.fit(fit) } }
        if load.problems == 1 { race.add("reading once") { race.found += load.read() } }
        let medians = race.medians()
        let ours = medians["RigidFit \(RigidSolver.default.rawValue)"] ?? .nan
        var result = medians.mapValues { ["ns": $0, "ratio": $0 / ours] }
        if let reading = medians["reading once"] {
            for (tool, median) in medians { result[tool]?["times_reading"] = median / reading }
        }
        let file = folder.appendingPathComponent("\(name).regb").path
        try load.write(to: file)
        for tool in OutsideRigidTool.all {
            let peer = try PeerProcess(tool.command(python), files: file)
            // Some take seconds a round where ours takes milliseconds.
            let race = try PeerRace.run(rounds: load.exceedsCaches ? min(rounds, 3) : rounds, beside: peer) {
                if load.exceedsCaches { load.evict() }
                return ThreadClock.time { load.found += load.fit(RigidSolver.default) }
                    / Double(load.problems)
            }
            result[peer.name] = ["ns": race.theirs.median, "ratio": race.theirs.median / race.ours.median]
        }
        return result
    }
}

/// Problems of equal size, in our own form and as packed numbers.
final class RigidLoad {
    let problems: Int
    let pairs: Int
    /// For each problem its sources, then its targets.
    let packed: [Double]
    let correspondences: [Correspondences]
    private let ballast: [Double]
    private(set) var motions: [AnchoredMotion]
    /// Results of the work are added here, so that the compiler cannot leave the work out.
    var found = 0

    /// Each quad is a problem; its targets are turned, moved and up to 1 mm off.
    convenience init(quads: [Quad], seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 1)
        try self.init(quads.map { ($0.corners, RigidLoad.moved($0.corners, using: &random)) })
    }

    /// One problem of points in a room of 10 m.
    convenience init(pairs: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed &+ 2)
        let points = (0..<pairs).map { _ in SIMD3<Double>.random(in: -5...5, using: &random) }
        try self.init([(points, RigidLoad.moved(points, using: &random))])
    }

    private init(_ sides: [(sources: [SIMD3<Double>], targets: [SIMD3<Double>])]) throws {
        problems = sides.count
        pairs = sides.first?.sources.count ?? 0
        packed = sides.flatMap { ($0.sources + $0.targets).flatMap { [$0.x, $0.y, $0.z] } }
        correspondences = try sides.map { try Correspondences(sources: $0.sources, targets: $0.targets) }
        motions = Array(repeating: .identity, count: problems)
        // Four times the largest caches; nothing where the problems fit into the smallest.
        ballast = [Double](repeating: 1, count: packed.count > 1 << 20 ? 1 << 24 : 0)
    }

    private static func moved(_ points: [SIMD3<Double>], using random: inout SeededGenerator) -> [SIMD3<
        Double
    >] {
        let turn = Rotation(rotationVector: .random(in: -1.5...1.5, using: &random)) ?? .identity
        let move = SIMD3<Double>.random(in: -3...3, using: &random)
        return points.map { turn * $0 + move + SIMD3<Double>.random(in: -0.001...0.001, using: &random) }
    }

    var exceedsCaches: Bool { !ballast.isEmpty }

    /// Reads enough other memory that no problem is left in a cache.
    func evict() { found += peer_read(ballast, ballast.count) > 0 ? 1 : 0 }

    /// All problems by one of our solvers.
    func fit(_ solver: RigidSolver) -> Int {
        correspondences.reduce(0) { $0 + ((try? RigidFit($1, solver: solver)) == nil ? 0 : 1) }
    }

    /// Each problem by the fast solver, from packed numbers; a single large one by the default, which is one pass.
    func fitPacked() -> Int {
        packed.withUnsafeBufferPointer { packed in
            (0..<problems).reduce(0) { done, problem in
                let start = problem * 6 * pairs, middle = start + 3 * pairs
                let fit = try? RigidFit(
                    packed: UnsafeBufferPointer(rebasing: packed[start..<middle]),
                    targets: UnsafeBufferPointer(rebasing: packed[middle..<middle + 3 * pairs]),
                    solver: problems == 1 ? .default : .fast)
                return done + (fit == nil ? 0 : 1)
            }
        }
    }

    /// All problems as one batch, which leaves its motions in ``motions``.
    func fitBatch(on level: KernelLevel = .best) -> Int {
        packed.withUnsafeBufferPointer { packed in
            motions.withUnsafeMutableBufferPointer {
                problems - RigidFits.solve(packed: packed, pairs: pairs, into: $0, on: level).refused.count
            }
        }
    }

    /// All problems by a peer of this process, which leaves its motion to `use`.
    func fit(_ peer: RigidTool.NativeFit, use: ([Double]) -> Void = { _ in }) -> Int {
        var motion = [Double](repeating: 0, count: 12)
        return packed.withUnsafeBufferPointer { packed in
            guard let base = packed.baseAddress else { return 0 }
            var done = 0
            for problem in 0..<problems {
                let sources = base + problem * 6 * pairs
                done += peer(sources, sources + 3 * pairs, pairs, &motion) == 0 ? 1 : 0
                use(motion)
            }
            return done
        }
    }

    /// All numbers, once.
    func read() -> Int { peer_read(packed, packed.count) > 0 ? 1 : 0 }

    /// A file of problems as `ProblemFile` reads it.
    func write(to file: String) throws {
        let counts = [UInt64(problems), UInt64(pairs)]
        try RecordFile.write(counts + packed.map(\.bitPattern), magic: "REGPROB1", to: file)
    }
}
