import Foundation
import QuadGeometry
import RigidCalibration
import Testing

@testable import quadbench

@Suite("Rigid fits beside others")
struct RigidTests {
    private static func document(_ name: String) throws -> RigidDocument {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "../../..")
        return try RigidDocument(
            file: root.appendingPathComponent("Datasets/pairs/\(name)").standardizedFileURL.path)
    }

    /// Digits that any fit in doubles has on easy data.
    private let easyDigits = 13.0

    @Test("digits count the places that are right")
    func digits() throws {
        let problem = try #require(RigidTests.document("certified.json").sets?.first?.problems.first)
        var numbers = try #require(problem.rotation).map { $0[0] }
        #expect(problem.rotationDigits(numbers) == 16)
        numbers[4] += 3.0.squareRoot() * 1e-7
        #expect(abs(problem.rotationDigits(numbers) - 7) < 0.001)
        numbers[4] = .nan
        #expect(problem.rotationDigits(numbers) == 0)
        let image = try #require(problem.image).map { $0[0] }
        #expect(problem.mapDigits(SIMD3(image[0], image[1], image[2])) == 16)
        #expect(problem.mapDigits(SIMD3(image[0], image[1] + 1e-3, image[2])) < 4)
    }

    @Test("every tool of this process gives its rotation by rows, and its map")
    func nativeTools() throws {
        let plain = try #require(RigidTests.document("certified.json").sets?.first { $0.name == "plain" })
        for tool in RigidTool.ours + RigidTool.nativeTools {
            for (problem, answer) in zip(plain.problems, tool.answers(plain.problems)) {
                let probe = try #require(problem.probePoint)
                let rotation = try #require(answer.rotation, "\(tool.name)")
                let image = try #require(answer.image(of: probe), "\(tool.name)")
                #expect(problem.rotationDigits(rotation) > easyDigits, "\(tool.name)")
                #expect(problem.mapDigits(image) > easyDigits, "\(tool.name)")
                #expect(!problem.isSolved(by: rotation), "the targets have noise")
                let view = try #require(answer.fromOrigin.image(of: probe))
                #expect(problem.mapDigits(view) > easyDigits, "\(tool.name)")
            }
        }
    }

    @Test("ours is right about every case that others are asked about; a plain formula is not")
    func degenerate() throws {
        let cases = try #require(RigidTests.document("degenerate.json").cases).filter { $0.peers == true }
        #expect(cases.count == 7)
        func right(_ tool: RigidTool) -> [Bool] {
            zip(tool.answers(cases), cases).map { RigidBench.isRight($0, $1) }
        }
        for tool in RigidTool.ours { #expect(right(tool).allSatisfy { $0 }, "\(tool.name)") }
        for tool in RigidTool.nativeTools { #expect(right(tool).contains(false), "\(tool.name)") }
    }

    @Test("a file of problems is read back as it was written")
    func loadFile() throws {
        let load = try RigidLoad(quads: SceneCommand.quads(5, seed: 3), seed: 3)
        let file = NSTemporaryDirectory() + "quadbench-load-\(UUID().uuidString).regb"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try load.write(to: file)
        #expect(try ProblemFile.read(file).map { try $0.get() } == load.correspondences)
        #expect(load.fit(RigidSolver.default) == 5)
        for (name, fit) in RigidTool.native { #expect(load.fit(fit) == 5, "\(name)") }
    }
}
