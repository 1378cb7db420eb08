import CheckReports
import FitReports
import Markers
package import PublishedResults
import ToolTerminal

extension PlanCode {
    package var guide: CodeGuide {
        guard let guide = PlanCode.guides[rawValue] else { preconditionFailure("\(rawValue) has no meaning") }
        return guide
    }

    private static let guides = CodeTable(
        """
        REFUSED_MARKERS error: chosen markers cannot be moved
        Their corners cannot be read or are out of range, or they have no version. With --mode vector
        the space's vector would move them anyway.
        > check them with quadcal check and correct them, or exclude them on purpose.

        MIXED_SPACE error: some chosen markers would stay in the old frame
        They cannot be moved, while the others are: the space would then hold both frames.
        > fix the markers that the plan names, or exclude them with --sessions.

        NOTHING_CHOSEN error: every marker is left out
        No rule chooses a session with markers: all are new, not named, finished or without a date.
        > name the sessions that move with --sessions ID, or --sessions all.

        LIST_LOOKS_CUT_OFF warning: the server listed a round number of markers
        A list of exactly 100 or 1,000 markers is often the first page of a longer one. Markers beyond
        it would stay.
        > count them in the app before anything is sent.

        NOT_UNDERSTOOD warning: the server listed values that cannot be read
        They are no markers or sessions as documented, and are passed over. What belongs to them stays
        where it is.
        > look at the named values on the server.

        ONLY_THE_JOB_CAN_TELL warning: nothing shows whether the fit was applied before
        No marker that the fit was made from is there unchanged, so a second application cannot be told
        from a first.
        > make sure that no earlier job moved these markers; quadcal jobs lists those of a folder.

        FITTED_MISSING warning: markers of the fit are not among these
        The fit was made from markers that are not listed here. Where a space has none of them, it is \
        refused.
        > give all files of the space, and check that it is the same space.

        FITTED_ELSEWHERE warning: markers of the fit were moved since, but not by it
        Somebody edited them, or another recalibration moved them. Where that is so of most, the fit is \
        refused.
        > fit again if that was a recalibration.

        SESSION_ASTRAY warning: a session's markers come away from where the new scan has them
        Most of its markers would not come to those of their label or anchor in the new scan. Where one \
        other motion takes them there, the session is in another frame, and the plan is refused.
        > move that session by a fit of its own; check that equal labels are of one marker.

        VECTOR_STAYS_ON_TOP warning: the space's vector still applies after the move
        Raw corners are rewritten, and the space's calibration vector is added to them as before.
        > set the vector to zero, too, if the new corners should be shown where they are.

        DATES_WITHOUT_ZONE warning: dates have no time zone
        They are read as UTC, which decides which sessions are older than others.
        > check the sessions near the named dates.

        SIGN_CONTRADICTED warning: calibrated corners have the vector with the other sign
        The stored calibrated corners follow from the vector counted the other way than --sign says.
        > find out which is right, with quadcal probe, before anything is sent.

        SIGN_ASSUMED warning: the vector is assumed to be added
        No marker has calibrated corners that show how the vector counts.
        > confirm it with --sign.

        NO_SPACE warning: the space is assumed to have no vector
        Markers come from files, and no space was given beside them.
        > give it with --space FILE if it has a vector.

        CALIBRATED_UNTIL_EDIT warning: the next edit takes calibrated data back
        The server recomputes calibrated data when somebody edits corners.
        > rewrite corners instead, with --mode raw, to avoid that.

        STALE_MEMBERS warning: other fields will be out of date
        Measures and details that a server or a program computed of the corners are not recomputed by a
        move.
        > have details recalculated, and do not rely on the others.

        FINDINGS_TRAVEL warning: markers to be moved already have findings
        A motion keeps sizes and shapes, so that what is wrong with a marker moves with it: bent, too
        small, a copy of another. The plan lists the findings of each marker.
        > quadcal check says how to fix them; --strict refuses to move markers with errors.

        MEETS_UNMOVED warning: a marker would be moved onto one that stays
        Afterwards both would be in one place or overlap: one of them is often in the other frame.
        > check which frame each of them is in.

        EXCLUDED_MOVES warning: a marker that --exclude names moves with the others
        The option keeps it out of the fit, not out of the move: it is of the old frame like the others.
        > nothing; or, if it is in the new frame already, leave it where it is with --only-unmoved.

        BAD_CORNER refused: a corner is not three finite numbers
        A marker without four corners cannot be moved.
        > correct the corner, or remove the marker.

        OUT_OF_RANGE_AFTER refused: the move leads out of range
        The motion takes a corner beyond --max-coordinate-m.
        > check the fit, and the unit of the marker.

        LISTED_TWICE left out: an earlier marker has the same id
        It was listed before, so that it is moved only once.
        > nothing, if it is the same marker; otherwise give one of them a new id.

        NEW_FRAME left out: its session supplied targets
        It is in the new frame already, and never moves.
        > nothing.

        NOT_CHOSEN left out: its session was not named
        Only sessions of --sessions or --before move.
        > name it with --sessions ID if it is in the old frame.

        NOT_BEFORE left out: its session is not older than --before
        The session was created at that date or later.
        > name it with --sessions ID if it is in the old frame anyway.

        CREATED_AFTER_TARGETS left out: its session is newer than the new frame
        It was created after the earliest session that supplied targets, so that it may be in either
        frame.
        > name it with --sessions ID if it is in the old frame.

        UNDATED left out: its session has no date
        Nothing says whether it is older than the sessions that supplied targets.
        > name it with --sessions ID, or give dates with --sessions-file.

        FINISHED left out: its session is done or archived
        --sessions all and --before leave such sessions out.
        > name it with --sessions ID.

        MOVED_BEFORE left out: this motion has moved it already
        --only-unmoved leaves such markers where they are.
        > nothing.

        MOVED_PERHAPS refused: nothing tells whether this motion has moved it
        It was updated, or made when others had been moved; no job that is known here has it, and no \
        date shows that this came
        before the rescan. --only-unmoved leaves such markers where they are.
        > look where it is; --not-moved-yet SESSION says that its session was not moved.

        PARTLY_MOVED_PERHAPS refused: a part of the markers may have been moved before
        Some were updated or made since, and others not, as after a job that stopped.
        > resume that job; or --only-unmoved, or --not-moved-yet SESSION if that was something else.

        ALREADY_APPLIED refused: the markers are where the fit leads already
        The motion, applied again, would take them away from there.
        > nothing; --also-moved moves them again.

        RESCAN_MOVED refused: the rescan was moved since the fit
        Most of its fitted markers, or some by this motion backwards, are no longer where the fit found \
        them: it
        leads to where they were.
        > compare both scans in the app; fit again to the rescan as it is now.

        PARTLY_MOVED refused: some markers were moved before, others not
        An earlier job stopped, or moved a part.
        > resume that job, or move only the others.

        FAILED_FIT refused: the fit failed
        Its verdict is FAIL, so its motion must not be used.
        > correct the pairs that it names and fit again.

        STRETCHES refused: the motion changes lengths
        A fit of model similarity has a scale, and markers are never stretched.
        > fit a rigid motion; see why the scans differ in length.

        BAD_LIMITS refused: limits contradict each other
        A limit is not a number above zero, or a lower one is above an upper one.
        > correct the limits.

        VECTOR_LOSES refused: the space's vector cannot hold the motion
        A vector only shifts, and the motion turns, too: the plan says how much would be lost.
        > use --mode raw or --mode calibrated.

        VECTOR_MOVES_OTHERS refused: the vector would move markers that were not chosen
        A space has one vector, which moves all of its markers.
        > choose all sessions, or use another mode.

        VECTOR_LEADS_TO_CALIBRATED refused: the vector cannot lead to calibrated corners
        The targets are calibrated corners, which the vector itself makes.
        > fit to raw corners with --target raw.

        VECTOR_OUT_OF_RANGE refused: the new vector is out of range
        It is longer than --max-coordinate-m.
        > check the fit, and the unit of both scans.
        """)

    package static var list: String {
        CodeGuide.list(allCases.map { ($0.rawValue, $0.guide) } + ExitCode.listed)
    }

    /// The full explanation of a code that a plan can have: its own, or one of the fit, the check or a failure.
    package static func explanation(of code: String) -> String? {
        if let known = PlanCode(rawValue: code) { return known.guide.explanation(of: code) }
        if let known = FitCode(rawValue: code) { return known.guide.explanation(of: code) }
        if let known = CheckCode(rawValue: code) { return CodeGuide(known).explanation(of: code) }
        return ExitCode(published: code)?.explanation
    }
}

/// A code of a plan: a remark on all of it, the reason why a marker stays, or the reason why there is no plan.
package enum PlanCode: String, CaseIterable, Sendable {
    // Remarks on the plan.
    case refusedMarkers = "REFUSED_MARKERS"
    case mixedSpace = "MIXED_SPACE"
    case nothingChosen = "NOTHING_CHOSEN"
    case listLooksCutOff = "LIST_LOOKS_CUT_OFF"
    case notUnderstood = "NOT_UNDERSTOOD"
    case onlyTheJobCanTell = "ONLY_THE_JOB_CAN_TELL"
    case fittedMissing = "FITTED_MISSING"
    case fittedElsewhere = "FITTED_ELSEWHERE"
    case sessionAstray = "SESSION_ASTRAY"
    case vectorStaysOnTop = "VECTOR_STAYS_ON_TOP"
    case datesWithoutZone = "DATES_WITHOUT_ZONE"
    case signContradicted = "SIGN_CONTRADICTED"
    case signAssumed = "SIGN_ASSUMED"
    case noSpace = "NO_SPACE"
    case calibratedUntilEdit = "CALIBRATED_UNTIL_EDIT"
    case staleMembers = "STALE_MEMBERS"
    case findingsTravel = "FINDINGS_TRAVEL"
    case meetsUnmoved = "MEETS_UNMOVED"
    case excludedMoves = "EXCLUDED_MOVES"
    // Reasons why a marker stays.
    case badCorner = "BAD_CORNER"
    case outOfRangeAfter = "OUT_OF_RANGE_AFTER"
    case listedTwice = "LISTED_TWICE"
    case newFrame = "NEW_FRAME"
    case notChosen = "NOT_CHOSEN"
    case notBefore = "NOT_BEFORE"
    case createdAfterTargets = "CREATED_AFTER_TARGETS"
    case undated = "UNDATED"
    case finished = "FINISHED"
    case movedBefore = "MOVED_BEFORE"
    case movedPerhaps = "MOVED_PERHAPS"
    // Reasons why there is no plan.
    case alreadyApplied = "ALREADY_APPLIED"
    case rescanMoved = "RESCAN_MOVED"
    case partlyMoved = "PARTLY_MOVED"
    case partlyMovedPerhaps = "PARTLY_MOVED_PERHAPS"
    case failedFit = "FAILED_FIT"
    case stretches = "STRETCHES"
    case badLimits = "BAD_LIMITS"
    case vectorLoses = "VECTOR_LOSES"
    case vectorMovesOthers = "VECTOR_MOVES_OTHERS"
    case vectorLeadsToCalibrated = "VECTOR_LEADS_TO_CALIBRATED"
    case vectorOutOfRange = "VECTOR_OUT_OF_RANGE"
}
