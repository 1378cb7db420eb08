/// A request that a sandbox has answered: never a body or a header field.
public struct LoggedRequest: Hashable, Sendable {
    /// The number of the request since the sandbox began, counted from 1, in the order in which they arrived.
    public let number: Int
    /// The method in capitals.
    public let method: String
    /// The path with the query, as it was written.
    public let path: String
    /// The status of the answer as it left; nil where a fault took its place.
    public let status: Int?
}

/// The latest requests of a sandbox, in the order in which they were answered.
struct RequestLog {
    /// The most requests that are kept.
    static let longest = 10_000
    /// The number of those that are listed where no other was asked for.
    static let usualCount = 100

    private var entries: [LoggedRequest] = []

    var latest: ArraySlice<LoggedRequest> { entries.suffix(Self.longest) }

    mutating func add(_ request: LoggedRequest) {
        // Twice as many, so that seldom anything is moved.
        if entries.count >= 2 * Self.longest { entries.removeFirst(Self.longest) }
        entries.append(request)
    }
}
