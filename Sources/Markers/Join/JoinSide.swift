/// A side of a join: the frame that is left, or the one that is reached.
public enum JoinSide: String, CaseIterable, Hashable, Sendable {
    case old, new
}
