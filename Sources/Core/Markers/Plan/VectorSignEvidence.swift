public import QuadGeometry

/// The evidence of stored markers on the sign of their space's vector.
public struct VectorSignEvidence: Hashable, Sendable {
    /// The sign, or the reason why it is undecided.
    public enum Conclusion: Hashable, Sendable {
        case sign(VectorSign)
        /// No marker has both raw and calibrated corners.
        case noMarkers
        /// There is no vector, or it is too short to tell its directions apart.
        case noVector
        /// The differences are not the same everywhere: stale data, or a calibration that is more than a shift.
        case spread
        /// The differences agree with each other and with neither sign.
        case neither

        /// The conclusion in a word that never changes meaning.
        public var code: String {
            switch self {
            case .sign(.added): "ADDED"
            case .sign(.subtracted): "SUBTRACTED"
            case .noMarkers: "NO_MARKERS"
            case .noVector: "NO_VECTOR"
            case .spread: "SPREAD"
            case .neither: "NEITHER"
            }
        }
    }

    public let conclusion: Conclusion
    /// The number of markers that have both raw and calibrated corners.
    public let count: Int
    /// The mean of calibrated less raw corners, in metres.
    public let difference: SIMD3<Double>
    /// The largest deviation of a coordinate of a corner's difference from the mean, in metres.
    public let spread: Double
    /// The largest difference of stored numbers that count as equal, in metres.
    public let tolerance: StoredTolerance

    /// Compares corners with their calibrated ones.
    public init(_ pairs: [(raw: Quad, calibrated: Quad)], vector: CalibrationVector?) {
        let numbers = vector?.numbers ?? .zero
        tolerance = StoredTolerance(
            magnitude: pairs.reduce(numbers.largestMagnitude) {
                Double.maximum($0, Double.maximum($1.raw.largestMagnitude, $1.calibrated.largestMagnitude))
            })
        count = pairs.count
        let differences = pairs.flatMap { pair in
            (0..<4).map { pair.calibrated[corner: $0] - pair.raw[corner: $0] }
        }
        let mean = differences.isEmpty ? .zero : differences.reduce(.zero, +) / Double(differences.count)
        difference = mean
        spread = differences.reduce(0) { Double.maximum($0, ($1 - mean).largestMagnitude) }
        conclusion = VectorSignEvidence.conclusion(pairs.count, mean, spread, numbers, tolerance)
    }

    /// Compares those of the markers that have both; a marker that cannot be read has none.
    public init(_ markers: [Marker], vector: CalibrationVector?) {
        self.init(
            markers.compactMap { marker in
                guard let raw = try? marker.quad, let data = try? marker.calibratedData else { return nil }
                return (raw, data.quad)
            }, vector: vector)
    }

    private static func conclusion(
        _ count: Int, _ mean: SIMD3<Double>, _ spread: Double, _ vector: SIMD3<Double>,
        _ tolerance: StoredTolerance
    ) -> Conclusion {
        guard count > 0 else { return .noMarkers }
        guard !tolerance.allows(vector * 2) else { return .noVector }
        guard spread <= tolerance.metres else { return .spread }
        let fitting = VectorSign.allCases.filter { tolerance.allows(mean - vector * $0.rawValue) }
        return fitting.count == 1 ? .sign(fitting[0]) : .neither
    }
}
