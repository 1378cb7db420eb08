/// Secrets that no text shows. Whoever has some says how to hide them.
package enum HiddenText {
    private static let rule = Locked<(@Sendable (String) -> String)?>(nil)

    /// Hides from now on what this takes out of a text.
    package static func hide(by rule: @escaping @Sendable (String) -> String) {
        self.rule.with { $0 = rule }
    }

    /// The text without it.
    package static func hidden(in text: String) -> String { rule.with { $0 }?(text) ?? text }
}
