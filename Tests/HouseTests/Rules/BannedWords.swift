/// Words that no comment, string or document uses, since plainer ones say the same.
enum BannedWords {
    /// One word, or several one after the other.
    static let phrases = [
        "anew", "as it came", "gone on with", "is told", "106 digits", "mend", "mended", "mending", "mends",
    ]

    /// Files that name them.
    static let exempt = ["BannedWords.swift", "BannedWordsTests.swift"]

    private static let byLastWord = Dictionary(
        grouping: phrases.map { $0.split(separator: " ").map(String.init) }, by: { $0[$0.count - 1] })
    private static let longest = byLastWord.values.joined().map(\.count).max() ?? 1

    /// Those of a text in any spelling of capitals, also when they are on two lines.
    static func breaches(in text: [UInt8], of path: String) -> [Breach] {
        var breaches: [Breach] = []
        var read: [String] = []
        for word in WordScan(text) {
            if read.count == longest { read.removeFirst() }
            read.append(word.text.lowercased())
            for phrase in byLastWord[read[read.count - 1]] ?? []
            where read.suffix(phrase.count) == phrase[...] {
                breaches.append(Breach(path, word.line, "says \"\(phrase.joined(separator: " "))\""))
            }
        }
        return breaches
    }

    static func breaches(in source: SwiftSource) -> [Breach] {
        breaches(in: source.comments, of: source.path) + breaches(in: source.strings, of: source.path)
    }

    /// Scripts and texts for people, but no data.
    static func isDocument(_ path: String) -> Bool {
        let endings = path.split(separator: "/").last?.split(separator: ".").dropFirst() ?? []
        return path == "Datasets/catalogue.json"
            || endings.last.map { ["md", "py", "c", "cpp", "h"].contains($0) } ?? true
    }
}
