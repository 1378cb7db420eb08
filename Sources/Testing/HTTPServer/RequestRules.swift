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

    /// The rules for connections to an address of the server.
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
