import Markers
import RigidCalibration

extension JSONError {
    /// The message: what was found, what was expected, and where; safe for a terminal.
    var text: String {
        let place = pointer.isEmpty ? "" : " at \(visible(pointer))"
        return "column \(column)\(place): \(code.rawValue), \(sentence)"
    }

    /// The message: what was found, and what was expected.
    var sentence: String { "\(foundText), expected \(code.expected)" }

    private var foundText: String {
        switch found {
        case _ where code == .duplicateKey: "found the name again"
        case .end: "found nothing"
        case .foreign(let form): "found \(form.text)"
        case .byte(let byte):
            (0x20..<0x7f).contains(byte)
                ? "found \(quoted(String(UnicodeScalar(byte))))" : "found the byte \(byte)"
        case .value(let kind): "found a value of type \(kind.rawValue)"
        case .limit(let limit): "found more than \(limit)"
        case .members(let names):
            names.isEmpty
                ? "found an object without members" : "found an object with \(listed(names, quoted))"
        case .status(let status): systemMessage(status)
        }
    }
}

extension ForeignBytes {
    /// The form, and the next step.
    fileprivate var text: String {
        isCompressed ? "\(rawValue) data (unpack it first)" : "\(rawValue) text (save it as UTF-8)"
    }
}

extension IdentifierMapError {
    /// The line it is about, where it is about one.
    var line: Int? {
        switch self {
        case .json(let error): error.line
        case .fieldCount(_, let line): line
        case .noIdentifier(_, _, _, let line): line
        case .repeated: nil
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .json(let error): error.text
        case .fieldCount(let count, _):
            "\(counted(count, "field")), expected 2 (old,new); complete the row or remove it"
        case .noIdentifier(let found, let side, let entry, _):
            "the \(side.rawValue) id of entry \(entry + 1) is \(quoted(found)), expected a UUID; correct it"
        case .repeated(let id, let side, let entry):
            "the \(side.rawValue) id \(id.wireText) of entry \(entry + 1) appears twice, expected each id once; remove "
                + "one of them"
        }
    }
}

extension MatrixReadError {
    /// The line it is about, where it is about one.
    var line: Int? {
        switch self {
        case .json(let error), .noMatrix(let error): error.line
        case .noNumber(_, let line, _): line
        default: nil
        }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .json(let error): error.text
        case .noMatrix(let error):
            "column \(error.column) at \(visible(error.pointer)): not a matrix, expected 16 numbers or four arrays of four, "
                + "alone or as the member matrix"
        case .noNumber(let found, _, let entry):
            "number \(entry + 1) of the matrix is \(quoted(found)), expected a number as in 1.5, -3 or 2e-3; correct it"
        case .wrongCount(let count):
            "\(count > 16 ? "more than 16" : "\(count)") numbers, expected the 16 of a 4x4 matrix; check that the file "
                + "holds one matrix and nothing else"
        case .nonFinite(let entry):
            "number \(entry + 1) of the matrix is not finite, expected a finite number; check what wrote it"
        case .outOfRange(let entry):
            "number \(entry + 1) of the matrix is beyond \(Correspondences.largestCoordinate), expected a realistic "
                + "position in metres; check what wrote it"
        case .lastRow(let row, let looksTransposed):
            "the last row is \((0..<4).map { MeasureText.digits(3, row[$0]) }.joined(separator: " ")), expected 0 0 0 1; "
                + (looksTransposed
                    ? "the last column is, so use the other of --rows and --columns"
                    : "check that it is a rigid motion, without a projection")
        case .ambiguousLayout:
            "rows and columns cannot be told apart in a pure rotation; say how it is written: --rows or --columns"
        case .contradictingLayouts(let layout):
            "the file itself says \(layout.rawValue); remove the option"
        case .mirrored(let determinant):
            "the determinant is \(MeasureText.digits(3, determinant)): a mirror, which cannot be applied to markers; check the "
                + "axes where the matrix comes from"
        case .notOrthonormal(let defect):
            "not a rotation: |RᵀR - 1| is \(MeasureText.digits(3, defect)), expected \(MeasureText.shortest(RigidMatrix.largestDefect)) at "
                + "most; look for a scale or a shear in it"
        }
    }
}
