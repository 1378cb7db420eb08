import Foundation
import QuadGeometry
import Testing

@testable import quadbench

@Suite("Verdicts on catalogued cases")
struct VerdictTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Datasets/verdicts").standardizedFileURL.path

    @Test("every case has its exact answer", arguments: ["exact-1.json", "exact-2.json"])
    func exact(file: String) throws {
        let cases = try VerdictCases(contentsOf: "\(VerdictTests.folder)/\(file)")
        let check = try QuadCheck(cases.limits)
        #expect(cases.cases.count > 1000)
        for item in cases.cases {
            let data = try JSONSerialization.data(
                withJSONObject: VerdictsCommand.answer(item.question, check), options: .fragmentsAllowed)
            let found = try JSONDecoder().decode(JSONValue.self, from: data)
            let expected = try #require(item.expected, "\(item.id) has no answer")
            #expect(ExactBench.agree(found, expected), "\(item.id): \(found) instead of \(expected)")
        }
    }

    @Test("a file that is not one of cases is named with what is wrong")
    func unreadable() throws {
        let file = NSTemporaryDirectory() + "quadbench-cases-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(throws: BenchError.self) { try VerdictCases(contentsOf: file) }
        for text in [
            "", "[1", "{}", #"{"cases": [{"kind": "order"}]}"#, #"{"cases": [{"id": "a", "kind": "b"}]}"#,
        ] {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            #expect(throws: BenchError.self, "\(text)") { try VerdictCases(contentsOf: file) }
        }
    }
}
