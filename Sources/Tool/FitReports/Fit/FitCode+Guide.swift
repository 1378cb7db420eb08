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
        guard let guide = FitCode.guides[rawValue] else { preconditionFailure("\(rawValue) has no meaning") }
        return guide
    }

    private static let guides = CodeTable(
        """
        SCALE_SLIP error: one side is longer than the other
        The sides differ in length by more than 3 % and by more than chance explains, which devices do not: one
        has the wrong unit. Of two pairs alone, one may be wrong.
        > convert the named side to metres, or check both pairs, and fit again.

        SCALE_DIFFERS info: one scan is slightly longer than the other
        Scans of one place differ by more than 0.5 % in most cases. The errors to expect reckon with that. It is a
        warning where it moves the farthest marker by more than is expected there for other reasons.
        > measure a long distance in both places to learn which scan is right.

        MIRRORED error: a mirrored motion would fit far better
        On one side an axis has the other sign, or two axes are swapped. No rotation corrects that.
        > correct the named axis where the points come from, and fit again.

        UPSIDE_DOWN error: the motion turns the vertical upside down, or lays it over
        A mirrored scene that is flat looks like this, since it can be turned over in space, and so does a frame
        that was not level.
        > look for an axis with the wrong sign, or two that are swapped, or ask for --model rigid.

        POOR_FIT error: the residuals are a large share of the scene
        No motion of this model brings the sources anywhere near the targets; or the corners of the markers are in
        another order on one side.
        > check that the ids match, which columns are which, that corners run alike, and that --model allows enough.

        OUTLYING_PAIRS error: some pairs do not fit the others
        Their residuals are larger than the noise of the others explains, even for the worst of as many:
        a wrong label, a wrong corner, or a marker that was moved.
        > check the named pairs and correct or remove them, or let --robust reject them.

        AMBIGUOUS_MOTION warning: another motion is supported too
        As in an evenly spaced row, which fits nearly as well one step farther, or where a quarter of the
        markers or more were moved together, or are of another session. If nine tenths as many pairs
        support it, no motion is chosen, and --robust refuses. Among markers of one label a motion needs
        twice the support of any other.
        > add a pair that tells the two apart, or take one of them with --choose.

        CHECKS_MISS error: check pairs are off by more than they should be
        The bound covers the error of the motion, of the pair's marker and of the pair itself; all check pairs
        together are within theirs in 95 of 100 cases. Corners of one marker share most of their error and
        count as one check or a little more.
        > find out whether the check pairs or the pairs of the fit are wrong.

        TOLERANCE_EXCEEDED error: the error to expect is above --tolerance-mm
        The bound of the error in 95 of 100 cases, at the point of --at where it is worst, or at the worst
        pair. An unknown error meets no tolerance.
        > add pairs near the named point, or allow more.

        SCAN_DRIFT warning: the targets bend away smoothly along the scene
        A scan drifts over tens of metres. The pairs are sound, but no rigid motion fits them all.
        > scan in shorter parts, try --straighten auto, or accept the error at the worst marker.

        ALREADY_APPLIED warning: leaving the markers in place fits equally well
        The sources are where the targets are, up to chance. Moving them would only add noise.
        > nothing to do.

        WEAK_GEOMETRY warning: the motion rests on too little data
        There are hardly any pairs, or all are close together or on a line, or one marker alone determines part
        of the motion: errors grow with the distance from them. Or there are two markers, which do not check
        each other. Or the error to expect is above 100 mm where the motion is to hold (at --at, or 5 m
        away), or above a twentieth of the scene at the pairs.
        > add the suggested marker, and check the error at your markers with --at.

        TILTED warning: the motion tilts more than levelled frames do
        Both frames know where down is, to about half a degree. With --model rigid or similarity any tilt is
        allowed, and none is reported.
        > check the heights of the pairs, or state the tilt you expect with --gravity-deg.

        NOISE_MISFIT warning: the residuals do not match the stated noise
        The sum of their squares in units of that noise is too large, or too small, for chance.
        > correct --noise-mm or the columns that state it, or remove them.

        NO_REDUNDANCY warning: the pairs determine the motion and nothing more
        No residual is left to show how good it is.
        > add a pair.

        UNNAMED_MARKER info: four pairs look like a marker that nothing names
        The corners of a marker share the error of the place from which they were seen. Taken as independent,
        they make the errors to expect too small.
        > name markers in a column marker or by ids such as NAME.p1, or give --groups none.

        STRAIGHTENED info: each marker is shifted on top of the motion
        The scan bends, and --straighten shifts each marker by what the markers near it, or made about when it
        was, are off by. The leave-one-out errors are of the fit's markers, each straightened by the others.
        A vector shifts all alike, so that recalibrate --mode vector refuses it.
        > nothing to do; the report draws the shifts.

        STRAIGHTENING_HELPS info: the scan bends, and --straighten would help
        By leaving out each marker in turn, shifts that follow the markers near it, or those made about when it
        was, are off by at least 15 % less than the one motion. Nothing was shifted.
        > give --straighten time or place, as the sentence says, or leave it.

        NOT_STRAIGHTENED info: --straighten auto took none
        Shifts gain less than 15 %, there are fewer than eight markers, or neither way is possible.
        > nothing to do; --straighten time or place takes one anyway.

        BEYOND_MARKERS info: shifts fade where no marker is near
        Farther from the markers of the fit than these are from each other, in metres or in time, a shift is not
        known: it fades to none, and the error to expect grows to that of the one motion. Nor is it known of a
        session without markers of the fit, or of another walk, which drifts in its own way.
        > add markers near by, or scan them at about the same time.

        NO_TIME refused: --straighten time lacks the time of something
        Every marker that the fit follows or that is to move, and every point of --at, needs a time of one clock.
        > give created_at or a column time, in seconds, or take --straighten place.

        BAD_TIME refused: a time is too large
        Doubles do not tell a hundredth of a second apart at that time.
        > count seconds from a later moment.

        TOO_FEW_PINS refused: too few markers to tell a drift
        It takes at least four markers to tell a drift from their own errors.
        > add markers, or omit --straighten.

        ONE_PLACE refused: all markers are in one place
        A drift by place does not show there.
        > add markers elsewhere, or omit --straighten.

        ONE_TIME refused: all markers have one time
        As where they were uploaded together. A drift by time does not show then.
        > take --straighten place.

        MODEL_NOT_STRAIGHTENED refused: a model that is not straightened
        A drift is not told from a scale, and a shift alone has no turn to go with it.
        > omit --straighten, or ask for --model gravity, yaw or rigid.

        STATED_COVARIANCES refused: each pair states its noise
        That leaves none of the errors to a drift.
        > leave out the columns of noise, or omit --straighten.

        NOT_FIXED refused: the middles of markers leave the motion free
        As on one line, about which they could turn.
        > add a marker beside the line, or omit --straighten.

        TOO_FEW_PAIRS refused: fewer pairs than the model needs
        A shift needs 1 pair, yaw and gravity 2, rigid and similarity 3, all with a weight above 0.
        > add pairs, or omit --model.

        COINCIDENT_POINTS refused: all points of a side are in one place
        Any turn about that place fits equally well, up to noise: what is stated, what the residuals show,
        or, of two pairs, 5 mm in each coordinate of each scan.
        > add a pair elsewhere, state less noise with --noise-mm, or ask for --model translation.

        POINTS_ON_LINE refused: all points of a side are on one line
        Any turn about that line fits equally well, up to noise.
        > add a pair beside the line, or ask for --model gravity if the line is not vertical.

        TURN_NOT_DETERMINED refused: two turns fit equally well, to within rounding
        The targets differ in shape from the sources, or look the same after a turn.
        > check that the ids match, and add pairs.

        MOTION_NOT_FIXED refused: the pairs leave part of the motion free
        Some small change of the motion changes no residual.
        > add a pair away from the others, or ask for a smaller --model.

        NOT_DETERMINED refused: no motion has more support than chance explains
        Of this many pairs in a scene of this size, some agree on a motion even if all are wrong.
        > check the labels, add pairs, or give a tighter --bound-mm if the noise allows it.

        SOLVER_FAILED refused: the solver found no motion
        The refinement of the motion did not converge, as with nearly incompatible covariances.
        > check the numbers of the pairs and of their noise.
        """)
}
