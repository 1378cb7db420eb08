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
