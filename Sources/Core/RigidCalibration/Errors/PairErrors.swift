/// The errors of pairs as a report states them: deviations of one coordinate, both scans together, in metres.
public struct PairErrors: Hashable, Sendable {
    /// The error that all pairs of a marker share, and the noise that each of them has of its own.
    public let marker, corner: Double
    /// Whether some marker has several pairs; otherwise the two cannot be told apart, and ``marker`` is zero.
    public let hasMarkers: Bool
    /// Whether the marker error is assumed, since one or two markers show none.
    public let isAssumed: Bool
    /// The deviation of one coordinate between the errors of two places ten metres apart that is due to drift; `nil` where none
    /// was reckoned with.
    public let driftAtTenMetres: Double?
    /// The degrees of freedom of the marker error; infinite where it was stated or assumed.
    public let freedom: Double
    /// The deviation of one coordinate of a new pair of a new marker.
    public let pair: Double

    init(_ errors: ErrorModel) {
        (hasMarkers, isAssumed, freedom) = (errors.hasMarkers, errors.isAssumed, errors.freedom)
        marker = errors.hasMarkers ? errors.marker.squareRoot() : 0
        corner = (errors.hasMarkers ? errors.corner : errors.mean).squareRoot()
        driftAtTenMetres = errors.drift.map {
            (-2 * ScanDrift.likeness(.zero, SIMD3(10, 0, 0)) * $0.variance).squareRoot()
        }
        pair = errors.pair.squareRoot()
    }
}
