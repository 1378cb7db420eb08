internal import Foundation
internal import QuadGeometry
internal import RigidCalibration

extension SavedFitError: ExplainedError {
    /// The place, what was found, and what was expected.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The place, what was found, and what was expected; and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String) {
        if case .json(let error) = reason {
            return (error.message(to: listener), SavedFitError.another(listener))
        }
        let (sentence, remedy) = sentence(to: listener)
        return ("column \(column) at \(listener.shown(pointer)): \(code), \(sentence)", remedy)
    }

    private func sentence(to listener: Listener) -> (String, remedy: String) {
        let again = "fit again, and do not edit the file"
        return switch reason {
        case .json(let error): (error.sentence(to: listener), SavedFitError.another(listener))
        case .noFit(let found):
            (
                "found \(listener.quoted(found)), expected \(listener.quoted(FitDocument.schemaName))",
                SavedFitError.another(listener)
            )
        case .newerSchema(let found):
            (
                "found \(listener.quoted(found)), which a later version wrote, expected "
                    + listener.quoted(FitDocument.schemaName), "update quadcal"
            )
        case .unknownWord(let word): ("found \(listener.quoted(word)), which is not known here", again)
        case .outOfRange: ("found numbers that no fit can have", again)
        case .noRotation(.mirrored(let determinant)):
            (
                "the determinant is \(MeasureText.digits(3, determinant)), a mirror, which cannot be applied to markers",
                again
            )
        case .noRotation(.notOrthonormal(let defect)):
            (
                "|RᵀR - 1| is \(MeasureText.digits(3, defect)), expected "
                    + "\(MeasureText.shortest(Rotation.orthonormalityLimit)) at most", again
            )
        case .noRotation: ("found numbers that are not a rotation", again)
        case .contradicts(let other):
            ("it does not match \(listener.shown(other)), so one of them was edited", again)
        case .straightened:
            (
                "the scan was straightened, so each marker has its own shift, and the one motion alone would put markers "
                    + "in wrong places",
                listener.words(
                    program: "read it with takesShifts, or fit again without a straightening",
                    commandLine:
                        "quadcal apply and recalibrate move markers by it; here use a fit without --straighten"
                )
            )
        }
    }

    private static func another(_ listener: Listener) -> String {
        listener.words(
            program: "give the bytes of a fit that was saved",
            commandLine: "name a file that quadcal fit --save wrote")
    }
}
