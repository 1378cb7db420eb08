import Markers

extension FitCode {
    /// A line for every code.
    static func list(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "fit --list-codes") }
        return CodeGuide.list(allCases.map { ($0.rawValue, $0.guide) })
    }

    /// Everything there is to say about it.
    func explanation(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "fit --explain") }
        return guide.explanation(of: rawValue)
    }

    /// What it means and what to do about it.
    var guide: CodeGuide {
        switch self {
        case .scaleSlip:
            CodeGuide(
                severity: "error", summary: "one side is longer than the other",
                meaning:
                    "The sides differ in length by more than chance and than devices do: a unit was mistaken.",
                mending: "convert the side that is named to metres, and fit again.")
        case .mirrored:
            CodeGuide(
                severity: "error", summary: "a mirrored motion would fit far better",
                meaning:
                    "On one side an axis has the other sign, or two axes are swapped. No turn mends that.",
                mending: "correct the axis that is named where the points come from, and fit again.")
        case .upsideDown:
            CodeGuide(
                severity: "error", summary: "the motion turns the vertical upside down",
                meaning:
                    "A mirrored scene that is flat looks like this, since it can be turned over in space.",
                mending: "look for an axis with the wrong sign, or two that are swapped.")
        case .poorFit:
            CodeGuide(
                severity: "error", summary: "the residuals are a large share of the scene",
                meaning: "No motion of this model brings the sources anywhere near the targets.",
                mending:
                    "check that the ids go together, which columns are whose, and that --model allows enough."
            )
        case .outlyingPairs:
            CodeGuide(
                severity: "error", summary: "some pairs do not go with the others",
                meaning: """
                    Their residuals are larger than the noise of the others explains, even for the worst of as many:
                    a wrong label, a wrong corner, or a marker that was moved.
                    """,
                mending: "look at the pairs that are named, correct them or take them out, and fit again.")
        case .ambiguousMotion:
            CodeGuide(
                severity: "warning", summary: "another motion is supported too",
                meaning: """
                    As in a row of equal pitch, which fits nearly as well one step farther. Where it is supported by
                    three quarters as many pairs, no motion is chosen, and --robust refuses.
                    """,
                mending: "add a pair that tells the two apart.")
        case .checksMiss:
            CodeGuide(
                severity: "error", summary: "check pairs are off by more than they should be",
                meaning: """
                    The bound holds the error of the motion and the noise of the pair itself; all check pairs together
                    stay within theirs in 95 of 100 cases.
                    """,
                mending: "find out whether the check pairs or the pairs of the fit are wrong.")
        case .toleranceExceeded:
            CodeGuide(
                severity: "error", summary: "the error to expect is above --tolerance-mm",
                meaning: """
                    What the error stays within in 95 of 100 cases, at the point of --at where it is worst, or at the
                    worst pair. An error that is not known holds no tolerance.
                    """,
                mending: "add pairs near the point that is named, or allow more.")
        case .scanDrift:
            CodeGuide(
                severity: "warning", summary: "the targets bend away smoothly along the scene",
                meaning:
                    "A scan drifts over tens of metres. The pairs are sound, but no rigid motion fits them all.",
                mending: "scan in shorter parts, or live with errors of the size that is named.")
        case .alreadyApplied:
            CodeGuide(
                severity: "warning", summary: "no motion at all fits as well",
                meaning:
                    "The sources are where the targets are, to within chance. Moving them would only add noise.",
                mending: "push nothing.")
        case .weakGeometry:
            CodeGuide(
                severity: "warning", summary: "the motion rests on too little",
                meaning: """
                    All pairs are in one place, or on a line, or one marker alone fixes a part of the motion: errors
                    grow with the distance from them.
                    """,
                mending: "add the marker that is asked for, and look at the error at your markers with --at.")
        case .tilted:
            CodeGuide(
                severity: "warning", summary: "the motion tilts more than levelled frames do",
                meaning: "Both frames know where down is, to about half a degree.",
                mending: "check the heights of the pairs, or state the tilt you expect with --gravity-deg.")
        case .noiseMisfit:
            CodeGuide(
                severity: "warning", summary: "the residuals do not go with the stated noise",
                meaning:
                    "The sum of their squares in units of that noise is too large, or too small, for chance.",
                mending: "correct --noise-mm or the columns that state it, or leave them out.")
        case .noRedundancy:
            CodeGuide(
                severity: "warning", summary: "the pairs fix the motion and nothing more",
                meaning: "No residual is left that could tell how good it is.",
                mending: "add a pair.")
        case .tooFewPairs:
            CodeGuide(
                severity: "refused", summary: "fewer pairs than the model needs",
                meaning:
                    "A shift needs 1 pair, yaw and gravity 2, rigid and similarity 3, all with a weight above 0.",
                mending: "add pairs, or leave --model out.")
        case .coincidentPoints:
            CodeGuide(
                severity: "refused", summary: "all points of a side are in one place",
                meaning: "Any turn about that place fits alike.",
                mending: "add a pair elsewhere, or ask for --model translation.")
        case .pointsOnLine:
            CodeGuide(
                severity: "refused", summary: "all points of a side are on one line",
                meaning: "Any turn about that line fits alike.",
                mending: "add a pair beside the line, or ask for --model gravity if the line is not vertical."
            )
        case .turnNotDetermined:
            CodeGuide(
                severity: "refused", summary: "two turns fit alike, to within rounding",
                meaning:
                    "The targets have another shape than the sources, or one that no turn can tell apart.",
                mending: "check that the ids go together, and add pairs.")
        case .motionNotFixed:
            CodeGuide(
                severity: "refused", summary: "the pairs leave part of the motion free",
                meaning: "Some small change of the motion changes no residual.",
                mending: "add a pair away from the others, or ask for a smaller --model.")
        case .notDetermined:
            CodeGuide(
                severity: "refused", summary: "no motion is followed by more pairs than chance brings",
                meaning:
                    "Of as many pairs in a scene of this size some agree on a motion even if all are wrong.",
                mending: "check the labels, add pairs, or give a tighter --bound-mm if the noise allows it.")
        case .solverFailed:
            CodeGuide(
                severity: "refused", summary: "the solver found no motion",
                meaning:
                    "The refinement of the motion did not settle, as with covariances that hardly go together.",
                mending: "check the numbers of the pairs and of their noise.")
        }
    }
}
