/// A write that took effect; the store keeps it in the same transaction.
///
/// Replaying the bodies of a marker's effects in order gives the present marker, so a checker can count the writes
/// of each client.
public struct Effect: Hashable, Sendable {
    /// The place in the log, from 1 on and without gaps.
    public var number: Int64
    public var at: String
    /// The number of the request, which its answer has in `X-Request-Number`.
    public var request: Int
    /// The `User-Agent` of the client.
    public var agent: String?
    public var action: Action
    /// The kind of document, such as `marker`.
    public var kind: String
    public var id: String
    /// The version after the write.
    public var version: Int64?
    /// The body that the client sent.
    public var body: String?

    /// The kind of write.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case create, update, delete, details
    }
}

/// A fault that reached a client.
public struct FiredFault: Hashable, Sendable {
    /// The number of the request.
    public var request: Int
    public var method: String
    public var path: String
    /// The ``Fault/text`` of the fault.
    public var fault: String
}
