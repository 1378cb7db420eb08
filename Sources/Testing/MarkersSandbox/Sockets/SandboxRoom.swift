package import HTTPServer

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
