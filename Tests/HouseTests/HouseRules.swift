/// Promises that this tree keeps to strangers, as rules that name every breach.
enum HouseRules {
    static let longestReadme = 150

    /// The number of lines that an editor shows: a last line without an end counts too.
    static func lineCount(_ text: String) -> Int {
        text.utf8.count { $0 == UInt8(ascii: "\n") } + (text.isEmpty || text.hasSuffix("\n") ? 0 : 1)
    }

    /// Paths in a text that exist on one machine only.
    static func machinePaths(in text: String) -> [String] {
        text.matches(of: #/\/(work|root|home|tmp|Users)\/[A-Za-z._][^\s"'`)]*/#).map { String($0.output.0) }
    }

    /// Relative links of a Markdown text, without their anchors.
    static func relativeLinks(in text: String) -> [String] {
        text.matches(of: #/\]\(([^)#\s]+)[^)]*\)/#).map { String($0.output.1) }.filter { !$0.contains("://") }
    }
}
