/// One write that took effect, as the store keeps it in the same transaction.
///
/// Whoever replays the bodies of a marker's effects in order comes to the marker as it is now, so a checker can count
/// what each writer really did.
public struct Effect: Hashable, Sendable {
    /// Counted from 1, without gaps.
    public var number: Int64
    public var at: String
    /// The number of the request that did it, as the answer's `X-Request-Number` names it.
    public var request: Int
    /// The client, as its `User-Agent` names it.
    public var agent: String?
    public var action: Action
    /// What it was done to, such as `marker`.
    public var kind: String
    public var id: String
    /// The version behind it.
    public var version: Int64?
    /// What the client sent for it.
    public var body: String?

    /// What was done.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case create, update, delete, details
    }
}

/// One fault that reached a client.
public struct FiredFault: Hashable, Sendable {
    /// The number of the request that met it.
    public var request: Int
    public var method: String
    public var path: String
    /// As ``Fault/text`` writes it.
    public var fault: String
}
