package import ARMessages
package import HTTPServer
internal import WebSocket

/// A relay for the devices of a room, in a thread of its own: WebSockets at `/ws`, its state at `/health`.
///
/// It keeps nothing on disk and knows nothing of markers. TLS is for a proxy in front of it.
package final class RelayServer: Sendable {
    package let address: PeerAddress
    /// The port that it listens on.
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
