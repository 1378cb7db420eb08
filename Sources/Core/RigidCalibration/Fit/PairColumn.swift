/// A column of data on each pair besides its points.
public enum PairColumn: String, Hashable, Sendable {
    case weights
    case sourceCovariances
    case targetCovariances
    case groups
    case ids
    /// The bounds of a robust fit.
    case bounds
}
