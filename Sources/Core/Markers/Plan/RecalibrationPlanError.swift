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
    /// Some markers of the fit were moved before, and others not.
    case partlyMoved(MovedPart)
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

    /// The error in a word that never changes meaning.
    public var code: String {
        switch self {
        case .alreadyApplied, .nothingToApply: "ALREADY_APPLIED"
        case .rescanMoved: "RESCAN_MOVED"
        case .fittedMissing: "FITTED_MISSING"
        case .fittedElsewhere: "FITTED_ELSEWHERE"
        case .partlyMoved: "PARTLY_MOVED"
        case .failedFit: "FAILED_FIT"
        case .stretches: "STRETCHES"
        case .badLimits: "BAD_LIMITS"
        case .vectorLoses: "VECTOR_LOSES"
        case .vectorMovesOthers: "VECTOR_MOVES_OTHERS"
        case .vectorLeadsToCalibrated: "VECTOR_LEADS_TO_CALIBRATED"
        case .vectorOutOfRange: "VECTOR_OUT_OF_RANGE"
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

    /// The note in a word that never changes meaning.
    public var code: String {
        switch self {
        case .onlyTheJobCanTell: "ONLY_THE_JOB_CAN_TELL"
        case .fittedMissing: "FITTED_MISSING"
        case .fittedElsewhere: "FITTED_ELSEWHERE"
        case .mixedSpace: "MIXED_SPACE"
        case .vectorStaysOnTop: "VECTOR_STAYS_ON_TOP"
        case .datesWithoutZone: "DATES_WITHOUT_ZONE"
        }
    }
}
