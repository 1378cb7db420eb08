internal import Foundation
public import QuadGeometry
internal import RigidCalibration

extension MatrixReadError: ExplainedError {
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        switch self {
        case .json(let error): (error.message(to: listener), nil)
        case .noMatrix(let error):
            (
                "column \(error.column) at \(listener.shown(error.pointer)): not a matrix, expected 16 numbers or four "
                    + "arrays of four, alone or as the member matrix", nil
            )
        case .noNumber(let found, _, let entry):
            (
                "number \(entry + 1) of the matrix is \(listener.quoted(found)), expected a number as in 1.5, -3 or 2e-3",
                "correct it"
            )
        case .wrongCount(let count):
            (
                "\(count > 16 ? "more than 16" : "\(count)") numbers, expected the 16 of a 4x4 matrix",
                "check that the file holds one matrix and nothing else"
            )
        case .nonFinite(let entry):
            (
                "number \(entry + 1) of the matrix is not finite, expected a finite number",
                "check what wrote it"
            )
        case .outOfRange(let entry):
            (
                "number \(entry + 1) of the matrix is beyond \(Correspondences.largestCoordinate), expected a realistic "
                    + "position in metres", "check what wrote it"
            )
        case .lastRow(let row, let looksTransposed):
            (
                MatrixError.lastRow(row),
                looksTransposed
                    ? "the last column is, so use the other "
                        + listener.words(program: "layout", commandLine: "of --rows and --columns")
                    : MatrixError.noProjection
            )
        case .ambiguousLayout:
            (
                "rows and columns cannot be told apart in a pure rotation",
                "say how it is written: "
                    + listener.words(program: "the layout", commandLine: "--rows or --columns")
            )
        case .contradictingLayouts(let layout):
            (
                "the file itself says \(layout.rawValue)",
                listener.words(program: "give that layout, or none", commandLine: "remove the option")
            )
        case .mirrored(let determinant):
            (
                RotationError.mirrored(determinant: determinant).message,
                RotationError.mirrored(determinant: determinant).remedy
            )
        case .notOrthonormal(let defect):
            (
                RotationError.notOrthonormal(defect: defect).message
                    + ", expected \(MeasureText.shortest(RigidMatrix.largestDefect)) at most",
                RotationError.notOrthonormal(defect: defect).remedy
            )
        }
    }
}

extension IdentifierMapError: ExplainedError {
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        switch self {
        case .json(let error): (error.message(to: listener), nil)
        case .fieldCount(let count, _):
            ("\(counted(count, "field")), expected 2 (old,new)", "complete the row or remove it")
        case .noIdentifier(let found, let side, let entry, _):
            (
                "the \(side.rawValue) id of entry \(entry + 1) is \(listener.quoted(found)), expected a UUID",
                "correct it"
            )
        case .repeated(let id, let side, let entry):
            (
                "the \(side.rawValue) id \(id.wireText) of entry \(entry + 1) appears twice, expected each id once",
                "remove one of them"
            )
        }
    }
}

extension TwoPointError: ExplainedError {
    public var message: String {
        switch self {
        case .noDirection(let separation):
            "the second point is \(MeasureText.length(separation)) from the first on the level, expected at "
                + "least \(MeasureText.length(TwoPointOrigin.leastSeparation))"
        case .nonFinite: "a point is out of range, expected realistic positions"
        }
    }

    public var remedy: String? {
        switch self {
        case .noDirection: "use a point farther away"
        case .nonFinite: "correct it"
        }
    }
}

extension RotationError: ExplainedError {
    public var message: String {
        switch self {
        case .nonFinite: "a number is not finite, expected a finite one"
        case .mirrored(let determinant):
            "the determinant is \(MeasureText.digits(3, determinant)): a mirror, which cannot be applied to markers"
        case .notOrthonormal(let defect): "not a rotation: |RᵀR - 1| is \(MeasureText.digits(3, defect))"
        case .zeroQuaternion: "the quaternion is 0, 0, 0, 0, expected one that is not zero"
        }
    }

    public var remedy: String? {
        switch self {
        case .nonFinite, .zeroQuaternion: "check what made it"
        case .mirrored: "check the axes where the matrix comes from"
        case .notOrthonormal: "look for a scale or a shear in it"
        }
    }
}

extension MatrixError: ExplainedError {
    public var message: String {
        switch self {
        case .wrongCount(let count): "\(counted(count, "number")), expected the 16 of a 4x4 matrix"
        case .nonFinite(let index):
            "number \(index + 1) of the matrix is not finite, expected a finite number"
        case .lastRow(let row, _): MatrixError.lastRow(row)
        case .rotation(let error): error.message
        }
    }

    public var remedy: String? {
        switch self {
        case .wrongCount: "give all four columns"
        case .nonFinite: "check what made it"
        case .lastRow(_, looksTransposed: true): "the last column is, so give it in the other layout"
        case .lastRow: MatrixError.noProjection
        case .rotation(let error): error.remedy
        }
    }

    static func lastRow(_ row: SIMD4<Double>) -> String {
        "the last row is \((0..<4).map { MeasureText.digits(3, row[$0]) }.joined(separator: " ")), expected 0 0 0 1"
    }

    static let noProjection = "check that it is a rigid motion, without a projection"
}
