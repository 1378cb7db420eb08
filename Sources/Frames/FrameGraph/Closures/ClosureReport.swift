internal import QuadGeometry

/// The cycles of a graph and the edges that they contradict.
public struct ClosureReport: Hashable, Sendable {
    /// Cycles that together hold every loop of the graph, the least probable first.
    public let closures: [LoopClosure]
    /// The probability below which closures fail; the more closures there are, the less one alone says.
    public let leastProbability: Double
    /// The places of edges that may be wrong: all other edges together contradict each by more than noise explains.
    public let suspects: [Int]
    /// Suspects that nothing tells apart, such as both edges of a frame that has only two: one of each group is wrong. The group that
    /// is contradicted most comes first.
    public let suspectGroups: [[Int]]
    /// The places of edges in no cycle, of which nothing is claimed.
    public let unchecked: [Int]

    /// Whether cycles fail and none holds, and nothing tells which edges make them fail: there is no majority to trust.
    public let hasNoMajority: Bool

    /// The report of a graph; nothing is left out of the graph for it.
    public init(_ graph: PoseGraph) {
        let basis = CycleBasis(graph)
        var closures = basis.cycles.map { LoopClosure($0, from: graph.ends[$0[0]].from, in: graph) }
        let least = LoopClosure.leastProbability(among: closures.map(\.probability))
        for place in closures.indices { closures[place].fails = closures[place].probability < least }
        leastProbability = least
        let sorted = closures.enumerated().sorted { a, b in
            (a.element.probability, -a.element.squaredDistance, a.offset)
                < (b.element.probability, -b.element.squaredDistance, b.offset)
        }
        self.closures = sorted.map { $0.element }
        unchecked = basis.classes.indices.filter { basis.classes[$0] < 0 }
        suspectGroups = SuspectSearch(graph, basis).groups
        suspects = suspectGroups.joined().sorted()
        let tellsNone = suspects.isEmpty || suspects.count + unchecked.count == graph.edges.count
        hasNoMajority = !closures.isEmpty && closures.allSatisfy { $0.fails } && tellsNone
    }
}

extension PoseGraph {
    /// The root of each component of two frames or more.
    var rootsOfComponents: [Int] {
        let numbers = componentNumbers
        var members = [[Int]](repeating: [], count: (numbers.max() ?? -1) + 1)
        for (frame, number) in numbers.enumerated() { members[number].append(frame) }
        let lists = edgesAtFrames
        return members.filter { $0.count > 1 }.map { rootOfComponent($0, lists) }
    }

    /// The frame from which all others of a component are seen with the least summed trace, in components of up to 64 frames,
    /// and otherwise the one with most edges.
    func rootOfComponent(_ members: [Int], _ lists: [[Int]]) -> Int {
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
