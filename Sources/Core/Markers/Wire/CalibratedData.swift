public import QuadGeometry
import StrictJSON

/// A marker's corners in the frame of its space's calibration.
public struct CalibratedData: Hashable, Sendable {
    public var quad: Quad
    /// The mean of the corners as it was stated; nil if it was not.
    public var statedCenter: SIMD3<Double>?

    public init(_ quad: Quad) { self.quad = quad }

    /// The mean of the corners.
    public var center: SIMD3<Double> { quad.center }

    /// True if a center was stated that differs from that of the corners by more than stored numbers do.
    public var hasStaleCenter: Bool {
        guard let statedCenter else { return false }
        let largest = Double.maximum(quad.largestMagnitude, statedCenter.largestMagnitude)
        return !StoredTolerance(magnitude: largest).allows(statedCenter - center)
    }

    private static let names = WireNames("p1", "p2", "p3", "p4", "center")

    /// Reads an object on its own, as in a reply.
    package init(_ value: JSONValue) throws(JSONError) {
        do throws(JSONFault) { try self.init(reading: value) } catch { throw value.error(error) }
    }

    init(reading value: JSONValue) throws(JSONFault) {
        quad = Quad(.zero, .zero, .zero, .zero)
        guard value.kind == .object else {
            throw JSONFault(
                code: .wrongType, place: value.range.lowerBound, kind: value.kind, wanted: .object)
        }
        var corners: UInt8 = 0
        var center: SIMD3<Double>?
        try value.visit { scanner, name throws(JSONFault) in
            guard let index = CalibratedData.names.index(of: name, in: scanner.bytes) else {
                return try scanner.skipValue()
            }
            let start = scanner.place
            guard let kind = try scanner.notNull() else { return }
            guard let point = try scanner.point() else {
                throw JSONFault(code: .badCorner, place: start, kind: kind)
            }
            if index < 4 {
                quad[corner: index] = point
                corners |= 1 << UInt8(index)
            } else {
                center = point
            }
        }
        statedCenter = center
        guard corners == 0b1111 else {
            let names: [StaticString] = ["p1", "p2", "p3", "p4"]
            throw JSONFault(
                code: .missingMember, place: value.range.lowerBound,
                member: names[(~corners).trailingZeroBitCount])
        }
    }

    /// Writes the five members that the server knows.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            for (i, corner) in quad.corners.enumerated() {
                json.member("p\(i + 1)", corner)
            }
            json.member("center", center)
        }
    }
}

extension CalibratedData {
    /// The distance in metres from the stated center to the mean of the corners, if above the limit.
    var centerError: (value: Double, limit: Double)? {
        guard let statedCenter else { return nil }
        let limit = StoredTolerance(magnitude: max(quad.largestMagnitude, statedCenter.largestMagnitude))
        let difference = statedCenter - center
        return limit.allows(difference) ? nil : (difference.largestMagnitude, limit.metres)
    }

    /// The difference in metres between a distance of two corners and that of the raw ones, if it exceeds the
    /// limit beside it: a calibration does not change a marker's shape.
    func shapeError(_ raw: Quad) -> (value: Double, limit: Double)? {
        let tolerance = StoredTolerance(magnitude: max(quad.largestMagnitude, raw.largestMagnitude)).metres
        // Either end of either distance may be off by the tolerance in each coordinate.
        let limit = 2 * 3.0.squareRoot() * tolerance
        var worst = 0.0
        for first in 0..<3 {
            for second in (first + 1)..<4 {
                let calibrated = (quad[corner: first] - quad[corner: second]).length
                worst = max(worst, (calibrated - (raw[corner: first] - raw[corner: second]).length).magnitude)
            }
        }
        return worst <= limit ? nil : (worst, limit)
    }
}

extension CalibratedData: Codable {
    /// Reads the five members; the center may be missing.
    public init(from decoder: any Decoder) throws { try self.init(try JSONValue(from: decoder)) }

    /// Writes the five members that the server knows.
    public func encode(to encoder: any Encoder) throws {
        var json = JSONWriter()
        write(to: &json)
        try JSONValue(try json.take()).encode(to: encoder)
    }
}

extension WireID: Codable {
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text as it was read.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension VectorSign: Codable {}

extension CalibrationVector: Codable {
    /// Reads three numbers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let vector = CalibrationVector(try container.decode(SIMD3<Double>.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a vector has three finite numbers")
        }
        self = vector
    }

    /// Writes three numbers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(numbers)
    }
}

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
