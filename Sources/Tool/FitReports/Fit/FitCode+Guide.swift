import Markers
package import PublishedResults
package import ToolTerminal

extension FitCode {
    package static func list(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "fit --list-codes") }
        return CodeGuide.list(allCases.map { ($0.rawValue, $0.guide) } + ExitCode.listed)
    }

    package func explanation(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "fit --explain") }
        return guide.explanation(of: rawValue)
    }

    /// The meaning, and what to do about it.
    package var guide: CodeGuide {
        switch self {
        case .scaleSlip:
            CodeGuide(
                severity: "error", summary: "one side is longer than the other",
                meaning: """
                    The sides differ in length by more than 3 % and by more than chance explains, which devices do not: one
                    has the wrong unit. Of two pairs alone, one may be wrong.
                    """,
                fix: "convert the named side to metres, or check both pairs, and fit again.")
        case .scaleDiffers:
            CodeGuide(
                severity: "info", summary: "one scan is slightly longer than the other",
                meaning: """
                    Scans of one place differ by more than 0.5 % in most cases. The errors to expect reckon with that. It is a
                    warning where it moves the farthest marker by more than is expected there for other reasons.
                    """,
                fix: "measure a long distance in both places to learn which scan is right.")
        case .mirrored:
            CodeGuide(
                severity: "error", summary: "a mirrored motion would fit far better",
                meaning:
                    "On one side an axis has the other sign, or two axes are swapped. No rotation corrects that.",
                fix: "correct the named axis where the points come from, and fit again.")
        case .upsideDown:
            CodeGuide(
                severity: "error", summary: "the motion turns the vertical upside down, or lays it over",
                meaning: """
                    A mirrored scene that is flat looks like this, since it can be turned over in space, and so does a frame
                    that was not level.
                    """,
                fix:
                    "look for an axis with the wrong sign, or two that are swapped, or ask for --model rigid."
            )
        case .poorFit:
            CodeGuide(
                severity: "error", summary: "the residuals are a large share of the scene",
                meaning: """
                    No motion of this model brings the sources anywhere near the targets; or the corners of the markers are in
                    another order on one side.
                    """,
                fix:
                    "check that the ids match, which columns are which, that corners run alike, and that --model allows enough."
            )
        case .outlyingPairs:
            CodeGuide(
                severity: "error", summary: "some pairs do not fit the others",
                meaning: """
                    Their residuals are larger than the noise of the others explains, even for the worst of as many:
                    a wrong label, a wrong corner, or a marker that was moved.
                    """,
                fix: "check the named pairs and correct or remove them, or let --robust reject them.")
        case .ambiguousMotion:
            CodeGuide(
                severity: "warning", summary: "another motion is supported too",
                meaning: """
                    As in an evenly spaced row, which fits nearly as well one step farther, or where a quarter of the
                    markers or more were moved together, or are of another session. If nine tenths as many pairs
                    support it, no motion is chosen, and --robust refuses. Among markers of one label a motion needs
                    twice the support of any other.
                    """,
                fix: "add a pair that tells the two apart, or take one of them with --choose.")
        case .checksMiss:
            CodeGuide(
                severity: "error", summary: "check pairs are off by more than they should be",
                meaning: """
                    The bound covers the error of the motion, of the pair's marker and of the pair itself; all check pairs
                    together are within theirs in 95 of 100 cases. Corners of one marker share most of their error and
                    count as one check or a little more.
                    """,
                fix: "find out whether the check pairs or the pairs of the fit are wrong.")
        case .toleranceExceeded:
            CodeGuide(
                severity: "error", summary: "the error to expect is above --tolerance-mm",
                meaning: """
                    The bound of the error in 95 of 100 cases, at the point of --at where it is worst, or at the worst
                    pair. An unknown error meets no tolerance.
                    """,
                fix: "add pairs near the named point, or allow more.")
        case .scanDrift:
            CodeGuide(
                severity: "warning", summary: "the targets bend away smoothly along the scene",
                meaning:
                    "A scan drifts over tens of metres. The pairs are sound, but no rigid motion fits them all.",
                fix:
                    "scan in shorter parts, try --straighten auto, or accept the error at the worst marker.")
        case .alreadyApplied:
            CodeGuide(
                severity: "warning", summary: "leaving the markers in place fits equally well",
                meaning:
                    "The sources are where the targets are, up to chance. Moving them would only add noise.",
                fix: "nothing to do.")
        case .weakGeometry:
            CodeGuide(
                severity: "warning", summary: "the motion rests on too little data",
                meaning: """
                    There are hardly any pairs, or all are close together or on a line, or one marker alone determines part
                    of the motion: errors grow with the distance from them. Or there are two markers, which do not check
                    each other. Or the error to expect is above 100 mm where the motion is to hold (at --at, or 5 m
                    away), or above a twentieth of the scene at the pairs.
                    """,
                fix: "add the suggested marker, and check the error at your markers with --at.")
        case .tilted:
            CodeGuide(
                severity: "warning", summary: "the motion tilts more than levelled frames do",
                meaning: """
                    Both frames know where down is, to about half a degree. With --model rigid or similarity any tilt is
                    allowed, and none is reported.
                    """,
                fix: "check the heights of the pairs, or state the tilt you expect with --gravity-deg.")
        case .noiseMisfit:
            CodeGuide(
                severity: "warning", summary: "the residuals do not match the stated noise",
                meaning:
                    "The sum of their squares in units of that noise is too large, or too small, for chance.",
                fix: "correct --noise-mm or the columns that state it, or remove them.")
        case .noRedundancy:
            CodeGuide(
                severity: "warning", summary: "the pairs determine the motion and nothing more",
                meaning: "No residual is left to show how good it is.",
                fix: "add a pair.")
        case .unnamedMarker:
            CodeGuide(
                severity: "info", summary: "four pairs look like a marker that nothing names",
                meaning: """
                    The corners of a marker share the error of the place from which they were seen. Taken as independent,
                    they make the errors to expect too small.
                    """,
                fix: "name markers in a column marker or by ids such as NAME.p1, or give --groups none.")
        case .straightened:
            CodeGuide(
                severity: "info", summary: "each marker is shifted on top of the motion",
                meaning: """
                    The scan bends, and --straighten shifts each marker by what the markers near it, or made about when it
                    was, are off by. The leave-one-out errors are of the fit's markers, each straightened by the others.
                    A vector shifts all alike, so that recalibrate --mode vector refuses it.
                    """,
                fix: "nothing to do; the report draws the shifts.")
        case .straighteningHelps:
            CodeGuide(
                severity: "info", summary: "the scan bends, and --straighten would help",
                meaning: """
                    By leaving out each marker in turn, shifts that follow the markers near it, or those made about when it
                    was, are off by at least 15 % less than the one motion. Nothing was shifted.
                    """,
                fix: "give --straighten time or place, as the sentence says, or leave it.")
        case .notStraightened:
            CodeGuide(
                severity: "info", summary: "--straighten auto took none",
                meaning:
                    "Shifts gain less than 15 %, there are fewer than eight markers, or neither way is possible.",
                fix: "nothing to do; --straighten time or place takes one anyway.")
        case .beyondMarkers:
            CodeGuide(
                severity: "info", summary: "shifts fade where no marker is near",
                meaning: """
                    Farther from the markers of the fit than these are from each other, in metres or in time, a shift is not
                    known: it fades to none, and the error to expect grows to that of the one motion. Nor is it known of a
                    session without markers of the fit, or of another walk, which drifts in its own way.
                    """,
                fix: "add markers near by, or scan them at about the same time.")
        case .noTime:
            CodeGuide(
                severity: "refused", summary: "--straighten time lacks the time of something",
                meaning:
                    "Every marker that the fit follows or that is to move, and every point of --at, needs a time of one clock.",
                fix: "give created_at or a column time, in seconds, or take --straighten place.")
        case .badTime:
            CodeGuide(
                severity: "refused", summary: "a time is too large",
                meaning: "Doubles do not tell a hundredth of a second apart at that time.",
                fix: "count seconds from a later moment.")
        case .tooFewPins:
            CodeGuide(
                severity: "refused", summary: "too few markers to tell a drift",
                meaning: "It takes at least four markers to tell a drift from their own errors.",
                fix: "add markers, or omit --straighten.")
        case .onePlace:
            CodeGuide(
                severity: "refused", summary: "all markers are in one place",
                meaning: "A drift by place does not show there.",
                fix: "add markers elsewhere, or omit --straighten.")
        case .oneTime:
            CodeGuide(
                severity: "refused", summary: "all markers have one time",
                meaning: "As where they were uploaded together. A drift by time does not show then.",
                fix: "take --straighten place.")
        case .modelNotStraightened:
            CodeGuide(
                severity: "refused", summary: "a model that is not straightened",
                meaning: "A drift is not told from a scale, and a shift alone has no turn to go with it.",
                fix: "omit --straighten, or ask for --model gravity, yaw or rigid.")
        case .statedCovariances:
            CodeGuide(
                severity: "refused", summary: "each pair states its noise",
                meaning: "That leaves none of the errors to a drift.",
                fix: "leave out the columns of noise, or omit --straighten.")
        case .notFixed:
            CodeGuide(
                severity: "refused", summary: "the middles of markers leave the motion free",
                meaning: "As on one line, about which they could turn.",
                fix: "add a marker beside the line, or omit --straighten.")
        case .tooFewPairs:
            CodeGuide(
                severity: "refused", summary: "fewer pairs than the model needs",
                meaning:
                    "A shift needs 1 pair, yaw and gravity 2, rigid and similarity 3, all with a weight above 0.",
                fix: "add pairs, or omit --model.")
        case .coincidentPoints:
            CodeGuide(
                severity: "refused", summary: "all points of a side are in one place",
                meaning: """
                    Any turn about that place fits equally well, up to noise: what is stated, what the residuals show,
                    or, of two pairs, 5 mm in each coordinate of each scan.
                    """,
                fix: "add a pair elsewhere, state less noise with --noise-mm, or ask for --model translation."
            )
        case .pointsOnLine:
            CodeGuide(
                severity: "refused", summary: "all points of a side are on one line",
                meaning: "Any turn about that line fits equally well, up to noise.",
                fix: "add a pair beside the line, or ask for --model gravity if the line is not vertical."
            )
        case .turnNotDetermined:
            CodeGuide(
                severity: "refused", summary: "two turns fit equally well, to within rounding",
                meaning:
                    "The targets differ in shape from the sources, or look the same after a turn.",
                fix: "check that the ids match, and add pairs.")
        case .motionNotFixed:
            CodeGuide(
                severity: "refused", summary: "the pairs leave part of the motion free",
                meaning: "Some small change of the motion changes no residual.",
                fix: "add a pair away from the others, or ask for a smaller --model.")
        case .notDetermined:
            CodeGuide(
                severity: "refused", summary: "no motion has more support than chance explains",
                meaning:
                    "Of this many pairs in a scene of this size, some agree on a motion even if all are wrong.",
                fix: "check the labels, add pairs, or give a tighter --bound-mm if the noise allows it.")
        case .solverFailed:
            CodeGuide(
                severity: "refused", summary: "the solver found no motion",
                meaning:
                    "The refinement of the motion did not converge, as with nearly incompatible covariances.",
                fix: "check the numbers of the pairs and of their noise.")
        }
    }
}
