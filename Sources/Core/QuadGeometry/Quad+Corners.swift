/// A quad of a list of corners, as raycasts return them one after the other.
extension Quad {
    /// A quad of four corners in order.
    ///
    /// - Parameter corners: p1 to p4 in metres; refused unless there are four, all of them finite.
    public init(_ corners: [SIMD3<Double>]) throws(QuadCornersError) {
        guard corners.count == 4 else { throw .wrongCount(corners.count) }
        for (corner, point) in corners.enumerated() where !point.isFinite {
            throw .nonFinite(corner: corner, point)
        }
        self.init(corners[0], corners[1], corners[2], corners[3])
    }

    /// A quad of four single-precision corners in order; every number keeps its value.
    ///
    /// - Parameter corners: p1 to p4 in metres; refused unless there are four, all of them finite.
    // Otherwise a literal of whole numbers would be ambiguous.
    @_disfavoredOverload
    public init(_ corners: [SIMD3<Float>]) throws(QuadCornersError) {
        try self.init(corners.map { SIMD3<Double>($0) })
    }

    /// Whether it comes first in an order of quads that depends on nothing but their numbers.
    package func precedes(_ other: Quad) -> Bool {
        for place in 0..<12 {
            let (corner, axis) = (place / 3, place % 3)
            let mine = self[corner: corner][axis].bitPattern, theirs = other[corner: corner][axis].bitPattern
            if mine != theirs { return mine < theirs }
        }
        return false
    }
}

/// The reason that a list of points is not the corners of a quad.
public enum QuadCornersError: Error, Hashable, Sendable {
    /// Another number of points than four.
    case wrongCount(Int)
    /// A point with a number that is not finite: the corner at this index, 0 for p1.
    case nonFinite(corner: Int, SIMD3<Double>)
}
