/// Parts of URLs that may be secrets: all that stands before the host, the query and the fragment.
package enum URLSecrets {
    /// Ends of a URL that stands in a text.
    private static let ends: Set<Character> = [" ", "\n", "\t", "\"", "<", ">"]

    /// The text with those parts of every URL in it hidden, of those without a scheme too.
    package static func hidden(in text: String) -> String {
        guard text.contains("://") || text.contains("@") else { return text }
        var result = "", rest = text[...]
        while let first = rest.first {
            guard !ends.contains(first) else {
                result.append(first)
                rest.removeFirst()
                continue
            }
            let word = rest.prefix { !ends.contains($0) }
            result += hidden(inWord: word)
            rest = rest[word.endIndex...]
        }
        return result
    }

    private static func hidden(inWord word: Substring) -> String {
        let scheme = word.firstRange(of: "://")
        let start = scheme?.upperBound ?? word.startIndex
        var shown = String(word[..<start]), url = word[start...]
        // A name and a password before a host, wherever a slash or a backslash stands in them.
        if let at = url.lastIndex(of: "@"), scheme != nil || url[..<at].contains(":") {
            shown += "(hidden)"
            url = url[at...]
        }
        guard scheme != nil, let mark = url.firstIndex(where: { "?#".contains($0) }),
            url.index(after: mark) < url.endIndex
        else { return shown + url }
        return shown + url[...mark] + "(hidden)"
    }
}
