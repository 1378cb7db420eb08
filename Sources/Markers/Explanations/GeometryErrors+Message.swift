internal import Foundation
public import QuadGeometry

extension QuadCornersError: ExplainedError {
    /// The points that were found, and what was expected.
    public var message: String {
        switch self {
        case .wrongCount(let count): "\(counted(count, "point")), expected the four corners of a quad"
        case .nonFinite(let corner, let point):
            "p\(corner + 1) is \(point.x), \(point.y), \(point.z), expected three finite numbers"
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .wrongCount: "give p1 to p4, once around the outline"
        case .nonFinite: "take the point again"
        }
    }
}

extension QuadLimitsError: ExplainedError {
    /// The limit that was found.
    public var message: String {
        switch self {
        case .unusable(let name, let value): "the limit \(name) cannot be \(value)"
        }
    }

    /// The next thing to try.
    public var remedy: String? { "give 0 or more" }
}

extension RayError: ExplainedError {
    /// The numbers that were found, and what was expected.
    public var message: String {
        switch self {
        case .nonFiniteOrigin(let point):
            "the origin is \(point.x), \(point.y), \(point.z), expected three finite numbers"
        case .nonFiniteDirection(let vector):
            "the direction is \(vector.x), \(vector.y), \(vector.z), expected three finite numbers"
        case .zeroDirection: "the direction is 0, 0, 0, expected one that is not zero"
        case .rangeNotANumber(let start, let end):
            "the range is \(start) to \(end), expected two numbers"
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .nonFiniteOrigin, .nonFiniteDirection, .zeroDirection: "take the ray again"
        case .rangeNotANumber: "leave the range out to hit everything in front"
        }
    }
}

extension RotationError: ExplainedError {
    /// The numbers that were found, and what was expected.
    public var message: String {
        switch self {
        case .nonFinite: "a number is not finite, expected a finite one"
        case .mirrored(let determinant):
            "the determinant is \(MeasureText.digits(3, determinant)): a mirror, which cannot be applied to markers"
        case .notOrthonormal(let defect): "not a rotation: |RᵀR - 1| is \(MeasureText.digits(3, defect))"
        case .zeroQuaternion: "the quaternion is 0, 0, 0, 0, expected one that is not zero"
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .nonFinite, .zeroQuaternion: "check what made it"
        case .mirrored: "check the axes where the matrix comes from"
        case .notOrthonormal: "look for a scale or a shear in it"
        }
    }
}

extension MatrixError: ExplainedError {
    /// The numbers that were found, and what was expected.
    public var message: String {
        switch self {
        case .wrongCount(let count): "\(counted(count, "number")), expected the 16 of a 4x4 matrix"
        case .nonFinite(let index):
            "number \(index + 1) of the matrix is not finite, expected a finite number"
        case .lastRow(let row, _): MatrixError.lastRow(row)
        case .rotation(let error): error.message
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .wrongCount: "give all four columns"
        case .nonFinite: "check what made it"
        case .lastRow(_, looksTransposed: true): "the last column is, so give it in the other layout"
        case .lastRow: MatrixError.noProjection
        case .rotation(let error): error.remedy
        }
    }

    /// The message on a last row.
    static func lastRow(_ row: SIMD4<Double>) -> String {
        "the last row is \((0..<4).map { MeasureText.digits(3, row[$0]) }.joined(separator: " ")), expected 0 0 0 1"
    }

    static let noProjection = "check that it is a rigid motion, without a projection"
}

extension PlacementError: ExplainedError {
    /// The state of the placement.
    public var message: String {
        switch self {
        case .notFinite(let corner): "the point of corner \(corner + 1) is not finite"
        case .complete: "all four corners are placed"
        case .incomplete(let corners): "\(counted(corners, "corner")) placed, expected four"
        case .unsound(let issues): issues.map(\.message).joined(separator: ", ")
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .notFinite: "tap again"
        case .complete: "take the last one back to place it again"
        case .incomplete: "tap those that are missing"
        case .unsound(let issues): issues.lazy.compactMap(\.remedy).first ?? "take the last corner back"
        }
    }
}
