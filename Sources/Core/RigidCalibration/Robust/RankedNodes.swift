internal import QuadGeometry

/// Some nodes of a graph, rising, each with how many neighbors it has among others.
struct RankedNodes {
    private(set) var nodes: [Int32] = []
    private(set) var counts: [Int32] = []

    var count: Int { nodes.count }

    /// Becomes the nodes of a set, with counts that mean nothing yet.
    mutating func list(_ row: BitRow) {
        row.list(into: &nodes)
        counts.removeAll(keepingCapacity: true)
        for _ in nodes { counts.append(0) }
    }

    /// Counts the neighbors of each in a set.
    mutating func count(in row: BitRow, of graph: BitMatrix) {
        graph.countCommon(with: row.words, in: nodes, into: &counts)
    }

    /// Leaves those out that are not wanted.
    mutating func keep(where isWanted: (_ node: Int, _ count: Int) -> Bool) {
        var kept = 0
        for place in nodes.indices where isWanted(Int(nodes[place]), Int(counts[place])) {
            nodes[kept] = nodes[place]
            counts[kept] = counts[place]
            kept += 1
        }
        nodes.removeLast(nodes.count - kept)
        counts.removeLast(counts.count - kept)
    }

    /// Whether each has all others as neighbors, when they were counted among themselves.
    var isClique: Bool { counts.allSatisfy { Int($0) == nodes.count - 1 } }

    /// The node with the largest count, the first of equals.
    var strongest: Int? {
        guard var best = nodes.indices.first else { return nil }
        for place in nodes.indices where counts[place] > counts[best] { best = place }
        return Int(nodes[best])
    }
}
