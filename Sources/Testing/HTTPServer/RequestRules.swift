internal import WebSocket

/// The requests that a server takes, by their heads alone: under its own names, from pages that may ask, with bodies that are not too long.
///
/// What breaks a rule is refused before a byte of its body is kept. By default everything is taken.
package struct RequestRules: Hashable, Sendable {
    /// The names, with their ports, that mean this server.
    package var names: Set<String> = []
    /// Whether `Host` may name any server. That is safe only where a secret that pages of other servers do not know is asked for.
    package var takesAnyHost = true
    /// The pages of other servers that may ask, as `https://host:port`; nil for any.
    package var origins: Set<String>?
    /// The most bytes of a body.
    package var body = RequestLimits.body
    /// The connection's own address, as a client writes it that has reached this server by it.
    private var reached: Set<String> = []

    package init() {}

    /// The rules of a server on this machine: for its own names, and for pages of this machine.
    ///
    /// - Parameter names: others, with their ports, by which clients may reach it.
    package static func own(or names: Set<String> = []) -> RequestRules {
        var rules = RequestRules()
        (rules.names, rules.takesAnyHost, rules.origins) = (names, false, [])
        return rules
    }

    func reached(at address: PeerAddress, port: UInt16) -> RequestRules {
        var rules = self
        rules.reached = Set(
            [PeerAddress.loopback.description, "localhost", address.description].flatMap {
                port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"]
            })
        return rules
    }

    /// Checks the fields that say whom a request is for and who asks.
    ///
    /// - Parameter host: the value of `Host`, in lower case.
    func check(host: String, _ fields: [HeaderField]) throws(RequestRefusal) {
        guard takesAnyHost || isOwn(host) else { throw .foreignHost }
        guard fields.lazy.filter({ $0.name == "authorization" }).count < 2 else {
            throw .repeatedAuthorization
        }
        for field in fields where field.name == "origin" {
            guard mayAsk(field.value.lowered, host: host) else { throw .foreignOrigin }
        }
    }

    /// Whether a host is this server's own: an address cannot be led here by somebody else's name server, as any name can.
    private func isOwn(_ host: String) -> Bool { reached.contains(host) || names.contains(host) }

    /// Whether a page may ask: one of this machine, whatever its port, of this server, or one that is allowed. `null`, which pages
    /// from files send, is nobody's.
    private func mayAsk(_ origin: String, host: String) -> Bool {
        guard let origins else { return true }
        guard !origins.contains(origin) else { return true }
        guard let scheme = ["http://", "https://"].first(where: origin.hasPrefix) else { return false }
        let authority = origin.dropFirst(scheme.count)
        // Some write the usual port, and some leave it out.
        let usual = scheme == "http://" ? ":80" : ":443"
        func plain(_ text: some StringProtocol) -> String {
            text.hasSuffix(usual) ? String(text.dropLast(usual.count)) : String(text)
        }
        if plain(authority) == plain(host), isOwn(host) || isOwn(plain(host)) || isOwn(plain(host) + usual) {
            return true
        }
        return ServerOpening.Origins.thisMachine(or: []).includes(origin)
    }
}

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
