package import WebSocket

/// The rules by which devices are let in.
package struct RelayAccess: Sendable {
    /// The password of HTTP Basic that every request must have; nil to ask for none.
    package var secret: [UInt8]?
    /// The pages that may open a WebSocket.
    package var origins = ServerOpening.Origins.thisMachine(or: [])
    /// The most WebSockets of one address, so that none keeps the others out.
    package var mostOfAddress = 16
    /// The most wrong passwords of one address in ``failureSeconds``; then it is refused for as long.
    package var mostFailures = 10
    package var failureSeconds = 60.0

    package init(secret: [UInt8]? = nil) { self.secret = secret }
}
