/// Comments of documentation, which begin with a noun phrase or a verb.
enum DocComments {
    /// First words of indirect questions; "Whether" is as usual for a Boolean as "True if".
    static let questions: Set = [
        "How", "What", "When", "Where", "Which", "Who", "Whom", "Whose", "Why",
    ]

    static func breaches(in source: SwiftSource) -> [Breach] {
        var breaches: [Breach] = []
        var isInside = false
        let lines = source.comments.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let comment = line.drop { $0 == UInt8(ascii: " ") }
            let isDocumentation = comment.starts(with: "///".utf8)
            if isDocumentation, !isInside {
                var words = WordScan(Array(comment))
                if let first = words.next()?.text, questions.contains(first) {
                    breaches.append(
                        Breach(source.path, index + 1, "is a doc comment that begins with \"\(first)\""))
                }
            }
            isInside = isDocumentation
        }
        return breaches
    }
}
