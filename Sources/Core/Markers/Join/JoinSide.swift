/// A side of a join: the frame that the markers leave, or the one that they move to.
public enum JoinSide: String, CaseIterable, Hashable, Sendable {
    case old, new
}
