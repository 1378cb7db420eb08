package import MarkersEndpoint
import ToolTerminal

/// The transport of this program: libcurl on Linux, and on other systems what its executable brings.
package enum SystemTransport {
    package typealias Maker =
        @Sendable (Origin, TransportOptions) throws(TransportError) -> any BoundTransport

    private static let maker = Locked<Maker?>(nil)

    /// Takes another from now on.
    package static func use(_ maker: @escaping Maker) { self.maker.with { $0 = maker } }

    package static func make(
        _ server: Origin, _ options: TransportOptions
    ) throws(TransportError) -> any BoundTransport {
        if let maker = maker.with({ $0 }) { return try maker(server, options) }
        #if os(Linux)
        return try CurlTransport(server, options)
        #else
        throw TransportError(.unsupported, mayHaveArrived: false, "this program has no transport")
        #endif
    }
}
