import Foundation
import Testing

@testable import quadbench

@Suite("The maker of exact cases")
struct ExactCasesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL

    private func made(_ arguments: [String]) throws -> Data {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["python3", Self.root.appendingPathComponent("scripts/oracles/exact_cases.py").path] + arguments
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return data
    }

    @Test("the catalogued files are what it makes, byte for byte", arguments: [1, 2])
    func catalogued(seed: Int) throws {
        let file = Self.root.appendingPathComponent("Datasets/verdicts/exact-\(seed).json")
        // Not by #expect(a == b), which would print both files.
        let isSame = try made(["--seed", "\(seed)"]) == Data(contentsOf: file)
        #expect(
            isSame, "scripts/oracles/exact_cases.py --seed \(seed) no longer makes \(file.lastPathComponent)")
    }

    @Test("another seed and count make other cases, of every kind")
    func otherSeed() throws {
        let document = try JSONDecoder().decode(JSONValue.self, from: made(["--seed", "3", "--count", "50"]))
        #expect(document["seed"]?.double == 3)
        let kinds = try #require(document["cases"]?.array).compactMap { $0["kind"]?.text }
        #expect(Set(kinds) == ["ray", "validity", "order", "pair"])
        #expect((45...55).contains(kinds.count))
    }
}
