extension Screen {
    /// The lines of a text, coloured and as long as the terminal is wide, and the verdict last: also first, where the
    /// text is longer than the screen.
    package func arranged(_ lines: [String], verdict: String) -> String {
        let verdict = fitted(paintedVerdict(verdict)), text = lines.flatMap { fitted($0) }
        // The prompt comes below.
        let isLong = size.map { text.count + verdict.count >= $0.rows } ?? false
        return ((isLong ? verdict : []) + text + verdict).map { $0 + "\n" }.joined()
    }

    /// A report that begins with its verdict, coloured and as long as the terminal is wide; the verdict also last, where
    /// the text is longer than the screen.
    package func arranged(_ report: String) -> String {
        guard size != nil || isColored else { return report }
        var lines = report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        guard let first = lines.first else { return report }
        let verdict = fitted(paintedVerdict(first))
        let text = lines.dropFirst().flatMap { fitted(paintedRemark($0)) }
        let isLong = size.map { verdict.count + text.count >= $0.rows } ?? false
        return (verdict + text + (isLong ? verdict : [])).map { $0 + "\n" }.joined()
    }

    package func paintedVerdict(_ line: String) -> String {
        for (verdict, tint) in [(Verdict.pass, Tint.pass), (.warn, .warning), (.fail, .error)] {
            let word = verdict.rawValue.uppercased()
            if line.hasPrefix("\(word)  ") { return painted(word, tint) + line.dropFirst(word.count) }
        }
        return line
    }

    /// A line that may be a remark of some severity, or the verdict of a part.
    private func paintedRemark(_ line: String) -> String {
        for (word, tint) in Screen.severities where line.hasPrefix("  \(word) ") {
            return "  " + painted(word, tint) + line.dropFirst(word.count + 2)
        }
        return line
    }

    /// A line as lines that the terminal is wide enough for, broken at blanks; longer words stay whole, and so do lines
    /// with a command, which somebody may copy.
    package func fitted(_ line: String) -> [String] {
        guard let columns = size?.columns, Screen.width(line) > columns, !line.contains("  quadcal ") else {
            return [line]
        }
        return Screen.broken(line, columns: columns, margin: Screen.margin(of: line, columns))
    }

    func fitted(lines text: String) -> String {
        guard size != nil else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { fitted(String($0)) }.joined(separator: "\n")
    }

    /// A line broken at blanks, the lines after the first behind a margin; words longer than a line stay whole.
    static func broken(_ line: String, columns: Int, margin: Int) -> [String] {
        var lines: [String] = [], current = "", used = 0, hasWord = false
        var rest = line[...]
        while !rest.isEmpty {
            let blanks = rest.prefix { $0 == " " }
            rest = rest.dropFirst(blanks.count)
            let word = rest.prefix { $0 != " " }
            rest = rest.dropFirst(word.count)
            let width = Screen.width(word)
            if hasWord, used + blanks.count + width > columns {
                lines.append(current)
                (current, used) = (String(repeating: " ", count: margin), margin)
            } else {
                current += blanks
                used += blanks.count
            }
            current += word
            used += width
            hasWord = true
        }
        return lines + [current]
    }

    /// The blanks before the lines that continue a line: those before its text, which in a list follows a name.
    private static func margin(of line: String, _ columns: Int) -> Int {
        let indent = line.prefix { $0 == " " }.count
        let rest = line.dropFirst(indent)
        guard indent > 0, let gap = rest.firstRange(of: "  ") else { return indent + usualMargin }
        let place = width(line[..<gap.upperBound]) + rest[gap.upperBound...].prefix { $0 == " " }.count
        return place * widestMargin < columns ? place : indent + usualMargin
    }

    private static let severities: [(word: String, tint: Tint)] = [
        ("ERROR", .error), ("WARNING", .warning), ("INFO", .info), ("HINT", .info),
    ]

    package func severity(_ word: String) -> String {
        Screen.severities.first { $0.word == word }.map { painted(word, $0.tint) } ?? word
    }

    private static let usualMargin = 4
    /// Text keeps at least the rest of the width.
    private static let widestMargin = 3

    /// The number of columns that a terminal needs for a text.
    package static func width(_ text: some StringProtocol) -> Int {
        var width = 0, isControl = false
        for character in text {
            if character == "\u{1B}" { isControl = true }
            if !isControl { width += columns(of: character) }
            if character == "m" { isControl = false }
        }
        return width
    }

    /// The columns of a character as its widest part: two of Chinese, Japanese and Korean, and of pictures.
    private static func columns(of character: Character) -> Int {
        character.unicodeScalars.contains { scalar in
            wide.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
        } ? 2 : 1
    }

    /// The scalars that Unicode's East Asian Width calls wide, by blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]
}
