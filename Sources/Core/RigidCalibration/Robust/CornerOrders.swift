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
