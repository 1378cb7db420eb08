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
