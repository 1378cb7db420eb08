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
            "found \(quoted(word)), which is not known here; fit again, and do not edit the file"
        case .outOfRange:
            "found numbers that no fit can have; fit again, and do not edit the file"
        case .noRotation(.mirrored(let determinant)):
            "the determinant is \(MeasureText.digits(3, determinant)), a mirror, which cannot be applied to markers; fit again, "
                + "and do not edit the file"
        case .noRotation(.notOrthonormal(let defect)):
            "|RᵀR - 1| is \(MeasureText.digits(3, defect)), expected \(MeasureText.shortest(Rotation.orthonormalityLimit)) "
                + "at most; fit again, and do not edit the file"
        case .noRotation: "found numbers that are not a rotation; fit again, and do not edit the file"
        case .contradicts(let other):
            "it does not match \(visible(other)), so one of them was edited; fit again, and do not edit the file"
        }
    }
}

extension RecalibrationPlanError {
    /// The exit code of a run that asked for it: the data say that nothing is to be done, or the motion is of no use.
    var exitCode: ExitCode {
        switch self {
        case .alreadyApplied, .partlyMoved, .nothingToApply: .findings
        case .badLimits: .usage
        default: .unsolvable
        }
    }

    /// The message: what was found, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .alreadyApplied(let state): "\(code), " + RecalibrationPlanError.text(state)
        case .partlyMoved(let part):
            "\(code), \(part.moved) of \(counted(part.moved + part.others, "marker")) of the fit seem to have been moved before, and "
                + "\(part.others) not. Resume or undo the job that did it, or move all of them with --also-moved"
        case .nothingToApply(let probability):
            "\(code), \(alreadyInPlace(probability))"
        case .failedFit(let codes):
            "\(code), the fit reports \(listed(codes.map { visible($0) })), so its motion must not be used; correct that, "
                + "and fit again"
        case .stretches(let growth):
            "\(code), the fit scales lengths by \(MeasureText.digits(6, growth)), but markers are never scaled; "
                + "fit again with another --model"
        case .badLimits(.unusable(let name, let value)):
            "\(code), the limit \(name) cannot be \(value); give 0 or more"
        case .vectorLoses(let loss, let worst):
            "\(code), a vector cannot represent the motion: marker \(worst.wireText) would be off by "
                + "\(MeasureText.length(loss.largest)), the worst of \(loss.overTolerance.count); rewrite corners or "
                + "calibrated data instead"
        case .vectorMovesOthers(let count):
            "\(code), the space's vector would also move \(counted(count, "marker")) that should "
                + "stay; choose all sessions, or rewrite corners or calibrated data instead"
        case .vectorLeadsToCalibrated:
            "\(code), a vector gives calibrated points, but the motion gives raw ones; rewrite corners instead"
        case .vectorOutOfRange: "\(code), the moved vector is out of the range of doubles; check the motion"
        }
    }
    /// The fitted markers that were moved, and what to do where others were not.
    private static func text(_ state: FittedState) -> String {
        let found = state.onTarget
        let count = found.count + state.onSource.count + state.elsewhere.count + state.missing.count
        let facts =
            "\(found.count) of \(counted(count, "fitted marker")) \(found.count == 1 ? "is" : "are") already "
            + "moved (\(listed(found, \.wireText)))"
        guard state.isPartial else {
            return facts
                + ": moving them again would be wrong. Give the markers as they were before, or do nothing"
        }
        return facts
            + ", and \(state.onSource.count) not: the motion was applied to only some of the "
            + "markers. Resume the job that did it, or give the markers as they were before"
    }
}
