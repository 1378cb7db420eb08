package import MarkersClient

/// The credentials of this run, which no text shows, wherever it is from.
package enum HiddenSecrets {
    /// Shorter ones are parts of ordinary words.
    private static let shortest = 8
    private static let known = Locked<[Secret]>([])

    /// Hides a secret from now on.
    @discardableResult
    package static func add(_ secret: Secret) -> Secret {
        if secret.length >= shortest { known.with { $0.append(secret) } }
        return secret
    }

    /// The text without any secret in it.
    package static func hidden(in text: String) -> String {
        known.with { $0 }.reduce(text) { $1.hidden(in: $0) }
    }
}
