import FrameGraph
import QuadGeometry

/// Graphs of 20 poses and 40 edges with wrong edges: how often those are named, alone or among others that nothing tells from them, and
/// how often sound ones are.
enum SuspectBench {
    /// The kinds of wrong edges.
    private enum Wrong: String, CaseIterable {
        case none = "sound graphs"
        case moderate = "one edge 30 deviations off"
        case lost = "one edge that leads anywhere"
        case two = "two edges 30 deviations off"

        var count: Int {
            switch self {
            case .none: 0
            case .moderate, .lost: 1
            case .two: 2
            }
        }
    }

    private static let frames = 20, edges = 40
    /// The miss of a wrong edge, in deviations.
    private static let deviations = 30.0

    /// The share of graphs that may be judged wrongly, and the deviations of that count which chance explains.
    private static let mostWrong = 0.01, chance = 4.0

    /// The counts of each kind, and whether more graphs are judged wrongly than may be.
    static func run(_ graphs: Int, seed: UInt64) throws -> (result: [[String: Any]], isBroken: Bool) {
        let expected = mostWrong * Double(graphs), most = expected + chance * expected.squareRoot()
        let counts = try Wrong.allCases.map { (kind: $0, count: try count($0, graphs, seed: seed)) }
        let isBroken = counts.contains { kind, count in
            let missed = kind.count == 0 ? 0 : graphs - count.unchecked - count.named
            return Double(max(missed, count.blamed)) > most
        }
        return (counts.map { $0.count.document($0.kind.rawValue, graphs) }, isBroken)
    }

    private struct Count {
        var named = 0, blamed = 0, grouped = 0, unchecked = 0

        /// An edge in no loop contradicts nothing, and one in series with others is named as a group with them.
        func document(_ name: String, _ graphs: Int) -> [String: Any] {
            [
                "name": name, "graphs": graphs, "named": named, "wrong_in_no_loop": unchecked,
                "named_in_group": grouped, "sound_named": blamed,
            ]
        }
    }

    private static func count(_ kind: Wrong, _ graphs: Int, seed: UInt64) throws -> Count {
        var count = Count()
        for sample in 0..<graphs {
            var scene = try GraphScene(frames, edges, seed: seed &+ 1, sample: sample)
            var random = SeededGenerator(seed: seed &+ 2, sample: sample)
            var wrong: Set<Int> = []
            while wrong.count < kind.count {
                let place = Int.random(in: scene.edges.indices, using: &random)
                guard wrong.insert(place).inserted else { continue }
                let edge = scene.edges[place]
                scene.edges[place] = PoseEdge(
                    from: edge.from, to: edge.to, motion: try motion(kind, edge.motion, using: &random),
                    covariance: edge.covariance)
            }
            let graph = try PoseGraph(scene.edges), report = ClosureReport(graph)
            let places = Set(wrong.compactMap { graph.edges.firstIndex(of: scene.edges[$0]) })
            let groups = report.suspectGroups.filter { !places.isDisjoint(with: $0) }
            count.named += places.isSubset(of: groups.joined()) && !places.isEmpty ? 1 : 0
            count.grouped += groups.contains { $0.count > 1 } ? 1 : 0
            count.blamed += groups.count < report.suspectGroups.count ? 1 : 0
            count.unchecked += places.isDisjoint(with: report.unchecked) ? 0 : 1
        }
        return count
    }

    private static func motion(
        _ kind: Wrong, _ motion: RigidTransform, using random: inout SeededGenerator
    ) throws -> RigidTransform {
        let turn = GraphScene.normals(using: &random), shift = GraphScene.normals(using: &random)
        if kind == .lost { return try GraphScene.motion(turn, shift * lostBy) }
        let scale = deviations / (turn.dot(turn) + shift.dot(shift)).squareRoot()
        return try motion
            * GraphScene.twist(
                turn * (scale * GraphScene.turnNoise), shift * (scale * GraphScene.shiftNoise))
    }

    /// In metres.
    private static let lostBy = 3.0
}
