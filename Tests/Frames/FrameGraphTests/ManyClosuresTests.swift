import Foundation
import FrameGraph
import QuadGeometry
import Testing

/// Graphs from a generator of their own, whose errors are drawn and applied otherwise than the module chains them.
@Suite("The number of closures")
struct ManyClosuresTests {
    private static let seed: UInt64 = 2_718_281
    /// Graphs by their closures, the frames whose edges leave so many loops, and the number of graphs.
    static let sizes = [(1, 2, 400), (30, 8, 120), (301, 20, 40), (3000, 40, 4)]

    @Test("P10: sound graphs are sound, however many closures they have")
    func sound() throws {
        var random = Scatter(state: Self.seed), flagged = 0, all = 0
        for (closures, frames, graphs) in Self.sizes {
            for _ in 0..<graphs {
                let report = ClosureReport(try PoseGraph(random.edges(closures, frames)))
                #expect(report.closures.count == closures)
                flagged += report.closures.contains(where: \.fails) || !report.suspects.isEmpty ? 1 : 0
            }
            all += graphs
        }
        // 2 of 1,000, give or take three deviations of that count.
        let expected = 0.002 * Double(all)
        #expect(Double(flagged) <= expected + 3 * expected.squareRoot(), "seed \(Self.seed)")
    }

    @Test("P10: nor does it matter in how many components they are")
    func apart() throws {
        var random = Scatter(state: Self.seed + 2), flagged = 0
        for _ in 0..<Self.archipelagos {
            let islands = try (0..<301).flatMap { number in
                try random.edges(1, 2).map { edge in
                    PoseEdge(
                        from: "\(number).\(edge.from)", to: "\(number).\(edge.to)", motion: edge.motion,
                        covariance: edge.covariance)
                }
            }
            let report = ClosureReport(try PoseGraph(islands))
            #expect(report.closures.count == 301)
            flagged += report.closures.contains(where: \.fails) || !report.suspects.isEmpty ? 1 : 0
        }
        #expect(flagged <= 1, "seed \(Self.seed + 2)")
    }

    private static let archipelagos = 40

    @Test("P10: an edge that is 8 deviations off is named among any number of closures, and hardly another")
    func wrong() throws {
        var random = Scatter(state: Self.seed + 1), missed = 0, blamed = 0, all = 0
        for (closures, frames, graphs) in Self.sizes.dropFirst() {
            for _ in 0..<graphs {
                let (graph, wrong) = try random.graph(closures, frames, off: 8)
                let groups = ClosureReport(graph).suspectGroups
                missed += groups.contains { $0.contains(wrong) } ? 0 : 1
                blamed += groups.contains { !$0.contains(wrong) } ? 1 : 0
            }
            all += graphs
        }
        // What noise adds to or takes from 8 deviations, and what the loops of few frames leave of them.
        #expect(missed <= all / 8 && blamed <= all / 100, "seed \(Self.seed + 1)")
    }

    @Test("P10: closures that each miss by hardly more than noise fail where all of them do")
    func worn() throws {
        let covariance = try EdgeCovariance(turn: 0.002, shift: 0.005)
        // Two edges that are apart by χ² 24.1 of 6, which is p 0.0005.
        let apart = 0.005 * (2 * 24.1).squareRoot()
        let edges = try (0..<40).flatMap { pair in
            try [1, 1 + apart].map { x in
                let motion = try #require(RigidTransform(rotation: .identity, translation: SIMD3(x, 0, 0)))
                return PoseEdge(from: "a\(pair)", to: "b\(pair)", motion: motion, covariance: covariance)
            }
        }
        let report = ClosureReport(try PoseGraph(edges))
        #expect(report.closures.allSatisfy { $0.fails && $0.probability > 0.0004 })
    }
}

/// Made-up graphs of SplitMix64, with normal numbers by the polar method.
struct Scatter {
    var state: UInt64

    mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }

    mutating func below(_ count: Int) -> Int { Int(uniform() * Double(count)) }

    mutating func normal() -> Double {
        while true {
            let (x, y) = (2 * uniform() - 1, 2 * uniform() - 1)
            let square = x * x + y * y
            if square > 0, square < 1 { return x * (-2 * log(square) / square).squareRoot() }
        }
    }

    mutating func normals(_ size: Double) -> SIMD3<Double> { SIMD3(normal(), normal(), normal()) * size }

    /// A turn after a shift: no twist of both at once.
    private func motion(_ turn: SIMD3<Double>, _ shift: SIMD3<Double>) throws -> RigidTransform {
        let rotation = try #require(Rotation(rotationVector: turn))
        return try #require(RigidTransform(rotation: rotation, translation: shift))
    }

    /// Edges between frames within some metres, each with errors of a size of its own: a chain, then any two frames.
    mutating func edges(_ closures: Int, _ frames: Int) throws -> [PoseEdge] {
        var poses: [RigidTransform] = [], edges: [PoseEdge] = []
        for _ in 0..<frames { poses.append(try motion(normals(2), normals(3))) }
        for place in 0..<closures + frames - 1 {
            let isChain = place < frames - 1
            let from = isChain ? place : below(frames)
            let to = isChain ? place + 1 : (from + 1 + below(frames - 1)) % frames
            let size = exp2(2 * uniform() - 1)
            let miss = try motion(normals(0.002 * size), normals(0.005 * size))
            edges.append(
                PoseEdge(
                    from: "\(from)", to: "\(to)", motion: poses[from].inverted() * poses[to] * miss,
                    covariance: try EdgeCovariance(turn: 0.002 * size, shift: 0.005 * size),
                    label: "\(size)"))
        }
        return edges
    }

    /// A graph with one edge that is so many deviations off in a direction of its six, and the place of the edge.
    mutating func graph(_ closures: Int, _ frames: Int, off: Double) throws -> (PoseGraph, wrong: Int) {
        var edges = try self.edges(closures, frames)
        let place = below(edges.count), edge = edges[place]
        let size = try #require(Double(edge.label)), (turn, shift) = (normals(1), normals(1))
        let scale = off * size / (turn * turn + shift * shift).sum().squareRoot()
        edges[place] = PoseEdge(
            from: edge.from, to: edge.to,
            motion: edge.motion * (try motion(turn * (0.002 * scale), shift * (0.005 * scale))),
            covariance: edge.covariance, label: edge.label)
        let graph = try PoseGraph(edges)
        return (graph, try #require(graph.edges.firstIndex(of: edges[place])))
    }
}
