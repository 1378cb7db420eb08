import Testing

@Suite("Names of files")
struct FileNamesTests {
    @Test("are names of what they declare, or of what they extend and a facet")
    func tree() throws {
        try SwiftSource.all.get().flatMap(FileNames.breaches).expectNone()
    }

    @Test("are given once below Sources")
    func namesakes() throws {
        let paths = try SwiftSource.all.get().map(\.path).filter { $0.hasPrefix("Sources/") }
        #expect(paths.count > 100)
        FileNames.namesakes(among: paths).expectNone()
    }

    @Test(
        "lead to a type, a suite or a function",
        arguments: [
            ("Quad", "public struct Quad {}", true),
            ("QuadTests", "@Suite(\"Quads\") struct QuadTests {}", true),
            ("Kind", "extension JSON {\n enum Kind {}\n}", true),
            ("Waiting", "func waiting() {}", true),
            ("TargetsMake", "public func quadcal_targets_make() {}", true),
            ("Quad+Text", "extension Quad {}", true),
            ("Kind+Text", "extension JSON.Kind {}", true),
            ("Main", "print(1)", true),
            ("main", "print(1)", true),
            ("Quad", "struct Quads {} // struct Quad {}", false),
            ("Quad", "extension Quad {}", false),
            ("Quad", "private struct Quad {}", false),
            ("Quad+Text", "struct Text {}", false),
            ("Quad+Text", "struct Quad {}", false),
            ("Inner", "struct Quad { struct Inner {} }", false),
        ])
    func leading(name: String, text: String, isLed: Bool) {
        let source = SwiftSource(path: "Sources/A/\(name).swift", bytes: Array(text.utf8))
        #expect(FileNames.breaches(in: source).isEmpty == isLed)
    }

    @Test("that mislead are shown with what is there")
    func misleading() {
        let text = "extension Quad {\n struct Row {}\n}\nprivate func area() {}\nfunc edges() {}"
        let source = SwiftSource(path: "Sources/A/QuadText.swift", bytes: Array(text.utf8))
        #expect(
            FileNames.breaches(in: source) == [
                Breach("Sources/A/QuadText.swift", 1, "declares no QuadText, but Quad+, edges")
            ])
    }

    @Test("that are given twice are found")
    func twice() {
        let paths = ["Sources/B/Quad.swift", "Sources/A/Quad.swift", "Sources/A/Quads.swift"]
        #expect(
            FileNames.namesakes(among: paths) == [
                Breach("Sources/B/Quad.swift", 1, "has the name of Sources/A/Quad.swift")
            ])
    }
}
