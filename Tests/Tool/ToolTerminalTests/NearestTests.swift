import Testing

@testable import ToolTerminal

@Suite("The nearest name")
struct NearestTests {
    @Test(
        "is found for a slip",
        arguments: [
            ("--jsn", "--json"), ("--jsno", "--json"), ("--snap-m", "--snap-mm"),
            ("--flatness", "--flatness-error-mm"),
            ("--QUIET", "--quiet"),
        ])
    func slip(_ typed: String, _ meant: String) {
        let known = [
            "--json", "--ndjson", "--snap-mm", "--flatness-error-mm", "--flatness-warning-mm", "--quiet",
        ]
        #expect(nearest(to: typed, among: known) == meant)
    }

    @Test("is none where nothing is near", arguments: ["", "--", "--zebra", "x"])
    func strange(_ typed: String) {
        #expect(nearest(to: typed, among: ["--json", "--quiet"]) == nil)
    }
}
