/// A way to send requests to one origin.
public protocol Transport: Sendable {
    /// Sends a request once and returns the complete answer, whatever its status; within the timeout, or sooner if the
    /// task is cancelled.
    ///
    /// Redirects are not followed but returned like any other answer.
    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse
}

/// A transport that knows where its requests go, so that credentials can be limited to one server.
public protocol BoundTransport: Transport {
    /// The destination of every request.
    var origin: Origin { get }
}
