internal import Foundation
public import QuadGeometry

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
