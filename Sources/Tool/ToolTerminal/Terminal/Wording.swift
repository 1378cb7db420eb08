import Foundation
package import StrictJSON

/// Text from a file, a server or the command line made safe for a terminal, without credentials.
package func visible(_ text: String) -> String { visible(text, atMost: Listener.longest) }

/// The same, cut after this many characters.
package func visible(_ text: String, atMost longest: Int) -> String {
    visibleText(URLSecrets.hidden(in: HiddenText.hidden(in: text)), atMost: longest)
}

extension Listener {
    /// The person at this run's terminal.
    package static let terminal = Listener.commandLine { visible($0) }
}

/// Visible text between quotes; quotes and backslashes in it are escaped.
package func quoted(_ text: String) -> String { Listener.terminal.quoted(text) }

/// The name of a file, or "stdin"; safe for a terminal.
package func fileLabel(_ file: String) -> String {
    file == Input.standard ? "stdin" : visible(file)
}

package func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

/// The first few of some words, and how many more there are.
package func listed(_ words: [String]) -> String { listed(words) { $0 } }

/// The first few values that a document was refused for, and how many more there are; safe for a terminal.
package func listed(_ refused: [JSONError]) -> String {
    listed(refused) {
        "\($0.code.rawValue) at \($0.pointer.isEmpty ? "/" : visible($0.pointer)) (line \($0.line))"
    }
}

package func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Screen.width(text)))
}

/// The number of each of some words, the most frequent first, as in `3 GONE, 1 KEPT`.
package func wordCounts(_ words: [String]) -> String { wordTallies(words).joined(separator: ", ") }

/// The number of each of some words, the most frequent first.
package func wordTallies(_ words: [String]) -> [String] {
    Dictionary(grouping: words) { $0 }.map { (word: $0.key, count: $0.value.count) }
        .sorted { (-$0.count, $0.word) < (-$1.count, $1.word) }.map { "\($0.count) \($0.word)" }
}

package func joined(_ parts: (message: String, remedy: String?)) -> String {
    parts.message + (parts.remedy.map { ($0.first?.isUppercase == true ? ". " : "; ") + $0 } ?? "")
}

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
