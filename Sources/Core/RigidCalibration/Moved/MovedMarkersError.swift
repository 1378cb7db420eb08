/// The reason that nothing can be said of which markers moved, with the numbers that show it.
public enum MovedMarkersError: Error, Hashable, Sendable {
    /// No motion joins the scans, or several do.
    case noMotion(RigidFitError)
    /// Fewer markers stay where they were than can check each other.
    case fewStable(found: Int, needed: Int)
    /// More markers move than may: which of them moved and which stayed is not known.
    case manyMoved(moved: Int, of: Int)
    /// The markers leave nothing to learn their errors from.
    case unknownNoise
    /// No marker stands out, but a shift of one, which is as long as this in metres, might not either; `nil` where no length would.
    case nothingSeen(hidden: Double?)
    /// The markers that stay where they were change with every look: no set of them agrees with itself.
    case notSettled

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .noMotion(let error): error.code
        case .fewStable: "FEW_STABLE"
        case .manyMoved: "MANY_MOVED"
        case .unknownNoise: "UNKNOWN_NOISE"
        case .nothingSeen: "NOTHING_SEEN"
        case .notSettled: "NOT_SETTLED"
        }
    }
}
