/// Cycles that together hold every loop of a graph: one for each edge beyond the trees of least covariance.
struct CycleBasis {
    /// The edges of each cycle in order around it; it begins where its first edge, which is in no tree, begins.
    private(set) var cycles: [[Int]] = []
    /// The class of each edge, -1 in no cycle: edges of one class lie on the same loops, so that nothing tells them apart.
    private(set) var classes: [Int]

    /// The cycles of a graph without some of its edges.
    init(_ graph: PoseGraph, without left: Set<Int> = []) {
        let lists = graph.edgesAtFrames
        func other(_ frame: Int, _ edge: Int) -> Int {
            graph.ends[edge].from == frame ? graph.ends[edge].to : graph.ends[edge].from
        }
        var parents = [Int](repeating: -1, count: graph.frames.count)
        var depths = [Int](repeating: 0, count: graph.frames.count)
        var isInTree = [Bool](repeating: false, count: graph.edges.count)
        for root in graph.rootsOfComponents {
            let tree = PathTree(to: root, graph, at: lists, without: left)
            for frame in tree.order {
                parents[frame] = tree.firstEdges[frame]
                guard parents[frame] >= 0 else { continue }
                isInTree[parents[frame]] = true
                depths[frame] = depths[other(frame, parents[frame])] + 1
            }
        }
        for edge in graph.edges.indices where !isInTree[edge] && !left.contains(edge) {
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
            cycles.append([edge] + up + down.reversed())
        }
        // Two edges are on the same loops exactly where they are in the same cycles of a basis.
        var members = [[Int]](repeating: [], count: graph.edges.count)
        for (number, cycle) in cycles.enumerated() {
            for edge in cycle { members[edge].append(number) }
        }
        var numbers: [[Int]: Int] = [:]
        classes = members.map { own in
            guard !own.isEmpty else { return -1 }
            let number = numbers[own] ?? numbers.count
            numbers[own] = number
            return number
        }
    }
}
