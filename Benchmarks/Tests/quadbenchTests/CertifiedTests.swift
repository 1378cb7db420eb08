import Foundation
import QuadGeometry
import RigidCalibration
import Testing

@testable import quadbench

@Suite("Certified problems for others")
struct CertifiedTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../..").standardizedFileURL

    /// The digits that the scorer prints, by set and member.
    private func scores(_ certified: String, _ answers: [String: [Any]]) throws -> [String: Double] {
        let file = FileManager.default.temporaryDirectory.appending(path: "answers-\(UUID().uuidString).json")
        try JSONSerialization.data(withJSONObject: answers).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let root = CertifiedTests.root
        let output = try PeerProcess.output(
            of: "python3 \(root.path)/Datasets/score.py \(root.path)/\(certified)", files: file.path)
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        return lines.reduce(into: [:]) { scores, line in
            let words = line.split(separator: " ").map(String.init)
            scores["\(words[0]) \(words[1])"] = Double(words[2])
        }
    }

    @Test("the scorer counts the digits of fits as quadbench does, of every tool of this process")
    func fits() throws {
        let document = try RigidDocument(file: CertifiedTests.root.path + "/" + DigitsBench.certified)
        for tool in RigidTool.ours + RigidTool.nativeTools {
            var given: [String: [Any]] = [:], expected: [String: Double] = [:]
            for set in document.sets ?? [] {
                let answers = tool.answers(set.problems)
                given[set.name] = answers.map { $0.rotation.map { ["rotation": $0] } ?? NSNull() as Any }
                expected["\(set.name) rotation"] = zip(set.problems, answers).map { problem, answer in
                    answer.rotation.map(problem.rotationDigits) ?? 0
                }.min()
            }
            let scores = try scores(DigitsBench.certified, given)
            #expect(scores.count == expected.count)
            for (name, digits) in expected {
                let found = try #require(scores[name], "\(tool.name), \(name)")
                // It prints two places.
                #expect(abs(found - digits) < 0.011, "\(tool.name), \(name)")
            }
        }
    }

    @Test(
        "the scorer counts the digits of graphs and hand-eye fits as quadbench does, and sees a changed one",
        arguments: [FrameDigitsBench.graphs, FrameDigitsBench.handEyes])
    func frames(file: String) throws {
        typealias Problem = CertifiedFrames.Problem
        let document = try CertifiedFrames(file: CertifiedTests.root.path + "/" + file)
        var given: [String: [Any]] = [:], off: [String: [Any]] = [:], expected: [String: Double] = [:]
        for set in document.sets {
            let answers = try set.problems.map { try $0.answer() }
            func members(_ change: Double) -> [Any] {
                answers.map { frames in
                    [
                        "rotations": Problem.rotations(frames),
                        "translations": Problem.translations(frames).map { $0 * (1 + change) },
                    ]
                }
            }
            (given[set.name], off[set.name]) = (members(0), members(1e-6))
            let digits = zip(set.problems, answers).map { $0.digits(of: $1) }
            expected[set.name + " rotations"] = digits.map(\.rotations).min()
            expected[set.name + " translations"] = digits.map(\.translations).min()
        }
        let good = try scores(file, given), changed = try scores(file, off)
        #expect(good.count == expected.count)
        for (name, digits) in expected {
            let found = try #require(good[name], "\(name)")
            #expect(digits >= 12 && abs(found - digits) < 0.011, "\(name)")
            if name.hasSuffix("translations") { #expect(changed[name] ?? 16 < 7, "\(name)") }
        }
    }

    @Test("measures of certified quads keep their bounds, and the scorer gives them their digits")
    func quads() throws {
        let root = CertifiedTests.root.path, file = "\(root)/\(BoundsBench.certified)"
        let result = try #require(BoundsBench.run(["file": file]) as? [String: Any])
        let spent = try #require(result["spent"] as? [String: Double])
        #expect(Set(spent.keys) == ["center", "area", "normal", "flatness", "plane"])
        for (name, share) in spent { #expect(share > 0 && share <= 1, "\(name)") }
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let document = try JSONDecoder().decode(BoundsBench.Document.self, from: data)
        func answers(_ change: Double) -> [String: [Any]] {
            document.sets.reduce(into: [:]) { all, set in
                all[set.name] = set.problems.map { problem in
                    let quad = Quad(corners: problem.corners)
                    return ["area": (quad?.area ?? .nan) * change]
                }
            }
        }
        let good = try scores(BoundsBench.certified, answers(1))
        #expect(good.count == document.sets.count)
        for (name, digits) in good { #expect(digits > 15, "\(name)") }
        let off = try scores(BoundsBench.certified, answers(1 + 1e-6))
        for (name, digits) in off { #expect(digits < 9, "\(name)") }
    }
}
