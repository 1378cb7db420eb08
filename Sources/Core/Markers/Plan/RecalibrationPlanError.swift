public import Foundation
public import QuadGeometry

/// The reason why no plan was made.
public enum RecalibrationPlanError: Error, Hashable, Sendable {
    /// All or some fitted markers are already where the motion leads: it would be applied twice.
    case alreadyApplied(FittedState)
    /// Markers of the rescan were moved since the fit, so that its motion leads to where they were.
    case rescanMoved(FittedState)
    /// No marker of the fit is in the space, by its id or by its place.
    case fittedMissing(FittedState)
    /// Most markers of the fit were moved since, and not by its motion.
    case fittedElsewhere(FittedState)
    /// Some markers of the fit were moved before, with their ids where they are known, and others not.
    case partlyMoved(MovedPart, [UUID])
    /// The new scan shows these sessions in other frames than the one that the motion leads from.
    case sessionsAstray([StraySession])
    /// No motion at all would fit as well: the markers are where they should be.
    case nothingToApply(probability: Double)
    /// The fit failed judgements that forbid its use; these are their codes, and the pairs that speak against the motion, the
    /// farthest first, where pairs do.
    case failedFit(codes: [String], worst: [WorstPair] = [])
    /// The fit also stretches; markers are never scaled silently.
    case stretches(growth: Double)
    case badLimits(QuadLimitsError)
    /// The motion does not fit into the space's vector: this marker would be off most.
    case vectorLoses(VectorLoss, worst: UUID)
    /// The space's vector would also move this many markers that are to stay.
    case vectorMovesOthers(Int)
    /// A vector leads from raw to calibrated points, but the motion leads to raw ones.
    case vectorLeadsToCalibrated
    /// The moved vector has no numbers.
    case vectorOutOfRange
    /// A vector shifts all markers alike, but the fit was straightened, so that each has a shift of its own.
    case vectorOfShifts

    /// The error in a word that never changes meaning.
    public var code: String {
        switch self {
        case .alreadyApplied, .nothingToApply: "ALREADY_APPLIED"
        case .rescanMoved: "RESCAN_MOVED"
        case .fittedMissing: "FITTED_MISSING"
        case .fittedElsewhere: "FITTED_ELSEWHERE"
        case .partlyMoved: "PARTLY_MOVED"
        case .sessionsAstray: PlanNote.astray
        case .failedFit: "FAILED_FIT"
        case .stretches: "STRETCHES"
        case .badLimits: "BAD_LIMITS"
        case .vectorLoses: "VECTOR_LOSES"
        case .vectorMovesOthers: "VECTOR_MOVES_OTHERS"
        case .vectorLeadsToCalibrated: "VECTOR_LEADS_TO_CALIBRATED"
        case .vectorOutOfRange: "VECTOR_OUT_OF_RANGE"
        case .vectorOfShifts: FitCode.straightened.rawValue
        }
    }
}

/// A remark on a plan as a whole.
public enum PlanNote: Hashable, Sendable {
    /// No fitted marker is where it was, or the fit has no ids: only the job can tell whether it was applied before.
    case onlyTheJobCanTell
    /// These fitted markers are not among those given.
    case fittedMissing([UUID])
    /// These markers of the fit, of either scan, were moved since, and not by this motion.
    case fittedElsewhere([UUID])
    /// This many markers stay in the old frame while others leave or left it: the space is mixed.
    case mixedSpace(refused: Int)
    /// Raw corners are rewritten in a space whose vector still counts on top of them.
    case vectorStaysOnTop(CalibrationVector)
    /// Dates without a zone, taken as UTC.
    case datesWithoutZone([String])
    /// These markers are so far from those of a fit that was straightened, in place or in time, or of another session than all of them, that
    /// little is known of their shifts.
    case beyondMarkers([UUID])
    /// Most markers of these sessions would not come to where the new scan has those of their labels or anchors.
    case sessionsAstray([StraySession])

    fileprivate static let astray = "SESSION_ASTRAY"

    /// The note in a word that never changes meaning.
    public var code: String {
        switch self {
        case .onlyTheJobCanTell: "ONLY_THE_JOB_CAN_TELL"
        case .fittedMissing: "FITTED_MISSING"
        case .fittedElsewhere: "FITTED_ELSEWHERE"
        case .mixedSpace: "MIXED_SPACE"
        case .vectorStaysOnTop: "VECTOR_STAYS_ON_TOP"
        case .datesWithoutZone: "DATES_WITHOUT_ZONE"
        case .beyondMarkers: FitCode.beyondMarkers.rawValue
        case .sessionsAstray: PlanNote.astray
        }
    }
}

extension RecalibrationPlanError: ExplainedError {
    /// The reason why no plan was made.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// Pairs and how far off they are.
    private static func named(_ pairs: [WorstPair], _ listener: Listener) -> String {
        listed(pairs) { "\(listener.quoted($0.name)) is off by \(MeasureText.length($0.distance))" }
    }

    /// The reason why no plan was made, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String) {
        switch self {
        case .alreadyApplied(let state): RecalibrationPlanError.explained(state, to: listener)
        case .rescanMoved(let state):
            (
                "\(state.partnersElsewhere.count) of "
                    + counted(state.partnersElsewhere.count + state.partnersInPlace.count, "fitted marker")
                    + " of the rescan \(state.partnersElsewhere.count == 1 ? "is" : "are") no longer where the fit found "
                    + "\(state.partnersElsewhere.count == 1 ? "it" : "them") (\(listed(state.partnersElsewhere, \.wireText)))"
                    + (state.partnersMovedBack.isEmpty ? "" : ": they were moved onto the old scan"),
                state.partnersMovedBack.isEmpty
                    ? "Fit again to the rescan as it is now"
                    : "Both scans may be in one frame already: compare them in the app, and fit again if they are not"
            )
        case .fittedMissing(let state):
            (
                "of \(counted(state.missing.count, "fitted marker")) none is in this space, by its id or by its place "
                    + "(\(listed(state.missing, \.wireText)))",
                "Check that it is the same space, and fit again to markers that it has; if they were deleted since, and those that are "
                    + "to move are still where the fit leads from, say so: "
                    + listener.words(
                        program: "MoveDecisions.notMovedYet", commandLine: "--not-moved-yet SESSION, for each"
                    )
            )
        case .fittedElsewhere(let state):
            (
                "\(state.elsewhere.count) of "
                    + counted(
                        state.elsewhere.count + state.onSource.count + state.missing.count, "fitted marker")
                    + " \(state.elsewhere.count == 1 ? "was" : "were") moved since, but not by this fit (\(listed(state.elsewhere, \.wireText)))",
                "Fit again to the markers as they are now; if those that are to move are still where the fit leads from, say so: "
                    + listener.words(
                        program: "MoveDecisions.notMovedYet", commandLine: "--not-moved-yet SESSION, for each"
                    )
                    + listener.words(
                        program: "",
                        commandLine: "; quadcal jobs lists the jobs of a folder that may have moved them")
            )
        case .partlyMoved(let part, let ids):
            (
                "\(part.moved) of \(counted(part.moved + part.others, "marker")) of the fit seem to have been moved before"
                    + (ids.isEmpty ? "" : " (\(listed(ids, \.wireText)))") + ", and \(part.others) not",
                "Resume or undo the job that did it; where none did, "
                    + (part.isRejected
                        ? listener.words(
                            program: "let only those move that were not moved",
                            commandLine: "--only-unmoved moves the others")
                        : listener.words(
                            program: "fit without them, and let only those move that were not moved",
                            commandLine: "fit without them (--exclude), and --only-unmoved moves the others"))
                    + ". Only if all of them are in the old frame after all, "
                    + listener.words(program: "let moved markers move again", commandLine: "add --also-moved")
            )
        case .sessionsAstray(let sessions):
            (
                listed(sessions) { "session \($0.id.wireText): \($0.sentence)" },
                "Move \(sessions.count == 1 ? "that session" : "each of them") by a fit of its own"
                    + listener.words(program: "", commandLine: ", --sessions SESSION alone with --onto")
                    + "; only if its markers themselves were moved together, say that it is in the old frame: "
                    + listener.words(
                        program: "MoveDecisions.notMovedYet", commandLine: "--not-moved-yet SESSION")
            )
        case .nothingToApply(let probability):
            (
                alreadyInPlace(probability),
                "Nothing to do, unless others of the session are still in the old frame: then resume the job that moved these"
            )
        case .failedFit(let codes, let worst):
            (
                "the fit reports \(listed(codes.map { listener.shown($0) }) { $0 }), so its motion must not be used"
                    + (worst.isEmpty ? "" : ": \(RecalibrationPlanError.named(worst, listener))"),
                codes.contains(FitCode.outlyingPairs.rawValue)
                    ? listener.words(
                        program: "reject the wrong pairs by a robust fit, or correct them",
                        commandLine:
                            "fit with --robust, which rejects wrong pairs and names them, or correct those that "
                            + "quadcal fit lists first")
                    : "correct that, and fit again"
            )
        case .stretches(let growth):
            (
                "the fit scales lengths by \(MeasureText.digits(6, growth)), but markers are never scaled",
                "fit again with another \(listener.words(program: "model", commandLine: "--model"))"
            )
        case .badLimits(let error): (error.message, error.remedy ?? "")
        case .vectorLoses(let loss, let worst):
            (
                "a vector cannot represent the motion: marker \(worst.wireText) would be off by "
                    + "\(MeasureText.length(loss.largest)), the worst of \(loss.overTolerance.count)",
                "rewrite corners or calibrated data instead"
            )
        case .vectorMovesOthers(let count):
            (
                "the space's vector would also move \(counted(count, "marker")) that should stay",
                "choose all sessions, or rewrite corners or calibrated data instead"
            )
        case .vectorLeadsToCalibrated:
            (
                "a vector gives calibrated points, but the motion gives raw ones",
                "rewrite corners instead"
            )
        case .vectorOutOfRange: ("the moved vector is out of the range of doubles", "check the motion")
        case .vectorOfShifts:
            (
                "the scan was straightened, so each marker has its own shift, but a vector shifts all alike",
                "rewrite corners or calibrated data instead"
            )
        }
    }

    /// The fitted markers that were moved, and what to do where others were not.
    private static func explained(
        _ state: FittedState, to listener: Listener
    ) -> (message: String, remedy: String) {
        let found = state.onTarget + state.perhapsOnTarget.sorted { $0.wireText < $1.wireText }
        let moved = found.count + state.unnamedOnTarget
        let count = found.count + state.onSource.count + state.elsewhere.count + state.missing.count
        let isAre = moved == 1 ? "is" : "are", names = found.isEmpty ? "" : " (\(listed(found, \.wireText)))"
        let facts =
            state.strangers.isEmpty && state.perhapsOnTarget.isEmpty && state.unnamedOnTarget == 0
            ? "\(moved) of \(counted(count, "fitted marker")) \(isAre) already moved\(names)"
            : "\(counted(moved, "marker")) \(isAre) already where the fit leads\(names)"
        guard state.isPartial else {
            return (
                facts + ": moving them again would be wrong",
                state.strangers.isEmpty
                    ? "Give the markers as they were before, or do nothing"
                    : "Give the markers as they were before, or only those of the old frame"
                        + listener.words(program: "", commandLine: " (--sessions, --only-unmoved)")
            )
        }
        return (
            facts + ", and \(state.onSource.count) not: the motion was applied to only some of the markers",
            "Resume the job that did it, or give the markers as they were before"
        )
    }
}

/// The note on a motion that fits no better than none: the probability, and what follows; without a full stop.
package func alreadyInPlace(_ probability: Double) -> String {
    "leaving the markers in place fits equally well (p = \(String(format: "%.2f", probability))): they are already "
        + "in the new frame"
}

extension UndecidedSign: ExplainedError {
    /// The number of markers that were asked, and how far they differ.
    public var message: String {
        "the calibrated corners of \(counted(evidence.count, "marker")) do not say how the space's vector counts "
            + "(\(evidence.conclusion.code), they differ by \(MeasureText.length(evidence.spread)) from each other)"
    }

    public var remedy: String? { "state the sign" }
}
