package import HTTPServer
internal import Markers

/// The request that opened a WebSocket, and what it asked for.
struct SocketOpening: Sendable {
    let purpose: SocketPurpose
    let request: IncomingRequest
    let operation: Operation
    let number: Int
    /// Seconds that a message may take to arrive, and that the client may be silent.
    let patience: Double

    /// The number of the effect that the client has already; nil for none of the old ones.
    var after: Int64? { request.target.query["after"].flatMap { Int64($0) } }

    /// The thing whose effects it wants, in lower case; nil for all.
    var entity: String? { request.target.query["entity_id"].map { WireID($0).canonical } }
}

/// The use of a WebSocket of the server.
enum SocketPurpose: Sendable {
    /// Sends every message back.
    case echo
    /// Sends every effect.
    case effects
    /// Carries messages between the devices of a room.
    case room
}

/// A room of devices that a sandbox has beside its markers, of which it knows only how they join.
public struct SandboxRoom: Sendable {
    let open: @Sendable () -> any HostedRoom

    package init(_ open: @escaping @Sendable () -> any HostedRoom) { self.open = open }
}

/// A room as a sandbox calls it, from the thread of its listener only.
package protocol HostedRoom: Sendable {
    /// The reason why the device that asks cannot join, if so.
    func refusal(of request: IncomingRequest) -> String?

    /// The part that speaks with a device whose request for a WebSocket was agreed to.
    ///
    /// - Parameter carry: sends a text to the device.
    func socket(
        for request: IncomingRequest,
        carry: @escaping @Sendable (ServedSocket, UnsafeBufferPointer<UInt8>, _ now: Double) -> Void
    ) -> any UpgradedHandler
}
