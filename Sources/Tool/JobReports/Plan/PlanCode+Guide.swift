import CheckReports
import FitReports
import Markers
package import PublishedResults
import ToolTerminal

extension PlanCode {
    /// The meaning, and what to do about it.
    package var guide: CodeGuide {
        switch self {
        case .refusedMarkers:
            CodeGuide(
                severity: "error", summary: "chosen markers cannot be moved",
                meaning: """
                    Their corners cannot be read or are out of range, or they have no version. With --mode vector
                    the space's vector would move them anyway.
                    """,
                fix: "check them with quadcal check and correct them, or exclude them on purpose.")
        case .mixedSpace:
            CodeGuide(
                severity: "error", summary: "some chosen markers would stay in the old frame",
                meaning: "They cannot be moved, while the others are: the space would then hold both frames.",
                fix: "fix the markers that the plan names, or exclude them with --sessions.")
        case .nothingChosen:
            CodeGuide(
                severity: "error", summary: "every marker is left out",
                meaning: """
                    No rule chooses a session with markers: all are new, not named, finished or without a date.
                    """,
                fix: "name the sessions that move with --sessions ID, or --sessions all.")
        case .listLooksCutOff:
            CodeGuide(
                severity: "warning", summary: "the server listed a round number of markers",
                meaning: """
                    A list of exactly 100 or 1,000 markers is often the first page of a longer one. Markers beyond
                    it would stay.
                    """,
                fix: "count them in the app before anything is sent.")
        case .notUnderstood:
            CodeGuide(
                severity: "warning", summary: "the server listed values that cannot be read",
                meaning: """
                    They are no markers or sessions as documented, and are passed over. What belongs to them stays
                    where it is.
                    """,
                fix: "look at the named values on the server.")
        case .onlyTheJobCanTell:
            CodeGuide(
                severity: "warning", summary: "nothing shows whether the fit was applied before",
                meaning: """
                    No marker that the fit was made from is there unchanged, so a second application cannot be told
                    from a first.
                    """,
                fix:
                    "make sure that no earlier job moved these markers; quadcal jobs lists those of a folder."
            )
        case .fittedMissing:
            CodeGuide(
                severity: "warning", summary: "markers of the fit are not among these",
                meaning:
                    "The fit was made from markers that are not listed here. Where a space has none of them, it is refused.",
                fix: "give all files of the space, and check that it is the same space.")
        case .fittedElsewhere:
            CodeGuide(
                severity: "warning", summary: "markers of the fit were moved since, but not by it",
                meaning:
                    "Somebody edited them, or another recalibration moved them. Where that is so of most, the fit is refused.",
                fix: "fit again if that was a recalibration.")
        case .vectorStaysOnTop:
            CodeGuide(
                severity: "warning", summary: "the space's vector still applies after the move",
                meaning: """
                    Raw corners are rewritten, and the space's calibration vector is added to them as before.
                    """,
                fix: "set the vector to zero, too, if the new corners should be shown where they are.")
        case .datesWithoutZone:
            CodeGuide(
                severity: "warning", summary: "dates have no time zone",
                meaning: "They are read as UTC, which decides which sessions are older than others.",
                fix: "check the sessions near the named dates.")
        case .signContradicted:
            CodeGuide(
                severity: "warning", summary: "calibrated corners have the vector with the other sign",
                meaning: """
                    The stored calibrated corners follow from the vector counted the other way than --sign says.
                    """,
                fix: "find out which is right, with quadcal probe, before anything is sent.")
        case .signAssumed:
            CodeGuide(
                severity: "warning", summary: "the vector is assumed to be added",
                meaning: "No marker has calibrated corners that show how the vector counts.",
                fix: "confirm it with --sign.")
        case .noSpace:
            CodeGuide(
                severity: "warning", summary: "the space is assumed to have no vector",
                meaning: "Markers come from files, and no space was given beside them.",
                fix: "give it with --space FILE if it has a vector.")
        case .calibratedUntilEdit:
            CodeGuide(
                severity: "warning", summary: "the next edit takes calibrated data back",
                meaning: "The server recomputes calibrated data when somebody edits corners.",
                fix: "rewrite corners instead, with --mode raw, to avoid that.")
        case .staleMembers:
            CodeGuide(
                severity: "warning", summary: "other fields will be out of date",
                meaning: """
                    Measures and details that a server or a program computed of the corners are not recomputed by a
                    move.
                    """,
                fix: "have details recalculated, and do not rely on the others.")
        case .findingsTravel:
            CodeGuide(
                severity: "warning", summary: "markers to be moved already have findings",
                meaning: """
                    A motion keeps sizes and shapes, so that what is wrong with a marker moves with it: bent, too
                    small, a copy of another. The plan lists the findings of each marker.
                    """,
                fix: "quadcal check says how to fix them; --strict refuses to move markers with errors.")
        case .meetsUnmoved:
            CodeGuide(
                severity: "warning", summary: "a marker would be moved onto one that stays",
                meaning: """
                    Afterwards both would be in one place or overlap: one of them is often in the other frame.
                    """,
                fix: "check which frame each of them is in.")
        case .badCorner:
            CodeGuide(
                severity: "refused", summary: "a corner is not three finite numbers",
                meaning: "A marker without four corners cannot be moved.",
                fix: "correct the corner, or remove the marker.")
        case .outOfRangeAfter:
            CodeGuide(
                severity: "refused", summary: "the move leads out of range",
                meaning: "The motion takes a corner beyond --max-coordinate-m.",
                fix: "check the fit, and the unit of the marker.")
        case .listedTwice:
            CodeGuide(
                severity: "left out", summary: "an earlier marker has the same id",
                meaning: "It was listed before, so that it is moved only once.",
                fix: "nothing, if it is the same marker; otherwise give one of them a new id.")
        case .newFrame:
            CodeGuide(
                severity: "left out", summary: "its session supplied targets",
                meaning: "It is in the new frame already, and never moves.",
                fix: "nothing.")
        case .notChosen:
            CodeGuide(
                severity: "left out", summary: "its session was not named",
                meaning: "Only sessions of --sessions or --before move.",
                fix: "name it with --sessions ID if it is in the old frame.")
        case .notBefore:
            CodeGuide(
                severity: "left out", summary: "its session is not older than --before",
                meaning: "The session was created at that date or later.",
                fix: "name it with --sessions ID if it is in the old frame anyway.")
        case .createdAfterTargets:
            CodeGuide(
                severity: "left out", summary: "its session is newer than the new frame",
                meaning: """
                    It was created after the earliest session that supplied targets, so that it may be in either
                    frame.
                    """,
                fix: "name it with --sessions ID if it is in the old frame.")
        case .undated:
            CodeGuide(
                severity: "left out", summary: "its session has no date",
                meaning: "Nothing says whether it is older than the sessions that supplied targets.",
                fix: "name it with --sessions ID, or give dates with --sessions-file.")
        case .finished:
            CodeGuide(
                severity: "left out", summary: "its session is done or archived",
                meaning: "--sessions all and --before leave such sessions out.",
                fix: "name it with --sessions ID.")
        case .movedBefore:
            CodeGuide(
                severity: "left out", summary: "this motion has moved it already",
                meaning: "--only-unmoved leaves such markers where they are.",
                fix: "nothing.")
        case .movedPerhaps:
            CodeGuide(
                severity: "refused", summary: "nothing tells whether this motion has moved it",
                meaning: """
                    It was updated, or made when others had been moved; no job that is known here has it, and no date shows that this came
                    before the rescan. --only-unmoved leaves such markers where they are.
                    """,
                fix: "look where it is; --not-moved-yet SESSION says that its session was not moved.")
        case .partlyMovedPerhaps:
            CodeGuide(
                severity: "refused", summary: "a part of the markers may have been moved before",
                meaning:
                    "Some were updated or made since, and others not, as after a job that stopped.",
                fix:
                    "resume that job; or --only-unmoved, or --not-moved-yet SESSION if that was something else."
            )
        case .alreadyApplied:
            CodeGuide(
                severity: "refused", summary: "the markers are where the fit leads already",
                meaning: "The motion, applied again, would take them away from there.",
                fix: "nothing; --also-moved moves them again.")
        case .rescanMoved:
            CodeGuide(
                severity: "refused", summary: "the rescan was moved since the fit",
                meaning: """
                    Most of its fitted markers, or some by this motion backwards, are no longer where the fit found them: it
                    leads to where they were.
                    """,
                fix: "compare both scans in the app; fit again to the rescan as it is now.")
        case .partlyMoved:
            CodeGuide(
                severity: "refused", summary: "some markers were moved before, others not",
                meaning: "An earlier job stopped, or moved a part.",
                fix: "resume that job, or move only the others.")
        case .failedFit:
            CodeGuide(
                severity: "refused", summary: "the fit failed",
                meaning: "Its verdict is FAIL, so its motion must not be used.",
                fix: "correct the pairs that it names and fit again.")
        case .stretches:
            CodeGuide(
                severity: "refused", summary: "the motion changes lengths",
                meaning: "A fit of model similarity has a scale, and markers are never stretched.",
                fix: "fit a rigid motion; see why the scans differ in length.")
        case .badLimits:
            CodeGuide(
                severity: "refused", summary: "limits contradict each other",
                meaning: "A limit is not a number above zero, or a lower one is above an upper one.",
                fix: "correct the limits.")
        case .vectorLoses:
            CodeGuide(
                severity: "refused", summary: "the space's vector cannot hold the motion",
                meaning: """
                    A vector only shifts, and the motion turns, too: the plan says how much would be lost.
                    """,
                fix: "use --mode raw or --mode calibrated.")
        case .vectorMovesOthers:
            CodeGuide(
                severity: "refused", summary: "the vector would move markers that were not chosen",
                meaning: "A space has one vector, which moves all of its markers.",
                fix: "choose all sessions, or use another mode.")
        case .vectorLeadsToCalibrated:
            CodeGuide(
                severity: "refused", summary: "the vector cannot lead to calibrated corners",
                meaning: "The targets are calibrated corners, which the vector itself makes.",
                fix: "fit to raw corners with --target raw.")
        case .vectorOutOfRange:
            CodeGuide(
                severity: "refused", summary: "the new vector is out of range",
                meaning: "It is longer than --max-coordinate-m.",
                fix: "check the fit, and the unit of both scans.")
        }
    }

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
    case vectorStaysOnTop = "VECTOR_STAYS_ON_TOP"
    case datesWithoutZone = "DATES_WITHOUT_ZONE"
    case signContradicted = "SIGN_CONTRADICTED"
    case signAssumed = "SIGN_ASSUMED"
    case noSpace = "NO_SPACE"
    case calibratedUntilEdit = "CALIBRATED_UNTIL_EDIT"
    case staleMembers = "STALE_MEMBERS"
    case findingsTravel = "FINDINGS_TRAVEL"
    case meetsUnmoved = "MEETS_UNMOVED"
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
