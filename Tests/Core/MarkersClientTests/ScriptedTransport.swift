import MarkersClient

/// A transport whose answers come from a script, for simulations and tests; its clock is the script's.
struct ScriptedTransport: BoundTransport {
    /// Answers a request within a time, or says why there is no answer.
    typealias Script =
        @Sendable (_ request: HTTPRequest, _ timeout: Duration) async throws(TransportError) -> HTTPResponse

    let origin: Origin
    private let script: Script

    init(_ origin: Origin, _ script: @escaping Script) {
        (self.origin, self.script) = (origin, script)
    }

    /// Asks the script, unless no transport would send the request or the task is cancelled.
    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        try request.check()
        guard !Task.isCancelled else {
            throw TransportError(.cancelled, mayHaveArrived: false, "the task was cancelled")
        }
        return try await script(request, timeout)
    }
}
