import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal check of markers in JSON")
struct CheckMarkersTests {
    @Test(
        "reads every shape, whatever the file is called, and says the same of it",
        arguments: [
            ("[%]", "a.json", []), ("[%]", "-", []), ("\u{FEFF} [%]\n", "a", []), ("%", "a.NDJSON", []),
            ("%\n", "-", []),
            ("{\"markers\":[%]}", "a.json", []),
            ("{\"space\":{\"key\":\"x\"},\"data\":[%],\"a\":1}", "a.json", []),
            ("[%]", "a.csv", ["--format", "json"]), ("%", "a.csv", ["--format=ndjson"]),
        ] as [(String, String, [String])])
    func shapes(_ shape: String, _ file: String, _ options: [String]) throws {
        let text = shape.replacing("%", with: Wire.marker(Rows.bowTie, 0, "bow"))
        let run = try Tool.run(
            ["check", file] + options, input: file == "-" ? text : "", files: file == "-" ? [:] : [file: text]
        )
        #expect(run.exit == 1)
        #expect(run.lines.count == 2)
        #expect(
            run.lines[0].contains(
                " marker \"bow\" \(Wire.id(0)) ERROR SELF_INTERSECTING the outline crosses itself, at (0.50, 0.50, 0.00); "
                    + "the order p1 p3 p2 p4 uncrosses it"))
        let name = file == "-" ? "stdin" : file
        #expect(run.lines[1] == "FAIL  \(name): 1 error, 0 warnings, 0 info in 1 quad (profile app)")
    }

    @Test("names file, line, pointer, label and id, in text and in JSON")
    func place() throws {
        let text = Wire.list(Wire.marker(Rows.square, 0), Wire.marker(Rows.bent, 1, "lid"))
        let line = "a.json:3 /1 marker \"lid\" \(Wire.id(1)) ERROR NON_PLANAR flatness 40 mm, limit 25 mm"
        #expect(try Tool.run(["check", "a.json"], files: ["a.json": text]).lines[0].hasPrefix(line))
        let run = try Tool.run(["check", "--ndjson", "a.json"], files: ["a.json": text])
        #expect(
            run.lines[0].hasPrefix(
                #"{"type":"finding","code":"NON_PLANAR","severity":"error","file":"a.json","line":3,"pointer":"/1","#
                    + #""id":"\#(Wire.id(1))","label":"lid","message":"flatness 40 mm, limit 25 mm","#))
        let outOfRange = try Tool.run(
            ["check", "--ndjson", "-"], input: "[" + Wire.marker("0,1,0,1,2e4,0,1,0,0,0,0,0", 0) + "]")
        #expect(outOfRange.lines[0].contains(#""pointer":"/0/p2/1""#))
    }

    @Test(
        "fails where there is nothing to check, and says which list is empty",
        arguments: [
            ("[]", ""), (" [ ]\n", ""), (#"{"markers":[]}"#, "/markers"),
            (#"{"key":"x","data":[]}"#, "/data"),
            (#"[{"id":"\#(Wire.id(0))","markers":[]}]"#, ""),
        ])
    func nothing(_ text: String, _ pointer: String) throws {
        let run = try Tool.run(["check", "a.json"], files: ["a.json": text])
        let place = pointer.isEmpty ? "" : " \(pointer)"
        #expect(
            run.lines == [
                "a.json:1\(place) ERROR NO_MARKERS the list is empty, so nothing was checked; check what wrote it, "
                    + "or ignore NO_MARKERS where a list may be empty",
                "FAIL  a.json: 1 error, 0 warnings, 0 info in 0 quads (profile app)",
            ])
        #expect(run.exit == 1)
        // An empty space may be right, and whoever knows that says so.
        #expect(
            try Tool.run(["check", "--ignore", "NO_MARKERS", "a.json"], files: ["a.json": text]).exit == 0)
        let sound = "[\(Wire.marker(Rows.square, 0))]"
        let both = try Tool.run(["check", "a.json", "b.json"], files: ["a.json": text, "b.json": sound])
        #expect(both.exit == 1 && both.lines.count { $0.contains("NO_MARKERS") } == 1)
    }

    @Test("finds no empty list where values are no markers", arguments: ["[7]", #"[{"title":"x"}]"#])
    func noMarkersOfAList(_ text: String) throws {
        let run = try Tool.run(["check", "a.json"], files: ["a.json": text])
        #expect(run.exit == 1 && !run.output.contains("NO_MARKERS"))
    }

    @Test(
        "says what is wrong with a record",
        arguments: [
            ("7", "/1 ERROR NOT_A_MARKER a number, expected a marker"),
            (#"{"title":"x"}"#, "/1 ERROR NOT_A_MARKER an object without p1 to p4"),
            (
                Wire.marker(Rows.square, 1).replacing("[1,1,0]", with: "[1,1]"),
                "/1/p2 marker \"\(Wire.id(1))\" ERROR WRONG_SHAPE not three finite numbers"
            ),
            (
                Wire.marker(Rows.square, 1).replacing("[1,1,0]", with: "null"),
                "/1/p2 marker \"\(Wire.id(1))\" ERROR WRONG_SHAPE null, expected an array of three finite numbers"
            ),
            (
                Wire.marker(Rows.square, 1).replacing("\"p2\"", with: "\"q2\""),
                "/1/p2 marker \"\(Wire.id(1))\" ERROR WRONG_SHAPE no p2"
            ),
            (
                Wire.marker(Rows.square, 1, session: "x"),
                "/1/work_session_id marker \"\(Wire.id(1))\" ERROR BAD_MEMBER a string, expected a UUID of 36 characters"
            ),
            (
                Wire.marker(Rows.square, 1).replacing(",\"version\":1", with: ""),
                "/1/version marker \"\(Wire.id(1))\" WARNING MISSING_VERSION no version; fetch the marker again before "
                    + "updating it"
            ),
            (
                Wire.marker("0,1,9,1,1,9,1,0,9,0,0,9", 0),
                "/1/id marker \"\(Wire.id(0))\" ERROR DUPLICATE_ID same id as \"first\" \(Wire.id(0)) (/0); remove "
                    + "one of them"
            ),
            (
                Wire.marker("0,1,9,1,1,9,1,0,9,0,0,9", 1, more: ",\"calibrated_data\":{\"p1\":3}"),
                "/1/calibrated_data/p1 marker \"\(Wire.id(1))\" ERROR BAD_CALIBRATED_DATA a number, expected an array of "
                    + "three finite numbers"
            ),
        ] as [(String, String)])
    func records(_ second: String, _ line: String) throws {
        let text = Wire.list(Wire.marker(Rows.square, 0, "first"), second)
        let run = try Tool.run(["check", "a.json", "--ignore", "DUPLICATE_MARKER"], files: ["a.json": text])
        #expect(run.lines.count == 2)
        #expect(run.lines[0] == "a.json:3 \(line)")
        let quads = second.contains("\"p4\"") && !line.contains("WRONG_SHAPE")
        #expect(run.lines[1].contains(quads ? "in 2 quads (" : "in 1 quad and 1 value without one ("))
    }

    @Test("finds in JSON what it finds in the same rows of a table")
    func room() throws {
        let rows = try Dataset.read("check/room.csv").split(separator: "\n").dropFirst().filter { row in
            let numbers = row.split(separator: ",").dropFirst().compactMap { Double($0) }
            return numbers.count == 12 && numbers.allSatisfy(\.isFinite)
        }
        let markers = rows.enumerated().map { place, row in
            let fields = row.split(separator: ",", maxSplits: 1)
            return Wire.marker(String(fields[1]), place, String(fields[0]))
        }
        let table = try Tool.run(["check", "-v", "a.csv"], files: ["a.csv": rows.joined(separator: "\n")])
        let lines = try Tool.run(
            ["check", "-v", "a.ndjson"], files: ["a.ndjson": markers.joined(separator: "\n")])
        // The text after the marker's name, without the names of others.
        func said(_ run: Tool.Run) -> [String] {
            run.lines.dropLast().map { line in
                let severity = ["ERROR", "WARNING", "INFO"].compactMap {
                    line.range(of: " \($0) ")?.lowerBound
                }
                return String(line[(severity.first ?? line.startIndex)...])
                    .replacing(#/ 910a2dec-8902-4cc1-beeb-8da1658eec\d\d/#, with: "")
            }
        }
        #expect(said(lines) == said(table) && said(table).count > 10)
        #expect(table.lines.last?.dropFirst(12) == lines.lines.last?.dropFirst(15))
    }

    @Test("compares markers with those of their session or set, and with others for copies")
    func sessions() throws {
        let twin = Wire.marker(Rows.square, 1), other = Wire.marker(Rows.square, 2, session: Wire.id(0))
        let run = try Tool.run(["check", "-"], input: Wire.list(Wire.marker(Rows.square, 0), other, twin))
        #expect(run.lines.count == 3)
        #expect(
            run.lines[1].hasPrefix(
                "stdin:4 /2 marker \"\(Wire.id(1))\" WARNING DUPLICATE_MARKER same corners as \"\(Wire.id(0))\" (/0)"
            ))
        let set = #"{"id":"\#(Wire.id(9))","name":"s","space_id":"x","markers":[%]}"#
        func reference(_ number: Int) -> String {
            Wire.marker(Rows.square, number).replacing(#""work_session_id":"\#(Wire.session)","#, with: "")
                .replacing(",\"version\":1", with: "")
        }
        let sets =
            "[" + set.replacing("%", with: reference(0)) + "," + set.replacing("%", with: reference(1)) + "]"
        #expect(
            try Tool.run(["check", "-"], input: sets).output
                == "PASS  stdin: 0 errors, 0 warnings, 1 info in 2 quads (profile app)\n")
        let one = set.replacing("%", with: reference(0) + "," + reference(1))
        #expect(try Tool.run(["check", "-"], input: one).lines[0].hasPrefix("stdin:1 /markers/1 marker "))
    }

    @Test("checks the calibrated corners where it is asked to")
    func calibrated() throws {
        let corners = #","calibrated_data":{"p1":[0,1,0],"p2":[1,0,0],"p3":[1,1,0],"p4":[0,0,0]}"#
        let text = Wire.list(
            Wire.marker(Rows.square, 0, more: corners), Wire.marker(Rows.moved, 1, session: Wire.id(5)))
        let raw = try Tool.run(["check", "a.json"], files: ["a.json": text])
        #expect(
            raw.lines.count == 2
                && raw.lines[0].contains(
                    "/0/calibrated_data marker \"\(Wire.id(0))\" WARNING CALIBRATED_SHAPE")
        )
        let run = try Tool.run(
            ["check", "a.json", "--coordinates", "calibrated", "--ignore", "CALIBRATED_SHAPE"],
            files: ["a.json": text])
        #expect(run.exit == 1)
        #expect(run.lines[0].contains("ERROR SELF_INTERSECTING"))
        #expect(run.lines[1].contains("/1/calibrated_data marker \"\(Wire.id(1))\" ERROR NO_CALIBRATED_DATA"))
        let csv = try Tool.run(
            ["check", "a.csv", "--coordinates", "calibrated"], files: ["a.csv": Rows.square])
        #expect(csv.exit == 2)
        #expect(
            csv.advice
                == "quadcal: a.csv: is CSV, which has no calibrated corners besides the raw ones; remove --coordinates\n"
        )
    }

    @Test("reports what it read before an error, and then the error")
    func broken() throws {
        let text = Wire.list(Wire.marker(Rows.bowTie, 0), Wire.marker(Rows.square, 1, session: Wire.id(5)))
            .dropLast(60)
        let files = ["a.json": String(text), "b.csv": Rows.square]
        let run = try Tool.run(["check", "a.json", "b.csv"], files: files)
        #expect(run.exit == 3)
        #expect(run.lines[0].contains("SELF_INTERSECTING"))
        #expect(
            run.lines[1]
                == "FAIL  a.json: 1 error, 0 warnings, 0 info in 1 quad before reading failed (profile app)"
        )
        #expect(run.lines[2].hasPrefix("PASS  b.csv: ") && run.lines[3].hasPrefix("FAIL  2 files: "))
        #expect(run.advice.hasPrefix("quadcal: a.json:3: column "))
        #expect(run.advice.contains(" at /1/p"))
        let json = try Tool.run(["check", "--json", "--fail-on", "never", "a.json"], files: files)
        #expect(json.exit == 3)
        #expect(json.output.contains(#""exit": "unreadable""#) && json.output.contains(#""verdict": "fail""#))
        #expect(json.output.contains("UNEXPECTED_END") && json.output.contains("SELF_INTERSECTING"))
        let folder = try Folder()
        let fixed = try Tool.run(["check", "a.json", "--fix", "b.json"], files: files, in: folder)
        #expect(
            fixed.exit == 3
                && fixed.advice.hasSuffix(
                    "quadcal: b.json: not written, since the input was not read to the end\n")
        )
        #expect(try folder.names == ["a.json", "b.csv"])
    }

    @Test(
        "refuses what has no list to begin with",
        arguments: [
            ("", 3, "quadcal: a.json: "), ("  ", 3, "quadcal: a.json:1: "), ("a,b", 3, "quadcal: a.json:1: "),
            ("[}", 3, "quadcal: a.json:1: "),
        ] as [(String, Int32, String)])
    func empty(_ text: String, _ exit: Int32, _ advice: String) throws {
        let run = try Tool.run(["check", "a.json"], files: ["a.json": text])
        #expect(run.exit == exit && run.output.isEmpty)
        #expect(run.advice.hasPrefix(advice))
    }

    @Test("counts rows and values of several files together, and takes codes of records as any other")
    func several() throws {
        let files = ["a.json": "[7,\(Wire.marker(Rows.moved, 0))]", "b.csv": "1,2\n\(Rows.square)\n"]
        let run = try Tool.run(["check", "a.json", "b.csv", "--severity", "NOT_A_MARKER=info"], files: files)
        #expect(
            run.lines.last
                == "FAIL  2 files: 1 error, 0 warnings, 1 info in 2 quads and 2 rows or values without one (profile app)"
        )
        let only = try Tool.run(["check", "a.json", "--only", "not_a_marker", "--quiet"], files: files)
        #expect(only.exit == 1)
    }

    @Test("reads on behind a line that is no JSON, which costs itself alone")
    func brokenLines() throws {
        func line(_ number: Int) -> String {
            #"{"id":"00000000-0000-4000-8000-00000000000\#(number)","p1":[0,1,\#(2 * number)],"p2":[1,1,\#(2 * number)],"#
                + #""p3":[1,0,\#(2 * number)],"p4":[0,0,\#(2 * number)]}"#
        }
        let cut = String(line(2).dropLast(3)), nan = line(3).replacing("[0,0,6]", with: "[0,NaN,6]")
        let all = [line(1), cut, nan, "WARN disk nearly full", line(4) + " x", "", line(5)]
        let run = try Tool.run(["check", "a.ndjson"], files: ["a.ndjson": all.joined(separator: "\n")])
        let lines = run.lines.filter { $0.contains("BROKEN_LINE") }
        #expect(run.exit == 1 && lines.count == 4)
        for (number, place) in zip([2, 3, 4, 5], lines) { #expect(place.hasPrefix("a.ndjson:\(number)")) }
        #expect(run.lines.last?.contains("4 errors") == true && run.lines.last?.contains("2 quads") == true)
        // What is no list of lines is refused as before, and so is a file without any that can be read.
        for text in ["[\(line(1)),\n\(cut),\n\(line(2))]", "WARN\nWARN\n", "{\n\"p1\":\n"] {
            #expect(try Tool.run(["check", "b.ndjson"], files: ["b.ndjson": text]).exit == 3)
        }
        // A fixed copy keeps the line, and nothing is uploaded of such a file.
        let folder = try Folder()
        let fixed = try Tool.run(
            ["check", "--fix", "c.ndjson", "a.ndjson"], files: ["a.ndjson": all.joined(separator: "\n")],
            in: folder)
        #expect(try fixed.exit == 1 && folder.read("c.ndjson") == all.joined(separator: "\n"))
        let upload = try Tool.run(
            [
                "upload", "a.ndjson", "--api", "http://127.0.0.1:1", "--space", "x", "--session", "88dce0d1",
                "--unchecked", "--yes",
            ],
            in: folder)
        #expect(upload.exit == 3 && upload.advice.contains("a.ndjson:"))
    }

    @Test(
        "names a page that a server answered in place of a list", arguments: ["a.json", "a.csv", "a.ndjson"])
    func page(_ name: String) throws {
        let text = "\u{feff}\n<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>"
        let run = try Tool.run(["check", name], files: [name: text])
        #expect(run.exit == 1 && run.lines[0].contains("NOT_A_MARKER is an HTML page"))
    }
}
