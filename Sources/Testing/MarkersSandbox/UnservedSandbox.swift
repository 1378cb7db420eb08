package import HTTPServer

/// A sandbox without a port: requests come as values, and answers leave as the bytes that a connection would carry.
package struct UnservedSandbox: Sendable {
    private let handler: SandboxHandler

    /// Opens the store. The port and the limits of connections in the options count for nothing.
    package init(_ options: SandboxOptions = SandboxOptions()) throws(SandboxError) {
        handler = try SandboxHandler(options)
    }

    /// Says how a request is answered; what opens a WebSocket is answered, but not opened.
    package func answer(to request: IncomingRequest) -> Answer { handler.answer(to: request) }

    /// Answers bytes that are no request.
    package func delivery(refusing refusal: RequestRefusal) -> Delivery {
        handler.delivery(refusing: refusal)
    }

    /// Every write that took effect, in order.
    package var effects: [Effect] { handler.effects }

    /// The number of requests that have arrived.
    package var requestCount: Int { handler.requestCount }

    /// The latest requests that were answered, in that order.
    package var requests: [LoggedRequest] { handler.requests }

    /// Every fault that reached a client, in order.
    package var faults: [FiredFault] { handler.faults }

    /// Lets requests meet other faults from now on; the requests that they select are counted from 1 again.
    package func meet(_ faults: [Fault]) { handler.meet(faults) }
}
