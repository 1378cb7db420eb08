/// A room of devices that a sandbox has beside its markers, of which it knows only how they join.
public struct SandboxRoom: Sendable {
    /// Opens the room of one sandbox.
    let open: @Sendable () -> any HostedRoom

    package init(_ open: @escaping @Sendable () -> any HostedRoom) { self.open = open }
}
