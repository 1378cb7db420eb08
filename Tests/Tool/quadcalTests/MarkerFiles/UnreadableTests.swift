import Foundation
import TestSupport
import Testing

@Suite("Unreadable input")
struct UnreadableTests {
    @Test(
        "exits 3 and says where, what was found, what was expected and what to do",
        arguments: malformedFiles)
    func malformed(_ text: String, _ message: String) throws {
        let run = try Tool.run(["check", "bad.csv"], files: ["bad.csv": text])
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: 3))
    }

    @Test(
        "names what bytes that are not UTF-8 look like",
        arguments: [
            (
                [0xFF, 0xFE, 0x31, 0x00],
                "byte 1 of the file is not UTF-8; it looks like UTF-16, so save the file as UTF-8"
            ),
            (
                [0x1F, 0x8B, 0x08, 0x00],
                "byte 2 of the file is not UTF-8; it looks compressed, so unpack it first: zcat FILE | quadcal COMMAND -"
            ),
            ([0x31, 0x0A, 0xE9, 0x2C], "byte 3 of the file is not UTF-8; save the file as UTF-8"),
        ])
    func notText(_ bytes: [UInt8], _ message: String) throws {
        let folder = try Folder()
        try folder.write(Data(bytes), to: "bad.csv")
        let run = try Tool.run(["check", "bad.csv"], in: folder)
        #expect(run.exit == 3)
        #expect(run.advice.hasSuffix(message + "\n"))
    }

    @Test("names a missing file and a folder")
    func unopened() throws {
        let missing = try Tool.run(["check", "nowhere.csv"])
        #expect(missing.exit == 3)
        #expect(
            missing.advice
                == "quadcal: nowhere.csv: cannot be read (no such file or directory); check the name and its "
                + "permissions\n")
        let folder = try Tool.run(["raycast", "--origin", "0,0,5", "--direction", "0,0,-1", "."])
        #expect(folder.exit == 3)
        #expect(
            folder.advice == "quadcal: .: is a folder, expected a file; name the files in it\n")
    }

    @Test("calls standard input by its name")
    func standardInput() throws {
        let run = try Tool.run(["check", "-"], input: "\"")
        #expect(run.exit == 3)
        #expect(run.advice.hasPrefix("quadcal: stdin:1: a quote opened in this line is never closed"))
    }

    @Test("is an error document for a program that asked for JSON", arguments: ["--json", "--ndjson"])
    func document(_ form: String) throws {
        let run = try Tool.run(["check", form, "bad.csv"], files: ["bad.csv": "1,2\n\"3\n"])
        let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(run.exit == 3)
        #expect(document?["schema"] as? String == "quadcal.error/1")
        #expect(document?["exit"] as? String == "unreadable")
        #expect(document?["file"] as? String == "bad.csv")
        #expect(document?["line"] as? Int == 2)
        #expect((document?["message"] as? String).map { "quadcal: \($0)\n" } == run.advice)
    }

    @Test("allows an id and a row of just the greatest length")
    func longest() throws {
        let id = String(repeating: "x", count: 10_000)
        let blanks = String(repeating: " ", count: 1_000_000 - 2 - Rows.square.utf8.count)
        let run = try Tool.run(
            ["check", "id.csv", "row.csv"],
            files: ["id.csv": "\(id),\(Rows.square)\n", "row.csv": "a,\(blanks)\(Rows.square)"])
        #expect(run.exit == 0)
    }
}

/// The contents of a file, and the message about it.
private let malformedFiles: [(text: String, message: String)] = [
    ("", "bad.csv: is empty, expected rows of numbers; check what wrote it"),
    (
        "\n  \r\n",
        "bad.csv: has no rows of quads, expected 12 numbers in a row, or 13 fields with an id first; "
            + "check what wrote it"
    ),
    (
        Rows.header + "\n",
        "bad.csv: has no rows of quads, expected 12 numbers in a row, or 13 fields with an id first; "
            + "check what wrote it"
    ),
    (
        Rows.square + "\n\"a,1\n",
        "bad.csv:2: a quote opened in this line is never closed, expected another \"; close it, or double "
            + "quotes inside a field"
    ),
    (
        Rows.square + "\n1,\0,3\n",
        "bad.csv:2: byte 27 of the file is NUL, expected text; save the file as UTF-8 CSV"
    ),
    (
        "1,5;1;0;1;1;0;1;0;0;0;0;0\n",
        "bad.csv:1: field 1 is \"1,5\", a decimal comma, expected a decimal point; write \"1.5\", or export the "
            + "file in an English locale"
    ),
    (
        String(repeating: "x", count: 10_001) + "," + Rows.square,
        "bad.csv:1: the id is 10001 bytes long, expected at most 10000; shorten it"
    ),
    (
        Rows.square + "\n" + String(repeating: "1,", count: 600_000),
        "bad.csv:2: the row is longer than 1000000 bytes, expected a few numbers; look for an unclosed quote, or "
            + "check what wrote it"
    ),
]
