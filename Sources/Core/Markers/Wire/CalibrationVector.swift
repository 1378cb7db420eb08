internal import QuadGeometry
package import StrictJSON

/// The vector of a space's calibration: a plain shift in metres, since three numbers hold no turn.
public struct CalibrationVector: Hashable, Sendable {
    public var numbers: SIMD3<Double>

    /// `nil` unless all three are finite.
    public init?(_ numbers: SIMD3<Double>) {
        guard numbers.isFinite else { return nil }
        self.numbers = numbers
    }

    /// Reads a space's `calibration_vector`: nil if it is missing, null or empty; refused with its pointer if
    /// it is anything but three finite numbers.
    package init?(_ value: JSONValue?) throws(JSONError) {
        guard let value, !value.isNull else { return nil }
        if value.kind == .array, value.elements.isEmpty { return nil }
        guard let numbers = value.point else { throw value.error(.badVector) }
        self.numbers = numbers
    }
}

/// The direction in which a space's vector counts.
public enum VectorSign: Double, Hashable, Sendable, CaseIterable {
    /// Calibrated points are raw points plus the vector, which is what the documents suggest.
    case added = 1
    /// Calibrated points are raw points less the vector.
    case subtracted = -1
}

extension VectorSign: DocumentWord {
    package var word: String { self == .added ? "added" : "subtracted" }
}

/// The kind of a point: as it was placed, or as the space's calibration shows it.
public enum PointKind: String, Hashable, Sendable, CaseIterable {
    case raw, calibrated
}

/// The relation between the raw and the calibrated points of a space.
///
/// ```swift
/// let calibration = space.calibration()  // the space's vector
/// let calibrated = try marker.calibrated(by: calibration)
/// ```
public struct SpaceCalibration: Hashable, Sendable, Codable {
    public var vector: CalibrationVector?
    public var sign: VectorSign

    public init(_ vector: CalibrationVector? = nil, sign: VectorSign = .added) {
        (self.vector, self.sign) = (vector, sign)
    }

    /// The shift from raw points to calibrated ones, in metres.
    public var shift: SIMD3<Double> { (vector?.numbers ?? .zero) * sign.rawValue }

    /// The shift from raw points to points of a kind, in metres.
    public func shift(to kind: PointKind) -> SIMD3<Double> { kind == .raw ? .zero : shift }

    /// The vector that shifts raw points by this much; `nil` if that is not finite.
    public func vector(shifting shift: SIMD3<Double>) -> CalibrationVector? {
        CalibrationVector(shift * sign.rawValue)
    }
}
