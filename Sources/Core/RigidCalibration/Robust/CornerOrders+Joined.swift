package import QuadGeometry

extension CornerOrders {
    /// The orders in which the new corners of joined markers match the old ones, and the amounts in metres by which the next order is
    /// worse: those of every join of markers, in whatever program.
    package static func ofJoined(
        _ sources: [Quad], _ targets: [Quad]
    ) throws(RigidFitError) -> [(order: CornerOrder, margin: Double)] {
        var orders = [(order: CornerOrder, margin: Double)](
            repeating: (.identity, 0), count: sources.count)
        let bound = Quad.identifyingDistance(sources)
        guard bound > 0 else { return orders }
        let parts = (sources.count + mostAtOnce - 1) / mostAtOnce
        for part in 0..<parts {
            // Strided, so that each part is spread over all of them.
            let places = Array(stride(from: part, to: sources.count, by: parts))
            let found = try CornerOrders(
                sources: places.map { sources[$0] }, targets: places.map { targets[$0] }, bound: bound,
                keepsUp: true)
            for (number, place) in places.enumerated() {
                orders[place] = (found.orders[number], found.margins[number])
            }
        }
        return orders
    }

    /// The most quads at once; each part is enough for a motion, and time and memory grow with the square.
    package static let mostAtOnce = 512
}

extension Quad {
    /// The largest distance at which a corner still identifies its place: a quarter of a typical marker's edge.
    package static func identifyingDistance(_ quads: [Quad]) -> Double {
        let edges = quads.map { $0.meanEdge }.sorted()
        return edges.isEmpty ? 0 : edges[edges.count / 2] / 4
    }

    private var meanEdge: Double {
        (0..<4).reduce(0) { $0 + (self[corner: ($1 + 1) & 3] - self[corner: $1]).length } / 4
    }

    /// Whether the corners of another are where its own are, in an order of theirs: nearer than a quarter of its edges. A
    /// marker without any extent says nothing of that.
    package func lies(on other: Quad) -> Bool {
        let most = meanEdge / 4
        guard most > 0 else { return true }
        return CornerOrder.all.contains { order in
            let other = other.reordered(order)
            return (0..<4).allSatisfy { (self[corner: $0] - other[corner: $0]).length <= most }
        }
    }

    /// True if a fit accepts its corners: finite, and no farther away than anything that exists.
    package var canBeFitted: Bool {
        isFinite && largestMagnitude <= Correspondences.largestCoordinate
    }
}
