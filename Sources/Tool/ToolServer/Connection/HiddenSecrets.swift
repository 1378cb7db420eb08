package import MarkersEndpoint
internal import ToolTerminal

/// The credentials of this run, which no text shows, wherever it is from.
package enum HiddenSecrets {
    /// Shorter ones are parts of ordinary words.
    private static let shortest = 8
    private static let known = Locked<[Secret]>([])
    /// The tokens that a server gave, the latest last.
    private static let renewed = Locked<[Secret]>([])
    /// The most tokens of a server that are hidden: some bring one with every answer, and each costs time in every text.
    private static let mostRenewed = 64

    /// Hides a secret from now on.
    @discardableResult
    package static func add(_ secret: Secret) -> Secret {
        HiddenText.hide(by: hidden)
        if secret.length >= shortest { known.with { $0.append(secret) } }
        return secret
    }

    /// Hides the tokens of a pair from now on, and before long those of the earliest pairs no more.
    package static func add(_ pair: TokenPair) {
        HiddenText.hide(by: hidden)
        renewed.with { renewed in
            for secret in [pair.access?.secret, pair.refresh].compactMap(\.self)
            where secret.length >= shortest {
                renewed.removeAll { $0.bytes == secret.bytes }
                renewed.append(secret)
            }
            if renewed.count > mostRenewed { renewed.removeFirst(renewed.count - mostRenewed) }
        }
    }

    /// The text without any secret in it.
    package static func hidden(in text: String) -> String {
        (known.with { $0 } + renewed.with { $0 }).reduce(text) { $1.hidden(in: $0) }
    }
}
