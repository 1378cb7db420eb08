public import ARMessages
public import MarkersSandbox
internal import RelayServer

extension HostedRelay: HostedRoom {}

extension SandboxRoom {
    /// A room whose relay joins frames by these rules.
    ///
    /// ```swift
    /// var options = SandboxOptions()
    /// options.room = .relay(.rigid)
    /// ```
    public static func relay(_ mode: RelayOptions.Mode) -> SandboxRoom {
        SandboxRoom { HostedRelay(RelayOptions(mode: mode)) }
    }
}
