import StrictJSON

/// A word of a command line as it is typed.
package enum ShellWord {
    /// The word, quoted where a shell would take it for more or less than itself.
    package static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./:@+,=".utf8.contains(byte)
                }
            }
        guard !isPlain else { return word }
        let isVisible = visibleText(word, atMost: .max) == word
        return isVisible
            ? "'" + word.replacing("'", with: "'\\''") + "'"
            : "$'" + word.unicodeScalars.map(ansi).joined() + "'"
    }

    /// A character between `$'` and `'`, where shells take the bytes of what a terminal would act on by their numbers.
    private static func ansi(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "'", "\\": "\\\(scalar)"
        case _ where visibleText(String(scalar), atMost: 1) == String(scalar): String(scalar)
        default: String(scalar).utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}
