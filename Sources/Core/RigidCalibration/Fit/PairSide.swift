/// One side of a pair.
public enum PairSide: Hashable, Sendable {
    case source
    case target
}
