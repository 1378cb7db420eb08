public import QuadGeometry

/// The largest difference of coordinates that count as equal: the server keeps single precision, widened.
///
/// The product's own limit of a micrometre, plus one step of single precision at the largest number involved.
public struct StoredTolerance: Hashable, Sendable {
    /// The tolerance in metres, for each coordinate.
    public let metres: Double

    /// The difference above which the product itself calls coordinates different, in metres.
    public static let least = 1e-6

    /// - Parameter magnitude: the largest magnitude among the numbers compared or used to compute them.
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

    /// True if no coordinate differs by more.
    public func allows(_ a: Quad, _ b: Quad) -> Bool {
        (0..<4).allSatisfy { allows(a[corner: $0] - b[corner: $0]) }
    }

    /// True if no coordinate of a difference is more.
    public func allows(_ difference: SIMD3<Double>) -> Bool {
        difference.isFinite && difference.largestMagnitude <= metres
    }
}
