public import QuadGeometry

/// What coordinates may differ by and still be the same: the server keeps single precision, widened.
///
/// The product's own limit of a micrometre, and one step of single precision at the largest number that had a part.
public struct StoredTolerance: Hashable, Sendable {
    /// In metres, coordinate by coordinate.
    public let metres: Double

    /// What the product itself calls different, in metres.
    public static let least = 1e-6

    /// - Parameter magnitude: the largest magnitude among the numbers that are compared or went into them.
    public init(magnitude: Double) {
        let exponent = Swift.max(magnitude.exponent, Int(Float.leastNormalMagnitude.exponent))
        let step = Double(sign: .plus, exponent: exponent - Float.significandBitCount, significand: 1)
        metres = StoredTolerance.least + step
    }

    /// The tolerance for points that are raw, shifted by a calibration or moved.
    init(_ quads: Quad..., shift: SIMD3<Double>) {
        self.init(
            magnitude: quads.reduce(shift.largestMagnitude) { Double.maximum($0, $1.largestMagnitude) })
    }

    /// Whether no coordinate differs by more.
    public func allows(_ a: Quad, _ b: Quad) -> Bool {
        (0..<4).allSatisfy { allows(a[corner: $0] - b[corner: $0]) }
    }

    /// Whether no coordinate of a difference is more.
    public func allows(_ difference: SIMD3<Double>) -> Bool {
        difference.isFinite && difference.largestMagnitude <= metres
    }
}
