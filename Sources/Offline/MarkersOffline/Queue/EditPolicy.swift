/// The response if somebody else has changed the very field that a queued edit changes. Corners are never overwritten.
public enum EditPolicy: String, Hashable, Sendable, CaseIterable {
    /// The edit waits for a decision.
    case park
    /// The queued value replaces theirs.
    case mine
    /// Theirs stays.
    case theirs
}
