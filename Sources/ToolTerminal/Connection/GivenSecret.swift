package import MarkersClient

/// A secret that was given, by the way it was given.
package enum GivenSecret {
    case bearer(Secret), bearerFile(SecretFile), key(Secret)

    /// Whether it came with the name of the server.
    package func names(_ server: Origin) -> Bool {
        if case .bearerFile(let file) = self { file.names(server) } else { false }
    }

    /// Whether nothing that came with it speaks against the server.
    package func allows(_ server: Origin) -> Bool {
        if case .bearerFile(let file) = self { file.allows(server) } else { true }
    }
}
