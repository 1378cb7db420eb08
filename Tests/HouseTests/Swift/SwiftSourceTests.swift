import Testing

@Suite("A Swift source")
struct SwiftSourceTests {
    /// The words of a layer, each after one blank.
    private static func squeezed(_ layer: [UInt8]) -> String {
        layer.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    @Test(
        "Code, comments and literals are kept apart",
        arguments: [
            ("a // b \"c\"", "a", "// b \"c\"", ""),
            ("a /* b /* c */ d */ e", "a e", "/* b /* c */ d */", ""),
            (#"f("a // b \" c") // d"#, "f( )", "// d", #""a // b \" c""#),
            (##"f(#"a " \ b"#, c)"##, "f( , c)", "", ##"#"a " \ b"#"##),
            (##"f(#"""#, c)"##, "f( , c)", "", ##"#"""#"##),
            (#"f("a \(b(c) + "d") e") g"#, #"f( \(b(c) + ) ) g"#, "", #""a "d" e""#),
            (##"#"a \#(b) \(c)"#"##, "\\#(b)", "", ##"#"a \(c)"#"##),
            (#"a = #/"\/[^"]/#, b"#, "a = , b", "", #"#/"\/[^"]/#"#),
            ("#if a\n#endif", "#if a #endif", "", ""),
            ("a = \"\"\"\nb \"c\" // d\n\"\"\" // e", "a =", "// e", "\"\"\" b \"c\" // d \"\"\""),
        ])
    func layers(text: String, code: String, comments: String, strings: String) {
        let source = SwiftSource(path: "Sources/A/B.swift", bytes: Array(text.utf8))
        #expect(Self.squeezed(source.code) == code)
        #expect(Self.squeezed(source.comments) == comments)
        #expect(Self.squeezed(source.strings) == strings)
    }

    @Test("Layers have the places of the file")
    func places() {
        let source = SwiftSource(path: "Sources/A/Word.swift", bytes: Array("a // b\nc \"d\"\n".utf8))
        #expect(source.code == Array("a     \nc    \n".utf8))
        #expect(source.comments == Array("  // b\n     \n".utf8))
        #expect(source.strings == Array("      \n  \"d\"\n".utf8))
        #expect(source.name == "Word")
    }
}
