/// Names given to a marker to harm whoever reads them.
enum HostileText {
    static let all = [
        "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\" onload=\"alert(1)", "' x='",
        "&lt;b&gt;", "<!--", "]]>", "\u{202E}gnp.exe", "\u{2066}hidden\u{2069}", "a\u{0}b\u{7}c\u{1B}[31m",
        "zero\u{200B}width", "=HYPERLINK(\"http://e.example\")", "#usda 1.0\n}", "line\u{2028}end",
        String(repeating: "long ", count: 400), "", "  ", "日本語", "💡",
    ]

    /// True if nothing harmful of it is left in markup.
    static func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            !["<", ">", "\"", "'"].contains(scalar) && !scalar.properties.isBidiControl
                && !scalar.properties.isDefaultIgnorableCodePoint
                && (scalar.value >= 0x20 && !(0x7f..<0xa0).contains(scalar.value))
        }
    }
}
