package import HTTPServer

/// The rules by which devices are let in.
package struct RelayAccess: Sendable {
    /// The password of HTTP Basic that every request must have; nil to ask for none.
    package var secret: [UInt8]?
    /// The names by which the relay is reached besides its addresses, with their ports.
    package var names: Set<String> = []
    /// The pages of other servers that may ask, as `https://host:port`.
    package var origins: Set<String> = []
    /// Whether a proxy on this machine says where requests come from.
    package var isBehindProxy = false
    /// The most WebSockets of one address, so that none keeps the others out.
    package var mostOfAddress = 16
    /// The most wrong passwords of one address in ``failureSeconds``; then it is refused for as long.
    package var mostFailures = 10
    package var failureSeconds = 60.0

    /// The fewest bytes of a secret that is not guessed.
    package static let shortestSecret = 16

    package init(secret: [UInt8]? = nil) { self.secret = secret }

    /// The rules for requests, none of which has a body. With a secret, a page of another server that reaches this one by a name of its own
    /// still lacks it.
    package var rules: RequestRules {
        var rules = RequestRules.own(or: names)
        (rules.takesAnyHost, rules.origins, rules.body) = (secret != nil, origins, 0)
        return rules
    }
}
