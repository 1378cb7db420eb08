import Foundation
import FrameCodes
import FrameGraph
import PublishedResults
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("Codes of frames and detections")
struct CodeEntryTests {
    private static let commands = ["graph", "fuse", "handeye", "sense"]

    /// The words that sources say as codes: those of findings, and those of errors.
    private static func words(_ folder: String, matching pattern: Regex<(Substring, Substring)>) throws
        -> Set<String>
    {
        let root = Dataset.folder.deletingLastPathComponent().appendingPathComponent("Sources/\(folder)")
        var words: Set<String> = []
        for case let file as URL in try #require(
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            words.formUnion(text.matches(of: pattern).map { String($0.output.1) })
        }
        return words
    }

    @Test("have an explanation each, wherever sources say them")
    func complete() throws {
        let findings = #/(?:code:|add\(|GraphFinding\(|case [a-zA-Z]+ =)\s*"([A-Z]+(?:_[A-Z]+)*)"/#
        let errors = #/case \.[a-zA-Z]+(?:\(.*\))?:\s*(?:\(\s*)?"([A-Z]+(?:_[A-Z]+)*)"/#
        var said = try Self.words("Frames/FrameReports", matching: findings)
        said.formUnion(try Self.words("Sensors/SensorReports", matching: findings))
        said.formUnion(try Self.words("Frames/FrameGraph", matching: errors))
        said.formUnion(try Self.words("Frames/FrameGraphFiles", matching: errors))
        said.formUnion(LeftOutSighting.Reason.allCases.map(\.rawValue))
        #expect(
            said.isSuperset(of: ["SUSPECT_EDGE", "SCAN_DRIFT", "NARROW_SPAN", "HOT", "BAD_ID", "UNCONNECTED"])
        )
        #expect(said.subtracting(CodeEntry.all.map(\.code)).sorted() == [])
    }

    @Test("are said by their commands, once each, and by the tool as by the table", arguments: commands)
    func listed(_ command: String) throws {
        let codes = CodeEntry.rules(of: command).map(\.code)
        #expect(Set(codes).count == codes.count && codes.count > 8)
        let list = try Tool.run([command, "--list-codes"])
        #expect(list.exit == 0 && list.advice.isEmpty && list.lines.allSatisfy { $0.count <= 110 })
        for code in codes + ["UNREADABLE"] {
            #expect(list.lines.contains { $0.hasPrefix("\(code) ") }, "\(code)")
        }
        for rule in CodeEntry.rules(of: command) {
            let text = rule.guide.explanation(of: rule.code)
            #expect(text.hasPrefix("\(rule.code) (") && text.contains("\nTo fix it: "))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 140 }, "\(text)")
        }
        let one = try Tool.run([command, "--explain", codes[0].lowercased()])
        #expect(one.exit == 0 && one.output.hasPrefix("\(codes[0]) (") && one.advice.isEmpty)
    }

    @Test("that nobody knows are refused with the nearest, and no file is read beside them")
    func refused() throws {
        let run = try Tool.run(["graph", "--explain", "SUSPECT_EGDE"])
        #expect(run.exit == 2 && run.advice.contains("did you mean SUSPECT_EDGE?"), "\(run.advice)")
        for option in [["--list-codes"], ["--explain", "UNCHECKED"]] {
            #expect(try Tool.run(["graph"] + option + ["room.g2o"]).exit == 2)
        }
        #expect(try Tool.run(["fuse", "--json", "--list-codes"]).exit == 2)
    }

    @Test("of a graph fail it as --fail-on says")
    func levels() throws {
        let folder = try Folder()
        _ = try Tool.run(["graph", "--demo", "--out", "wrong.g2o"], in: folder)
        let lines = try folder.read("wrong.g2o").split(separator: "\n").filter { !$0.hasPrefix("EDGE") }
        let edges = try folder.read("wrong.g2o").split(separator: "\n").filter { $0.hasPrefix("EDGE") }
        try folder.write((lines + edges.prefix(1)).joined(separator: "\n") + "\n", to: "open.g2o")
        for (file, level, exit) in [
            ("wrong.g2o", "error", 1), ("wrong.g2o", "never", 0), ("open.g2o", "error", 0),
            ("open.g2o", "warning", 1), ("open.g2o", "never", 0),
        ] {
            let run = try Tool.run(["graph", "--fail-on", level, "--json", file], in: folder)
            #expect(run.exit == exit, "\(file) \(level)")
            #expect(
                run.output.contains("\"exit\": \"\(exit == 0 ? "good" : "findings")\""), "\(file) \(level)")
        }
    }

    @Test("of a suspect edge are published with the edge's line")
    func published() throws {
        let folder = try Folder()
        let demo = try Tool.run(["graph", "--demo", "--out", "wrong.g2o"], in: folder)
        #expect(demo.output.contains("suspect: lab to workshop"))
        let sarif = try Tool.run(["graph", "--format", "sarif", "wrong.g2o"], in: folder)
        let log = try #require(
            try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any])
        let run = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(run["results"] as? [[String: Any]])
        let suspect = try #require(results.first { $0["ruleId"] as? String == "SUSPECT_EDGE" })
        let place = try #require(
            (suspect["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
        let line = try #require((place["region"] as? [String: Any])?["startLine"] as? Int)
        let text = try #require((suspect["message"] as? [String: Any])?["text"] as? String)
        let record = try folder.read("wrong.g2o").split(separator: "\n", omittingEmptySubsequences: false)[
            line - 1
        ]
        .split(separator: " ")
        #expect(
            record[0] == "EDGE_SE3:QUAT" && text.contains("contradict \(record[1]) to \(record[2])"),
            "\(text)")
        let junit = try Tool.run(["graph", "--format", "junit", "wrong.g2o"], in: folder)
        #expect(junit.exit == 1)
        #expect(
            junit.output.contains(
                "classname=\"quadcal.graph.wrong_g2o.frames\" name=\"SUSPECT_EDGE\" time=\"0\">"))
        let fuse = try Tool.run(["fuse", "--demo", "--format", "github"], in: folder)
        #expect(
            fuse.exit == 0 && fuse.output.contains("title=MARKER_MOVED::")
                || fuse.output.contains("title=CORNER_OFF::"), "\(fuse.output)")
    }

    @Test("A trajectory alone is frames that nothing joins, and beside a graph gives poses")
    func trajectory() throws {
        let folder = try Folder()
        for name in ["room.g2o", "room.tum"] {
            try folder.write(try Dataset.read("sessions/\(name)"), to: name)
        }
        let alone = try Tool.run(["graph", "room.tum", "--out", "poses.g2o"], in: folder)
        #expect(alone.exit == 4 && alone.output.contains("nothing is connected"), "\(alone)")
        #expect(try folder.read("poses.g2o").split(separator: "\n").count == 3)
        for files in [["room.g2o", "room.tum"], ["room.tum", "room.g2o"]] {
            let both = try Tool.run(
                ["graph", "--solve", "--out", "out.json", "--force", "--from", "0", "--to", "1"] + files,
                in: folder)
            #expect(both.exit == 0, "\(both)")
            let held = try GraphPoses.read(try folder.read("out.json"))
            #expect(held["0"]?[12] == 10 && held["7.5"]?[12] == 12 && held.count == 7, "\(held)")
        }
        #expect(try Tool.run(["graph", "room.tum", "room.tum"], in: folder).exit == 2)
        #expect(try Tool.run(["graph", "room.g2o", "room.g2o"], in: folder).exit == 2)
        try folder.write("0 0 0 0 0 0 0 1\n1 nan 0 0 0 0 0 1\n", to: "nan.tum")
        let bad = try Tool.run(["graph", "nan.tum"], in: folder)
        #expect(bad.exit == 3 && bad.advice.contains("nan.tum:2: BAD_NUMBER, \"nan\""), "\(bad.advice)")
    }
}

/// The columns of the frames of a graph in JSON, by name.
private enum GraphPoses {
    static func read(_ text: String) throws -> [String: [Double]] {
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        var poses: [String: [Double]] = [:]
        for frame in document["frames"] as? [[String: Any]] ?? [] {
            guard let name = frame["name"] as? String else { continue }
            poses[name] = frame["columns"] as? [Double]
        }
        return poses
    }
}
