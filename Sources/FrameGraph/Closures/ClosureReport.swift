internal import QuadGeometry

/// The cycles of a graph and the edges that they contradict.
public struct ClosureReport: Hashable, Sendable {
    /// Cycles that together hold every loop of the graph, the least probable first.
    public let closures: [LoopClosure]
    /// The places of edges that may be wrong: the best cycle through each fails, and no way round that leaves another of them out clears
    /// it.
    public let suspects: [Int]
    /// Suspects that nothing tells apart, such as both edges of a frame that has only two: one of each group is wrong.
    public let suspectGroups: [[Int]]
    /// The places of edges in no cycle, of which nothing is claimed.
    public let unchecked: [Int]

    /// Whether cycles fail and none holds, so that there is no majority to trust.
    public var hasNoMajority: Bool { !closures.isEmpty && closures.allSatisfy(\.fails) }

    /// The report of a graph; nothing is left out of the graph for it.
    public init(_ graph: PoseGraph) {
        let search = ClosureSearch(graph)
        let closures = search.fundamental()
        let sorted = closures.enumerated().sorted { a, b in
            (a.element.probability, -a.element.squaredDistance, a.offset)
                < (b.element.probability, -b.element.squaredDistance, b.offset)
        }
        self.closures = sorted.map(\.element)
        var counts = [Int](repeating: 0, count: graph.edges.count)
        for edge in closures.flatMap(\.edges) { counts[edge] += 1 }
        unchecked = counts.indices.filter { counts[$0] == 0 }
        suspects = search.suspects(among: closures)
        suspectGroups = search.groups(of: suspects)
    }
}

/// The search for cycles: least trees, and ways round the edges that are doubted.
private struct ClosureSearch {
    let graph: PoseGraph
    let lists: [[Int]]

    init(_ graph: PoseGraph) {
        self.graph = graph
        lists = graph.edgesAtFrames
    }

    /// A cycle for each edge beyond the tree of the least covariance of each component.
    func fundamental() -> [LoopClosure] {
        var closures: [LoopClosure] = []
        var parents = [Int](repeating: -1, count: graph.frames.count)
        var depths = [Int](repeating: 0, count: graph.frames.count)
        var reached = [Bool](repeating: false, count: graph.frames.count)
        var isInTree = [Bool](repeating: false, count: graph.edges.count)
        for root in graph.rootsOfComponents {
            let tree = PathTree(to: root, graph, at: lists)
            for frame in tree.order {
                reached[frame] = true
                parents[frame] = tree.firstEdges[frame]
                guard parents[frame] >= 0 else { continue }
                isInTree[parents[frame]] = true
                depths[frame] = depths[other(frame, parents[frame])] + 1
            }
        }
        for edge in graph.edges.indices where !isInTree[edge] {
            var (up, down): ([Int], [Int]) = ([], [])
            var (from, to) = graph.ends[edge]
            while from != to {
                if depths[to] >= depths[from] {
                    up.append(parents[to])
                    to = other(to, parents[to])
                } else {
                    down.append(parents[from])
                    from = other(from, parents[from])
                }
            }
            closures.append(
                LoopClosure([edge] + up + down.reversed(), from: graph.ends[edge].from, in: graph))
        }
        return closures
    }

    private func other(_ frame: Int, _ edge: Int) -> Int {
        graph.ends[edge].from == frame ? graph.ends[edge].to : graph.ends[edge].from
    }

    /// The twist of the cycle of an edge with the best way back that leaves edges out, seen where the edge begins.
    private func cycle(of edge: Int, without left: Set<Int>) -> CycleMiss? {
        let (from, to) = graph.ends[edge]
        let tree = PathTree(to: from, graph, at: lists, without: left.union([edge]), stopAt: to)
        guard tree.traces[to] < .infinity else { return nil }
        let chained = graph.chain([edge] + tree.path(from: to, in: graph), from: from)
        return CycleMiss(twist: chained.motion.twist.vector, covariance: chained.covariance)
    }

    /// The edges of failing cycles that no way round clears.
    func suspects(among closures: [LoopClosure]) -> [Int] {
        let doubted = Set(closures.filter(\.fails).flatMap(\.edges)).sorted()
        var failing: [(edge: Int, direct: CycleMiss, distance: Double)] = []
        for edge in doubted {
            guard let direct = cycle(of: edge, without: []), direct.fails else { continue }
            failing.append((edge, direct, direct.distance))
        }
        // The wrong edge is among those whose own cycles are farthest off.
        failing.sort { ($1.distance, $0.edge) < ($0.distance, $1.edge) }
        let rivals = failing.prefix(ClosureSearch.mostRivals)
        let left = failing.filter { doubted in
            !rivals.contains { rival in
                guard rival.edge != doubted.edge else { return false }
                return cycle(of: doubted.edge, without: [rival.edge])?.clears(doubted.direct) ?? false
            }
        }
        return left.map(\.edge).sorted()
    }

    /// Ways round more edges than this would take long and tell no more.
    private static let mostRivals = 24

    /// Suspects that lie on the same cycles: leaving one out leaves no cycle for the other.
    func groups(of suspects: [Int]) -> [[Int]] {
        var groups: [[Int]] = []
        for edge in suspects {
            if let place = groups.firstIndex(where: { cycle(of: edge, without: [$0[0]]) == nil }) {
                groups[place].append(edge)
            } else {
                groups.append([edge])
            }
        }
        return groups
    }
}

/// The miss of a cycle, seen where it begins.
private struct CycleMiss {
    let twist: SIMD8<Double>
    let covariance: Matrix6

    /// The squared length of the miss in deviations.
    var distance: Double { CycleMiss.distance(twist, covariance) }

    var fails: Bool { chiSquareExceedance(distance, freedom: 6) < LoopClosure.leastProbability }

    /// Whether a way round shows that an edge is not what makes its direct cycle fail: the way round closes, and better than if both
    /// cycles missed by the same.
    func clears(_ direct: CycleMiss) -> Bool {
        let shared = CycleMiss.distance(twist - direct.twist, covariance + direct.covariance)
        return !fails && distance < shared
    }

    private static func distance(_ twist: SIMD8<Double>, _ covariance: Matrix6) -> Double {
        covariance.symmetric.inverse.map { (($0 * twist) * twist).sum() } ?? .infinity
    }
}

extension PoseGraph {
    /// The root of each component.
    var rootsOfComponents: [Int] {
        let numbers = componentNumbers
        var members = [[Int]](repeating: [], count: (numbers.max() ?? -1) + 1)
        for (frame, number) in numbers.enumerated() { members[number].append(frame) }
        return members.map { rootOfComponent($0) }
    }

    /// The frame from which all others of a component are seen with the least summed trace, in components of up to 64 frames,
    /// and otherwise the one with most edges.
    func rootOfComponent(_ members: [Int]) -> Int {
        let lists = edgesAtFrames
        guard members.count > 2, members.count <= PoseGraph.usualRoots else {
            return members.max { (lists[$0].count, $1) < (lists[$1].count, $0) } ?? 0
        }
        var best = (sum: Double.infinity, frame: members[0])
        for frame in members {
            let tree = PathTree(to: frame, self, at: lists)
            let sum = members.reduce(0) { $0 + tree.traces[$1] }
            if sum < best.sum { best = (sum, frame) }
        }
        return best.frame
    }

    private static var usualRoots: Int { 64 }
}
