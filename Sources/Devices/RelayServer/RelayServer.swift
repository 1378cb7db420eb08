package import ARMessages
package import HTTPServer
internal import WebSocket

/// A relay for the devices of a room, in a thread of its own: WebSockets at `/ws`, its state at `/health`.
///
/// It keeps nothing on disk and knows nothing of markers. TLS is for a proxy in front of it.
package final class RelayServer: Sendable {
    package let address: PeerAddress
    package let port: UInt16
    private let listener: HTTPListener

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - log: gets every entry of the log, on the relay's thread.
    package init(
        at address: PeerAddress = .loopback, port: UInt16, access: RelayAccess = RelayAccess(),
        options: RelayOptions = RelayOptions(), log: @escaping @Sendable (RelayEntry) -> Void = { _ in }
    ) throws(SystemError) {
        let socket = try Socket.listening(at: address, port: port)
        (self.address, self.port) = (address, socket.port)
        let host = RelayHost(options: options, log: log)
        // As long as a device that has joined may be silent.
        var limits = ListenerLimits()
        limits.idleSeconds = WebSocketLimits().silenceSeconds
        listener = try HTTPListener(
            on: socket, rules: access.rules, limits: limits, handler: RelayRoutes(host, RelayGate(access)))
    }

    /// Says goodbye to every device, and returns when every connection is closed.
    package func stop() { listener.stop() }
}

/// The requests to a relay: devices join at `/ws`, and `/health` reports the transforms between them.
struct RelayRoutes: RequestHandler {
    private let host: RelayHost
    private let gate: RelayGate

    init(_ host: RelayHost, _ gate: RelayGate) { (self.host, self.gate) = (host, gate) }

    func answer(to request: IncomingRequest) -> Answer {
        Answer { endsConnection in
            do throws(RelayRefusal) {
                return try delivery(to: request, endsConnection, at: SystemClock.elapsed)
            } catch {
                return error.response.delivery(to: request, endsConnection: endsConnection)
            }
        }
    }

    func delivery(refusing refusal: RequestRefusal) -> Delivery {
        RelayRefusal.request(refusal).response.delivery(endsConnection: true)
    }

    private func delivery(
        to request: IncomingRequest, _ endsConnection: Bool, at now: Double
    ) throws(RelayRefusal) -> Delivery {
        let path = request.target.path
        guard [["ws"], ["health"]].contains(path) else { throw .noPath }
        guard request.method == .get else { throw .badMethod }
        let name = try gate.requireSecret(request, at: now)
        guard path == ["ws"] else {
            return OutgoingResponse(
                200, fields: [HeaderField("Content-Type", "application/json")], body: host.health
            ).delivery(to: request, endsConnection: endsConnection)
        }
        let fields: [HeaderField]
        do throws(OpeningRefusal) { fields = try request.socketFields() } catch {
            throw .opening(error)
        }
        guard !endsConnection else { throw .connectionEnds }
        let address = gate.address(of: request)
        try gate.requirePlace(address)
        let resuming = SessionToken(name)
        guard host.hasPlace(resuming: resuming) else { throw .full(limit: host.options.mostClients) }
        var delivery = OutgoingResponse(101, fields: fields).delivery(to: request, endsConnection: false)
        let gate = gate
        delivery.ending = .upgrades(
            RelaySocket(host, resuming: resuming) { gate.count($0, of: address) }.served())
        return delivery
    }
}

/// A relay behind a path of another server. For the thread of that server's listener only.
package final class HostedRelay: Sendable {
    private let host: RelayHost

    /// - Parameter log: gets every entry of the log.
    package init(
        _ options: RelayOptions = RelayOptions(), log: @escaping @Sendable (RelayEntry) -> Void = { _ in }
    ) {
        host = RelayHost(options: options, log: log)
    }

    /// The reason why the device that asks cannot join, if so.
    package func refusal(of request: IncomingRequest) -> String? {
        host.hasPlace(resuming: HostedRelay.name(of: request))
            ? nil : "the relay has \(host.options.mostClients) devices and takes no more"
    }

    /// The session that a device wants to resume: the user name of HTTP Basic, where that is a token.
    private static func name(of request: IncomingRequest) -> SessionToken? {
        RelayGate.credentials(request["authorization"]).flatMap { SessionToken($0.name) }
    }

    /// The part that speaks with a device whose request for a WebSocket was agreed to.
    ///
    /// - Parameter carry: sends a text to the device.
    package func socket(
        for request: IncomingRequest,
        carry: @escaping @Sendable (ServedSocket, UnsafeBufferPointer<UInt8>, _ now: Double) -> Void
    ) -> any UpgradedHandler {
        RelaySocket(host, resuming: HostedRelay.name(of: request), carry: carry).served()
    }
}
