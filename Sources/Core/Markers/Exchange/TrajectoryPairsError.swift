public import RigidCalibration

/// The reason why two trajectories give no pairs.
public enum TrajectoryPairsError: Error, Hashable, Sendable {
    case twoFormats(TrajectoryFormat, TrajectoryFormat)
    /// Two poses of one name, or of one time, so that neither has a partner for certain.
    case repeated(TrajectoryEntry, TrajectoryEntry, JoinSide)
    /// Poses that are paired by their number, and that are not as many on both sides.
    case otherCount(old: Int, new: Int)
    /// No name or time that both have; with the least difference of two times, in seconds, if they have any.
    case none(nearest: Double?)
    /// Places that are no pairs of points.
    case pairs(RigidFitError)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .twoFormats: "TWO_FORMATS"
        case .repeated: "REPEATED"
        case .otherCount: "OTHER_COUNT"
        case .none: "NO_PARTNERS"
        case .pairs(let error): error.code
        }
    }
}
