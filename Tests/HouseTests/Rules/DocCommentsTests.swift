import Testing

@Suite("Doc comments")
struct DocCommentsTests {
    @Test("begin as no question does")
    func tree() throws {
        try SwiftSource.all.get().flatMap(DocComments.breaches).expectNone()
    }

    @Test(
        "are held to their first word",
        arguments: [
            ("/// Which it is.\nvar a: Bool", [1]),
            ("let a = 1\n\n    /// What became of it.\n    /// How.\n    let b = 2", [3]),
            ("/// A text.\n///\n/// What it says.\n", []),
            ("// What it says.\n/// Whatever it says.", []),
            ("let a = \"\"\"\n    /// What it says.\n    \"\"\"", []),
        ])
    func firstWords(text: String, lines: [Int]) {
        let source = SwiftSource(path: "Sources/A.swift", bytes: Array(text.utf8))
        #expect(DocComments.breaches(in: source).map(\.line) == lines)
    }
}
