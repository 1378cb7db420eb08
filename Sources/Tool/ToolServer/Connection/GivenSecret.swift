package import MarkersEndpoint
import ToolTerminal

/// A secret that was given, by the way it was given.
package enum GivenSecret {
    case bearer(Secret), bearerFile(SecretFile), key(Secret)
    case pair(TokenPairFile, TokenPair)

    /// Whether it came with the name of the server.
    package func names(_ server: Origin) -> Bool {
        switch self {
        case .bearerFile(let file): file.names(server)
        case .pair(let file, _): file.names(server)
        case .bearer, .key: false
        }
    }

    /// Whether nothing that came with it speaks against the server.
    package func allows(_ server: Origin) -> Bool {
        switch self {
        case .bearerFile(let file): file.allows(server)
        case .pair(let file, _): file.allows(server)
        case .bearer, .key: true
        }
    }
}
