import Foundation
import TestSupport
import Testing

@testable import ToolTerminal

/// Findings of `quadcal check` that one marker alone does not show.
@Suite("Findings among markers")
struct CheckBatchTests {
    /// A square of 200 mm on a wall, with a corner bent by 2 mm.
    private static func row(_ name: String, _ x: Double, _ y: Double, factor: Double = 1) -> String {
        let corners: [[Double]] = [
            [x, y + 0.2, 0.002], [x + 0.2, y + 0.2, 0], [x + 0.2, y, 0], [x, y, 0],
        ]
        return name + "," + corners.joined().map { "\($0 * factor)" }.joined(separator: ",") + "\n"
    }

    private static let wall = (0..<8).map { row("m\($0)", 0.5 * Double($0), 1 + 0.1 * Double($0 % 3)) }
        .joined()

    private static func findings(_ arguments: [String], _ files: [String: String]) throws -> [[String: Any]] {
        let run = try Tool.run(["check", "--json"] + arguments, files: files)
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        return try #require(report["findings"] as? [[String: Any]])
    }

    @Test("a marker in millimetres is named, and --fix leaves it as it is")
    func oneInMillimetres() throws {
        let slipped = Self.row("slipped", 2, 1.5, factor: 1000), text = Self.wall + slipped
        let found = try Self.findings(["in.csv"], ["in.csv": text])
        #expect(found.allSatisfy { $0["id"] as? String == "slipped" && $0["fix"] is NSNull })
        let slip = try #require(found.first)
        #expect(slip["code"] as? String == "UNIT_SLIP" && slip["severity"] as? String == "error")
        #expect(slip["likelyUnit"] as? String == "millimetres" && slip["factor"] as? Double == 0.001)
        let folder = try Folder()
        let run = try Tool.run(["check", "in.csv", "--fix", "out.csv"], files: ["in.csv": text], in: folder)
        #expect(try folder.read("out.csv") == text)
        #expect(run.advice.contains("1 marker not repaired"))
        let forced = try Tool.run(
            ["check", "in.csv", "--fix", "out.csv", "--force", "--ignore", "UNIT_SLIP"], in: folder)
        #expect(try folder.read("out.csv") != text && forced.advice.contains("1 flattened"))
    }

    @Test("a file in millimetres has one finding about all of it, first")
    func allInMillimetres() throws {
        let text = (0..<8).map { Self.row("m\($0)", 0.5 * Double($0), 1, factor: 1000) }.joined()
        let found = try Self.findings(["in.csv"], ["in.csv": text])
        let first = try #require(found.first)
        #expect(first["code"] as? String == "UNIT_SLIP" && first["pointer"] as? String == "")
        #expect(found.count { $0["code"] as? String == "UNIT_SLIP" } == 1)
        let run = try Tool.run(["check", "in.csv"], files: ["in.csv": text])
        #expect(
            run.lines.first?.hasPrefix("in.csv:1 ERROR UNIT_SLIP median edge 200 m") == true, "\(run.output)")
    }

    @Test("an id that two rows have is an error, and names the first", arguments: [false, true])
    func equalIDs(isUUID: Bool) throws {
        let id = "88dce0d1-0000-4000-8000-00000000000a"
        let (first, second) = isUUID ? (id, id.uppercased()) : ("m0", "m0")
        let text = Self.wall.replacing("m0,", with: "\(first),") + Self.row(second, 7, 1)
        // Names that are no UUIDs differ by case; rows without an id have none in common.
        let others = Self.row("M1", 8, 1) + Self.row("", 9, 1) + Self.row("", 10, 1)
        let found = try Self.findings(["in.csv"], ["in.csv": text + others])
        let one = try #require(found.first)
        #expect(found.count == 1 && one["code"] as? String == "DUPLICATE_ID", "\(found)")
        #expect(one["severity"] as? String == "error" && one["line"] as? Int == 9)
        #expect((one["other"] as? [String: Any])?["line"] as? Int == 1)
        let run = try Tool.run(["check", "in.csv"], files: ["in.csv": text])
        #expect(run.exit == 1)
        #expect(
            run.lines.first
                == "in.csv:9 marker \"\(second)\" ERROR DUPLICATE_ID same id as \"\(first)\" (line 1); remove one of them",
            "\(run.output)")
    }

    @Test("an id that a row without a quad has is found as well")
    func equalIDsWithoutQuads() throws {
        let torn = Self.row("m2", 7, 1).replacing("0.002", with: "zero")
        let found = try Self.findings(["in.csv"], ["in.csv": Self.wall + torn])
        #expect(found.map { $0["code"] as? String } == ["WRONG_SHAPE", "DUPLICATE_ID"], "\(found)")
    }

    @Test("an id that markers of two files have is named, unless they are the same marker")
    func equalIDsOfFiles() throws {
        let marker = { (quad: String, id: Int) in Wire.marker(quad, id, "door") }
        let files = [
            "a.json": Wire.list(marker(Rows.square, 0), marker(Rows.moved, 1)),
            "b.json": Wire.list(marker(Rows.square, 0), marker("0,1,9,1,1,9,1,0,9,0,0,9", 1)),
            "c.csv": Self.wall, "d.csv": Self.row("m1", 0.5, 4),
        ]
        let names = ["a.json", "b.json", "c.csv", "d.csv"]
        let found = try Self.findings(names, files).filter { $0["code"] as? String == "DUPLICATE_ID" }
        #expect(found.map { $0["file"] as? String } == ["b.json", "d.csv"], "\(found)")
        #expect(found.map { $0["id"] as? String } == [Wire.id(1), "m1"])
        #expect(found.allSatisfy { $0["severity"] as? String == "warning" })
        #expect(
            found.map { ($0["other"] as? [String: Any])?["file"] as? String } == ["a.json", "c.csv"])
        let run = try Tool.run(["check", "--ignore", "DUPLICATE_ID"] + names, files: files)
        #expect(!run.output.contains("DUPLICATE_ID") && run.exit == 0, "\(run)")
    }

    @Test("copies in another file are named with it, and those of the same id are no second marker")
    func copies() throws {
        let renamed = Self.wall.replacing("m3,", with: "x,")
        let found = try Self.findings(["a.csv", "b.csv"], ["a.csv": Self.wall, "b.csv": renamed])
        #expect(found.count == 8 && found.allSatisfy { $0["code"] as? String == "DUPLICATE_MARKER" })
        let copy = try #require(found.first { $0["id"] as? String == "x" })
        #expect(copy["severity"] as? String == "warning" && copy["file"] as? String == "b.csv")
        #expect((copy["other"] as? [String: Any])?["file"] as? String == "a.csv")
        #expect(found.count { $0["severity"] as? String == "info" } == 7)
    }
}
