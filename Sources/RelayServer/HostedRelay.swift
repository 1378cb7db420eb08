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

    /// The reason why no other device can join, if so.
    package var fullText: String? {
        host.isFull ? "the relay has \(host.options.mostClients) devices and takes no more" : nil
    }

    /// The part that speaks with a device whose request for a WebSocket was agreed to.
    ///
    /// The user name of HTTP Basic is the token of the session that it wants to resume.
    package func socket(for request: IncomingRequest) -> any UpgradedHandler {
        let name = RelayGate.credentials(request["authorization"])?.name ?? ""
        return RelaySocket(host, resuming: SessionToken(name))
    }
}
