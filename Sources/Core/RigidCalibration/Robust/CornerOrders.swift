public import QuadGeometry

/// The order in which the corners of each target quad match its source's, when the outlines may begin anywhere and run
/// either way.
///
/// One motion has to explain all quads, so their orders are chosen together: motions through the centers, which no order
/// moves, and through any two quads in any orders are held against all quads, each in the order that suits it best. A
/// single square looks the same in all eight orders; what noise could feign changes nothing.
public struct CornerOrders: Sendable {
    /// The order of each target, by quad. A quad that is in its place in no order has the one in which it lies about its
    /// center as the others do, or else keeps its own.
    public let orders: [CornerOrder]
    /// The amount by which the corners of each quad are farther from their places in the second-best order, as a root
    /// mean square in metres; near zero the choice is arbitrary.
    public let margins: [Double]
    /// The targets with their corners in the order of the sources.
    public let targets: [Quad]
    /// The corners as pairs, quad by quad, each quad a group.
    public let correspondences: Correspondences

    /// Chooses for quads whose corners are within a bound in metres of their places.
    public init(sources: [Quad], targets: [Quad], bound: Double) throws(RigidFitError) {
        try self.init(sources: sources, targets: targets, bound: bound, keepsUp: false)
    }

    /// The same; between frames that devices level, an order that keeps up where it is goes before one that fits a little better.
    package init(sources: [Quad], targets: [Quad], bound: Double, keepsUp: Bool) throws(RigidFitError) {
        guard bound > 0, bound.isFinite else { throw .badBound(pair: nil, bound: bound) }
        _ = try Correspondences(quads: sources, targets: targets)
        let orders = CornerOrderSearch(sources, targets, bound: bound, keepsUp: keepsUp)?.chosen
        self.orders = orders?.map { $0.order } ?? sources.map { _ in .identity }
        margins = orders?.map { $0.margin } ?? sources.map { _ in 0 }
        self.targets = zip(targets, self.orders).map { $0.reordered($1) }
        correspondences = try Correspondences(quads: sources, targets: self.targets)
    }
}

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
