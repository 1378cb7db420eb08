/// What carries requests to one origin.
public protocol Transport: Sendable {
    /// Sends a request once and returns the whole answer, whatever its status; within the timeout, or sooner when the
    /// task is cancelled.
    ///
    /// No redirect is followed: its answer is returned like any other.
    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse
}

/// A transport that says where its requests go, so that credentials can be kept to one server.
public protocol BoundTransport: Transport {
    /// Where every request goes.
    var origin: Origin { get }
}
