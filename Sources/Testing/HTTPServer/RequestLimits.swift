/// The largest sizes that are accepted in a request, in bytes.
package enum RequestLimits {
    package static let line = 8 << 10
    /// All lines of a head with their ends.
    package static let head = 32 << 10
    package static let body = 8 << 20
    /// The line before a chunk, with its extensions.
    package static let chunkLine = 256
}

/// Caps on what clients may hold on to.
package struct ListenerLimits: Hashable, Sendable {
    /// Connections at once; one more ends the one whose client has kept the server waiting longest.
    package var connections = 512
    /// Seconds that a connection may be silent between requests.
    package var idleSeconds = 60.0
    /// Seconds that a request may take to arrive.
    package var requestSeconds = 30.0
    /// Seconds that answers under way have when the server stops.
    package var drainSeconds = 2.0
    /// Bytes of requests that are not complete; more end the one whose client has kept the server waiting longest.
    package var incomingBytes = 64 << 20
    /// Bytes of answers on their way; while there are as many, no other answer is begun.
    package var unreadBytes = 64 << 20
    /// Seconds that a client may stop reading its answer while others wait for theirs because of ``unreadBytes``.
    package var stallSeconds = 0.5

    package init() {}
}
