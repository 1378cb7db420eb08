package import ARMessages
package import HTTPServer

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
