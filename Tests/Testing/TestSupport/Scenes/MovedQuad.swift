public import QuadGeometry

/// A quad and its image under a rigid motion, with the most that rounding may have changed between the two.
public struct MovedQuad: Sendable {
    public let quad: Quad
    public let transform: RigidTransform
    public let moved: Quad

    public init(_ quad: Quad, by transform: RigidTransform) {
        self.quad = quad
        self.transform = transform
        moved = transform * quad
    }

    /// The largest distance of a corner from its exact image, in metres.
    public var shift: Double {
        let reach = max(quad.largestMagnitude, transform.translation.largestMagnitude, moved.largestMagnitude)
        // Three coordinates, each off by the motion's rounding and by the matrix's own.
        return 3 * (RigidTransform.pointError + Rotation.viewError) * reach
    }

    public var longestDiagonal: Double { quad.diagonalLengths.max() }

    public var lengthTolerance: Double { 2 * shift + 2 * Quad.lengthError * quad.edgeLengths.sum() }

    /// Each diagonal may be off by two shifts, across the other.
    public var areaTolerance: Double {
        shift * quad.diagonalLengths.sum() + 2 * Quad.areaError * longestDiagonal * longestDiagonal
    }

    /// In radians.
    public var normalTolerance: Double {
        let area = quad.area, lengths = quad.diagonalLengths
        return shift * lengths.sum() / area + 2 * Quad.normalError * lengths.x * lengths.y / (2 * area)
    }

    /// For a measure that a shift of the corners changes by as much, and more the narrower the quad is.
    public var narrowTolerance: Double {
        let narrowness = max(1, longestDiagonal * longestDiagonal / quad.area)
        return narrowness * (4 * shift + Quad.flatnessError * longestDiagonal)
    }

    /// In radians.
    public var angleTolerance: Double { 4 * shift / quad.edgeLengths.min() + 2 * Quad.angleError }
}
