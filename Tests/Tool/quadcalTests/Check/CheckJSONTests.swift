import Foundation
import MarkersClient
import StrictJSON
import TestSupport
import Testing

import struct Markers.SHA256

@testable import CheckReports
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("The JSON report")
struct CheckJSONTests {
    private static func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test("says what was read, under which limits, and what was found")
    func document() throws {
        let text = "a,\(Rows.bent)\nb,1,2\n"
        let run = try Tool.run(["check", "--json", "--snap-mm", "0.1", "a.csv"], files: ["a.csv": text])
        let report = try Self.object(run.output)
        #expect(run.exit == 1)
        #expect(report["schema"] as? String == "quadcal.check/1")
        #expect(report["version"] as? String == QuadcalVersion.text)
        #expect(report["verdict"] as? String == "fail")
        #expect(report["exit"] as? String == "findings")
        #expect(report["profile"] as? String == "app")
        #expect(report["truncated"] as? Bool == false)
        #expect(report["counts"] as? [String: Int] == ["error": 2, "warning": 0, "info": 0, "hint": 0])
        let input = try #require((report["inputs"] as? [[String: Any]])?.first)
        #expect(input["file"] as? String == "a.csv")
        #expect(input["sha256"] as? String == SHA256.hex(of: Array(text.utf8)[...]))
        #expect(input["separator"] as? String == "comma")
        #expect(input["quads"] as? Int == 1)
        #expect(input["rowsWithoutQuad"] as? Int == 1)
        let limits = try #require(report["limits"] as? [String: [String: Any]])
        #expect(limits.count == LimitOption.all.count)
        #expect(limits["snap"]?["value"] as? Double == 0.0001)
        #expect(limits["foldAngle"]?["value"] as? Double == 20)
        #expect(limits["foldAngle"]?["unit"] as? String == "deg")
        #expect(limits["flatnessError"]?["option"] as? String == "--flatness-error-mm")
    }

    @Test("gives a finding with its number, its limit, its place and its fix")
    func finding() throws {
        let run = try Tool.run(
            ["check", "--ndjson", "a.csv"],
            files: ["a.csv": "\n\(Rows.header)\np,\(Rows.square)\nq,\(Rows.bent)"])
        let expected =
            #"{"type":"finding","code":"NON_PLANAR","severity":"error","file":"a.csv","line":4,"#
            + #""pointer":"/markers/1","id":"q","label":null,"message":"flatness 40 mm, limit 25 mm","found":null,"value":0.04,"#
            + #""limit":0.025,"unit":"m","location":[0.5,0.5,0.0],"other":null,"fix":{"kind":"flatten"}}"#
        #expect(run.lines.first == expected)
    }

    @Test(
        "gives every kind of pointer, found text and fix",
        arguments: [
            (Rows.bowTie, "/markers/0", #"{"kind":"reorder","order":[1,3,2,4]}"#, "null"),
            (Rows.notANumber, "/markers/0/p2/1", "null", "\"NaN\""),
            ("0,1,0,1,1,0,1,0,0,0,0,-inf", "/markers/0/p4/2", "null", "\"-Infinity\""),
            ("0,1,0,1,1,0,1,1,0,0,0,0", "/markers/0/p3", "null", "null"),
            ("0,1,0,x,1,0,1,0,0,0,0,0", "/markers/0/p2/0", "null", "\"x\""),
            ("1,2", "/markers/0", "null", "null"),
            ("\"q\"r," + Rows.square, "/markers/0/id", "null", #""\"q\"r""#),
        ])
    func parts(_ row: String, _ pointer: String, _ fix: String, _ found: String) throws {
        let run = try Tool.run(["check", "--ndjson", "-"], input: row)
        #expect(run.lines.first?.contains("\"pointer\":\"\(pointer)\"") == true)
        #expect(run.lines.first?.contains("\"found\":\(found),") == true)
        #expect(run.lines.first?.hasSuffix("\"fix\":\(fix)}") == true)
    }

    @Test("names the other marker and, for a duplicate, the one that stays, by id or by place")
    func others() throws {
        let run = try Tool.run(["check", "--ndjson", "-"], input: "a,\(Rows.square)\nb,\(Rows.square)")
        #expect(run.lines.first?.contains(#""other":{"line":1,"pointer":"/markers/0","id":"a"}"#) == true)
        #expect(run.lines.first?.hasSuffix(#""fix":{"kind":"drop-marker","of":"a"}}"#) == true)
        let nameless = try Tool.run(["check", "--ndjson", "-"], input: "\(Rows.square)\n\(Rows.square)")
        #expect(nameless.lines.first?.hasSuffix(#""fix":{"kind":"drop-marker","of":0}}"#) == true)
    }

    @Test("has the findings of the document in the lines, and the rest in the last")
    func lines() throws {
        let room = try Dataset.read("check/room.csv")
        let document = try Self.object(
            try Tool.run(["check", "--json", "room.csv"], files: ["room.csv": room]).output)
        var lines = try Tool.run(["check", "--ndjson", "room.csv"], files: ["room.csv": room]).lines.map {
            try Self.object($0)
        }
        let last = lines.popLast()
        var summary = try #require(last)
        #expect(summary.removeValue(forKey: "type") as? String == "summary")
        #expect(lines.allSatisfy { $0["type"] as? String == "finding" })
        let findings = lines.map { $0.filter { $0.key != "type" } as NSDictionary }
        #expect(findings == document["findings"] as? [NSDictionary])
        #expect(summary as NSDictionary == document.filter { $0.key != "findings" } as NSDictionary)
    }

    @Test("tells what was left out")
    func truncation() throws {
        let run = try Tool.run(
            ["check", "--json", "--max-findings", "1", "-"], input: Rows.file(Rows.slightlyBent, Rows.bowTie))
        let report = try Self.object(run.output)
        #expect(report["truncated"] as? Bool == true)
        #expect(report["leftOut"] as? Int == 1)
        #expect(
            (report["findings"] as? [[String: Any]])?.map { $0["code"] as? String } == ["SELF_INTERSECTING"])
        #expect(report["counts"] as? [String: Int] == ["error": 1, "warning": 1, "info": 0, "hint": 0])
    }

    @Test("T14: lists at most 20,000 findings unless another number is given, and counts the others")
    func bounded() throws {
        let rows = (0..<20_010).map { row in
            let (near, far) = (0.4 * Double(row) - 0.015, 0.4 * Double(row) + 0.015)
            return "0,1,\(far),1,1,\(near),1,0,\(far),0,0,\(near)\n"
        }
        let report = try Self.object(try Tool.run(["check", "--json", "-"], input: rows.joined()).output)
        #expect((report["findings"] as? [Any])?.count == 20_000 && report["leftOut"] as? Int == 10)
        #expect((report["counts"] as? [String: Int])?["warning"] == 20_010)
    }

    @Test("repeats the settings, so that it can be run again")
    func settings() throws {
        let run = try Tool.run(
            [
                "check", "--json", "-", "--facing", "0,0,-1", "--only", "WINDING,FOLDED", "--severity",
                "WINDING=hint",
                "--fail-on", "warning",
            ], input: Rows.square)
        #expect(run.output.contains("\"facing\": [0.0,0.0,-1.0]"))
        #expect(run.output.contains("\"only\": [\"WINDING\",\"FOLDED\"]"))
        #expect(run.output.contains("\"severity\": {\"WINDING\":\"hint\"}"))
        #expect(run.output.contains("\"failOn\": \"warning\""))
    }

    @Test("carries any id through unharmed")
    func hostileIDs() throws {
        let id = "\u{0001}\u{1F}\u{7F}\u{85}\u{2028}\u{2029}</script>\"\\/\u{FFFF}\u{10FFFF}\t\n\u{202E}é👩‍👩‍👧"
        let field = "\"" + id.replacing("\"", with: "\"\"") + "\""
        let run = try Tool.run(["check", "--ndjson", "-"], input: "\(field),\(Rows.bowTie)")
        let finding = try Self.object(try #require(run.lines.first))
        #expect((finding["id"] as? String)?.unicodeScalars.elementsEqual(id.unicodeScalars) == true)
        #expect(run.lines.count == 2)
    }
}

@Suite("SHA-256")
struct SHA256Tests {
    @Test(
        "gives the digests of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ])
    func known(_ text: String, _ digest: String) {
        #expect(SHA256.hex(of: Array(text.utf8)[...]) == digest)
        guard text.utf8.count < 1000 else { return }
        // In pieces of any size the same.
        for size in [1, 3, 63, 64, 65, 127] {
            var pieces = SHA256()
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer { pieces.add($0) }
            }
            #expect(pieces.hex == digest, "in pieces of \(size)")
        }
    }

    #if os(Linux)
    @Test("agrees with sha256sum at every length around a block")
    func lengths() throws {
        let folder = try Folder()
        for length in 0...130 { try folder.write(String(repeating: "x", count: length), to: "\(length)") }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = (0...130).map(String.init)
        process.currentDirectoryURL = folder.url
        process.standardOutput = try folder.handle(for: ".sums")
        try process.run()
        process.waitUntilExit()
        let expected = (0...130).map { length in
            SHA256.hex(of: Array(repeating: UInt8(ascii: "x"), count: length)[...]) + "  \(length)\n"
        }.joined()
        #expect(try folder.read(".sums") == expected)
    }
    #endif
}
