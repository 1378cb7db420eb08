@testable import HTTPServer

/// A server that answers each request with its first line and its body.
struct EchoServer: RequestHandler {
    /// Changes what is sent.
    var change: @Sendable (inout Delivery) -> Void = { _ in }
    /// Seconds before a request is done.
    var delay = 0.0

    func answer(to request: IncomingRequest) -> Answer {
        Answer(after: delay) { endsConnection in
            let text = "\(request.method.rawValue) \(request.target.text)"
            let response = OutgoingResponse(
                200, fields: [HeaderField("X-Ends", "\(endsConnection)")],
                body: Array(text.utf8) + request.body)
            var delivery = response.delivery(to: request, endsConnection: endsConnection)
            change(&delivery)
            return delivery
        }
    }

    func delivery(refusing refusal: RequestRefusal) -> Delivery {
        OutgoingResponse(refusal.status).delivery(endsConnection: true)
    }

    /// Begins to serve on a free port.
    func start(
        rules: RequestRules = .own(), limits: ListenerLimits = ListenerLimits()
    ) throws -> (listener: HTTPListener, port: UInt16) {
        let socket = try Socket.listening(port: 0)
        return (try HTTPListener(on: socket, rules: rules, limits: limits, handler: self), socket.port)
    }
}
