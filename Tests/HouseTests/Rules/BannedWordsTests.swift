import Testing

@Suite("Words")
struct BannedWordsTests {
    @Test("that are banned are in no comment and no literal")
    func sources() throws {
        try SwiftSource.all.get().filter { !BannedWords.exempt.contains("\($0.name).swift") }
            .flatMap(BannedWords.breaches).expectNone()
    }

    @Test("that are banned are in no document and no script")
    func documents() throws {
        let paths = try PackageTree.files().filter { BannedWords.isDocument($0) && !PackageTree.isLink($0) }
        #expect(paths.contains("README.md") && paths.contains(".ci/run"))
        try paths.flatMap { BannedWords.breaches(in: try PackageTree.bytes($0), of: $0) }.expectNone()
    }

    @Test(
        "are found as such, in any spelling of capitals and over the end of a line",
        arguments: [
            ("It is made\n/// Anew.", ["2: anew"]),
            ("goes as it\n/// came, and mends", ["2: as it came", "2: mends"]),
            ("The user is TOLD of 106 digits", ["1: is told", "1: 106 digits"]),
            ("amend MendedCSV is_told 1106 digits", []),
        ] as [(String, [String])])
    func found(text: String, words: [String]) {
        let breaches = BannedWords.breaches(in: Array(text.utf8), of: "a.md")
        #expect(
            breaches.map { "\($0.line ?? 0): \($0.what)" }
                == words.map { $0.replacing(": ", with: ": says \"") + "\"" })
    }

    @Test("of code are its own")
    func code() {
        let text = "let mended = 1 // mended\nlet b = \"anew \\(mended)\""
        let source = SwiftSource(path: "Sources/A.swift", bytes: Array(text.utf8))
        #expect(
            BannedWords.breaches(in: source) == [
                Breach("Sources/A.swift", 1, "says \"mended\""),
                Breach("Sources/A.swift", 2, "says \"anew\""),
            ])
    }
}
