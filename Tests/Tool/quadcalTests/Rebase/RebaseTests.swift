import Foundation
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal rebase")
struct RebaseTests {
    private func folder() throws -> Folder {
        let folder = try Folder()
        for name in ["session.ndjson", "tp.json", "tl.json"] {
            try folder.write(try Dataset.read("messages/\(name)"), to: name)
        }
        try folder.write(try Dataset.read("sessions/room.g2o"), to: "room.g2o")
        return folder
    }

    @Test("carries by a handshake to the numbers of the specification")
    func handshake() throws {
        let run = try Tool.run(
            ["rebase", "--handshake", "tp.json", "tl.json", "session.ndjson"], in: folder())
        #expect(run.exit == 0)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 4)
        let numbers = lines[1].matches(of: #/"[xyz]":([-0-9.e]+)/#).compactMap { Double($0.output.1) }
        let expected = [1.8700369227014027, 0.35, 1.7049692597769615]
        #expect(numbers.count == 3 && zip(numbers, expected).allSatisfy { abs($0 - $1) <= Self.tolerance })
    }

    /// Of a place, in metres.
    static let tolerance = 1e-12

    @Test("there and back along a graph differs by roundings only, and copies all else")
    func thereAndBack() throws {
        let folder = try folder()
        for (from, to, file, out) in [
            ("2", "5", "session.ndjson", "there.out"), ("5", "2", "there.out", "back.out"),
        ] {
            let run = try Tool.run(
                ["rebase", "--graph", "room.g2o", "--from", from, "--to", to, "--out", out, file], in: folder)
            #expect(run.exit == 0 && run.output.isEmpty, "\(run.advice)")
        }
        let before = try folder.read("session.ndjson"), after = try folder.read("back.out")
        let number = #/-?[0-9]+\.?[0-9]*(e-?[0-9]+)?(?=[,}\]])/#
        #expect(before.replacing(number, with: "N") == after.replacing(number, with: "N"))
        let pairs = zip(before.matches(of: number), after.matches(of: number))
        for (a, b) in pairs {
            let (x, y) = (try #require(Double(a.output.0)), try #require(Double(b.output.0)))
            #expect(abs(x - y) <= Self.tolerance)
        }
    }
}
