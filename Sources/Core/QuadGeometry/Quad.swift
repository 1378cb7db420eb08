/// Four corners of a marker, once around its outline: `p1`, `p2`, `p3`, `p4`.
///
/// Corners are in metres. They need not lie in one plane (``flatness`` says by how much they miss it) nor make
/// a simple outline (``shape`` says). The right-hand normal of p1 p2 p3 p4 points away from a viewer who sees
/// them run clockwise, as the app places them: into the surface.
///
/// ```swift
/// let quad = Quad([0, 1, 0], [0.5, 1, 0], [0.5, 0.75, 0], [0, 0.75, 0])
/// print(quad.center, quad.normal ?? .zero, quad.area, quad.planarity ?? 0)
/// ```
@frozen
public struct Quad: Hashable, Sendable {
    public var p1: SIMD3<Double>
    public var p2: SIMD3<Double>
    public var p3: SIMD3<Double>
    public var p4: SIMD3<Double>

    @inlinable
    public init(_ p1: SIMD3<Double>, _ p2: SIMD3<Double>, _ p3: SIMD3<Double>, _ p4: SIMD3<Double>) {
        self.p1 = p1
        self.p2 = p2
        self.p3 = p3
        self.p4 = p4
    }

    /// A quad of corners by their names, in metres.
    @inlinable
    public init(p1: SIMD3<Double>, p2: SIMD3<Double>, p3: SIMD3<Double>, p4: SIMD3<Double>) {
        self.init(p1, p2, p3, p4)
    }

    /// A quad of single-precision corners; every number keeps its value.
    @inlinable
    public init(
        widening p1: SIMD3<Float>, _ p2: SIMD3<Float>, _ p3: SIMD3<Float>, _ p4: SIMD3<Float>
    ) {
        self.init(SIMD3<Double>(p1), SIMD3<Double>(p2), SIMD3<Double>(p3), SIMD3<Double>(p4))
    }

    /// The corner at `index`, 0 for `p1` to 3 for `p4`.
    @inlinable
    public subscript(corner index: Int) -> SIMD3<Double> {
        get {
            switch index {
            case 0: p1
            case 1: p2
            case 2: p3
            case 3: p4
            default: preconditionFailure("a quad has the corners 0 to 3")
            }
        }
        set {
            switch index {
            case 0: p1 = newValue
            case 1: p2 = newValue
            case 2: p3 = newValue
            case 3: p4 = newValue
            default: preconditionFailure("a quad has the corners 0 to 3")
            }
        }
    }

    /// The corners in order.
    public var corners: [SIMD3<Double>] { [p1, p2, p3, p4] }

    /// Whether all twelve numbers are finite.
    @inlinable
    public var isFinite: Bool {
        p1.isFinite && p2.isFinite && p3.isFinite && p4.isFinite
    }

    /// The largest magnitude among the twelve numbers.
    @inlinable
    public var largestMagnitude: Double {
        Double.maximum(
            Double.maximum(p1.largestMagnitude, p2.largestMagnitude),
            Double.maximum(p3.largestMagnitude, p4.largestMagnitude))
    }

    /// The quad with each corner replaced by what `change` makes of it.
    @inlinable
    public func map(_ change: (SIMD3<Double>) -> SIMD3<Double>) -> Quad {
        Quad(change(p1), change(p2), change(p3), change(p4))
    }
}

/// Corners in single precision, as ARKit has them and as renderers want them.
extension Quad {
    /// A quad of single-precision corners, in metres; every number keeps its value.
    // Otherwise literals of whole numbers would be ambiguous.
    @_disfavoredOverload
    @inlinable
    public init(p1: SIMD3<Float>, p2: SIMD3<Float>, p3: SIMD3<Float>, p4: SIMD3<Float>) {
        self.init(widening: p1, p2, p3, p4)
    }

    /// The corners rounded to single precision, for rendering.
    public var narrowed: NarrowedQuad { NarrowedQuad(self) }
}

/// A quad's corners rounded to single precision.
public struct NarrowedQuad: Hashable, Sendable {
    /// The corners, in metres.
    public let p1: SIMD3<Float>
    public let p2: SIMD3<Float>
    public let p3: SIMD3<Float>
    public let p4: SIMD3<Float>
    /// The most that one of the twelve finite numbers was changed by, in metres: infinite if one of them is beyond single
    /// precision.
    public let largestRounding: Double

    /// Rounds each number to the nearest of single precision.
    public init(_ quad: Quad) {
        (p1, p2, p3, p4) = (SIMD3(quad.p1), SIMD3(quad.p2), SIMD3(quad.p3), SIMD3(quad.p4))
        let rounded = Quad(widening: p1, p2, p3, p4)
        largestRounding = (0..<4).reduce(0) { worst, corner in
            // Infinite numbers keep their value, and their difference is not a number, which is passed over.
            let change = (rounded[corner: corner] - quad[corner: corner]).largestMagnitude
            return Double.maximum(worst, change)
        }
    }

    /// The corners in order.
    public var corners: [SIMD3<Float>] { [p1, p2, p3, p4] }
}

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
