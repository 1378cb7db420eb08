internal import ARMessages
internal import Foundation
package import HTTPServer
internal import WebSocket

/// Lets devices in by the rules of ``RelayAccess``. For the listener's thread only.
final class RelayGate: @unchecked Sendable {
    let access: RelayAccess
    private var visitors: [PeerAddress: Visitor] = [:]

    private struct Visitor {
        var sockets = 0
        var failures = 0
        /// The time of the first of these failures.
        var since = 0.0
    }

    /// Addresses that are kept in mind; of more, those without a socket are forgotten.
    private static let mostVisitors = 4096

    init(_ access: RelayAccess) { self.access = access }

    /// The address of a device; behind a proxy on this machine, the one that the proxy names.
    func address(of request: IncomingRequest) -> PeerAddress {
        guard access.isBehindProxy, request.peer.isLoopback,
            let named = request.fields.last(where: { $0.name == "x-forwarded-for" })?.value
                .split(separator: ",").last,
            let address = PeerAddress(named.trimmingCharacters(in: .whitespaces))
        else { return request.peer }
        return address
    }

    /// The user name of a request that has the secret, which is empty where no secret is asked for and none is sent.
    func requireSecret(_ request: IncomingRequest, at now: Double) throws(RelayRefusal) -> String {
        let given = request["authorization"], (name, password) = RelayGate.credentials(given) ?? ("", [])
        guard let secret = access.secret else { return name }
        // A page can ask without a password as often as it likes, which guesses nothing.
        guard given != nil else { throw .unauthorized }
        let address = address(of: request)
        var visitor = visitors[address] ?? Visitor()
        if now - visitor.since >= access.failureSeconds { visitor.failures = 0 }
        guard visitor.failures < access.mostFailures else {
            throw .tooManyFailures(seconds: Int((visitor.since + access.failureSeconds - now).rounded(.up)))
        }
        guard RelayGate.isSame(password, secret) else {
            if visitor.failures == 0 { visitor.since = now }
            visitor.failures += 1
            remember(visitor, address)
            throw .unauthorized
        }
        return name
    }

    /// Throws if an address has as many sockets as it may.
    func requirePlace(_ address: PeerAddress) throws(RelayRefusal) {
        guard visitors[address, default: Visitor()].sockets < access.mostOfAddress else {
            throw .tooManyOfAddress(limit: access.mostOfAddress)
        }
    }

    /// Counts a socket of an address that has opened (1), or closed (-1).
    func count(_ change: Int, of address: PeerAddress) {
        var visitor = visitors[address] ?? Visitor()
        visitor.sockets += change
        remember(visitor, address)
    }

    private func remember(_ visitor: Visitor, _ address: PeerAddress) {
        if visitors.count >= RelayGate.mostVisitors, visitors[address] == nil {
            visitors = visitors.filter { $0.value.sockets > 0 }
        }
        visitors[address] = visitor.sockets == 0 && visitor.failures == 0 ? nil : visitor
    }

    /// The name and password of a value of `Authorization` in the form of HTTP Basic.
    static func credentials(_ value: String?) -> (name: String, password: [UInt8])? {
        guard let value, value.lowercased().hasPrefix("basic "),
            let bytes = Data(base64Encoded: value.dropFirst(6).trimmingCharacters(in: .whitespaces)),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (String(decoding: bytes[..<colon], as: UTF8.self), Array(bytes[(colon + 1)...]))
    }

    /// Whether two texts are the same, found in a time that does not depend on where they differ.
    static func isSame(_ given: [UInt8], _ secret: [UInt8]) -> Bool {
        var difference = given.count == secret.count ? UInt8(0) : 1
        for place in secret.indices {
            difference |= secret[place] ^ (place < given.count ? given[place] : ~secret[place])
        }
        return difference == 0
    }
}

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
