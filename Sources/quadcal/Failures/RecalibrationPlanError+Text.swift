import Foundation
import Markers
import QuadGeometry

extension SavedFitError {
    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        if case .json(let error) = reason {
            return error.text + "; name a file that quadcal fit --save wrote"
        }
        return "column \(column) at \(visible(pointer)): \(code), \(sentence)"
    }

    private var sentence: String {
        switch reason {
        case .json(let error): error.code.expected
        case .noFit(let found):
            "found \(quoted(found)), expected \(quoted(FitDocument.schemaName)); name a file that quadcal fit --save wrote"
        case .newerSchema(let found):
            "found \(quoted(found)), which a later version wrote, expected \(quoted(FitDocument.schemaName)); update quadcal"
        case .unknownWord(let word):
            "found \(quoted(word)), which has no meaning here; fit again, and change nothing in the file"
        case .outOfRange:
            "found numbers that no fit has; fit again, and change nothing in the file"
        case .noRotation(.mirrored(let determinant)):
            "the determinant is \(MeasureText.digits(3, determinant)), a mirror, which no marker may go through; fit again, "
                + "and change nothing in the file"
        case .noRotation(.notOrthonormal(let defect)):
            "|RᵀR - 1| is \(MeasureText.digits(3, defect)), expected \(MeasureText.shortest(Rotation.orthonormalityLimit)) "
                + "at most; fit again, and change nothing in the file"
        case .noRotation: "found numbers that are no rotation; fit again, and change nothing in the file"
        case .contradicts(let other):
            "it does not go with \(visible(other)), so one of them was changed; fit again, and change nothing in the file"
        }
    }
}

extension RecalibrationPlanError {
    /// The exit code of a run that asked for it: the data say that nothing is to be done, or the motion is of no use.
    var exitCode: ExitCode {
        switch self {
        case .alreadyApplied, .nothingToApply: .findings
        case .badLimits: .usage
        default: .unsolvable
        }
    }

    /// The message: what was found, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .alreadyApplied(let state): "\(code), " + RecalibrationPlanError.text(state)
        case .nothingToApply(let probability):
            "\(code), leaving the markers in place fits equally well (p = \(String(format: "%.2f", probability))): they are "
                + "already in the new frame. Nothing to do"
        case .failedFit(let codes):
            "\(code), the fit says \(codes.joined(separator: ", ")), so its motion must not be used; see to what it says, "
                + "and fit again"
        case .stretches(let growth):
            "\(code), the fit makes lengths \(MeasureText.digits(6, growth)) times as long, and markers are never scaled; "
                + "fit again with another --model"
        case .badLimits(.unusable(let name, let value)):
            "\(code), the limit \(name) cannot be \(value); give one from 0 on"
        case .vectorLoses(let loss, let worst):
            "\(code), a vector cannot hold the motion: marker \(worst.wireText) would be off by "
                + "\(MeasureText.length(loss.largest)), the worst of \(loss.overTolerance.count); rewrite corners or "
                + "calibrated data instead"
        case .vectorMovesOthers(let count):
            "\(code), the space's vector would move \(counted(count, "marker")) too that \(count == 1 ? "is" : "are") to "
                + "stay; choose all sessions, or rewrite corners or calibrated data instead"
        case .vectorLeadsToCalibrated:
            "\(code), a vector leads to calibrated points, but the motion leads to raw ones; rewrite corners instead"
        case .vectorOutOfRange: "\(code), the moved vector is beyond doubles; check the motion"
        }
    }
    /// The fitted markers that were moved, and what to do where others were not.
    private static func text(_ state: FittedState) -> String {
        let found = state.onTarget
        let count = found.count + state.onSource.count + state.elsewhere.count + state.missing.count
        let facts =
            "\(found.count) of \(counted(count, "fitted marker")) \(found.count == 1 ? "is" : "are") where the "
            + "motion leads (\(listed(found, \.wireText)))"
        guard state.isPartial else {
            return facts
                + ": moving them again would be wrong. Give the markers as they were before, or push nothing"
        }
        return facts
            + ", and \(state.onSource.count) where they were: the motion was applied to a part of the "
            + "markers. Resume the job that did it, or give the markers as they were before"
    }
}
