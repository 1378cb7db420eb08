import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal check --fix of markers in JSON")
struct FixedMarkersTests {
    private static func fix(_ text: String, _ options: [String] = []) throws -> (
        fixed: String, run: Tool.Run
    ) {
        let folder = try Folder()
        let run = try Tool.run(
            ["check", "in.json", "--fix", "out.json"] + options, files: ["in.json": text], in: folder)
        return (try folder.read("out.json"), run)
    }

    @Test("changes the corners that are fixed, and no other byte")
    func reordered() throws {
        let text =
            "\u{FEFF}{ \"name\" : \"\\u00e9\", \"markers\" : [\r\n"
            + Wire.marker("0.00,1e0,0,1,0,0.0,1,1,0,0,0,-0", 0, "bow", more: ",\"x\" : 1.50 ")
            + " ,\r\n7 ], \"b\":{}}\n\n"
        let (fixed, run) = try Self.fix(text)
        #expect(
            fixed == text.replacing(#""p2":[1,0,0.0],"p3":[1,1,0]"#, with: #""p2":[1,1,0],"p3":[1,0,0.0]"#))
        #expect(
            run.advice.hasPrefix(
                "quadcal: in.json:2 /markers/0 marker \"bow\" \(Wire.id(0)): reordered to p1 p3 p2 p4\n"))
        #expect(
            run.lines.last
                == "FAIL  out.json, fixed from in.json: 1 error, 0 warnings, 0 info in 1 quad and 1 value without one (profile app)"
        )
    }

    @Test("takes calibrated corners along, where they are those of the same shape")
    func calibrated() throws {
        let same =
            #","calibrated_data":{"p1":[0,1,5],"p2":[1,0,5],"p3":[1,1,5],"p4":[0,0,5],"center":[0.5,0.5,5]}"#
        let text = Wire.list(Wire.marker(Rows.bowTie, 0, more: same))
        let turned = text.replacing("[1,0,5],\"p3\":[1,1,5]", with: "[1,1,5],\"p3\":[1,0,5]")
            .replacing("[1,0,0],\"p3\":[1,1,0]", with: "[1,1,0],\"p3\":[1,0,0]")
        #expect(try Self.fix(text).fixed == turned)
        #expect(try Self.fix(text, ["--coordinates", "calibrated"]).fixed == turned)
        let other = text.replacing("[1,0,5],\"p3\":[1,1,5]", with: "[1,1,5],\"p3\":[1,0,5]")
        #expect(try Self.fix(other, ["--ignore", "CALIBRATED_SHAPE"]).fixed == turned)
    }

    @Test("leaves duplicates out of lists and lines, and reports nothing more of them")
    func dropped() throws {
        let markers = [
            Wire.marker(Rows.square, 0), Wire.marker(Rows.square, 1).replacing(",\"version\":1", with: ""),
            Wire.marker(Rows.skewed, 2, session: Wire.id(4)),
        ]
        for (start, separator, end) in [
            ("[", " , ", "]"), ("{\"markers\":[", ",\n", "],\"a\":1}\n"), ("", "\n", "\n"),
        ] {
            let (fixed, run) = try Self.fix(start + markers.joined(separator: separator) + end)
            #expect(fixed == start + markers[0] + separator + markers[2] + end)
            #expect(run.exit == 0 && !run.output.contains("MISSING_VERSION"))
        }
    }

    @Test("flattens, and changes nothing the second time")
    func idempotent() throws {
        let text = Wire.list(
            Wire.marker(Rows.bent, 0), Wire.marker(Rows.bowTie, 1, session: Wire.id(7)),
            Wire.marker(Rows.square, 2, session: Wire.id(8)))
        let once = try Self.fix(text).fixed
        #expect(once != text && once.contains("\"p1\":[0.0,1.0,0.0]"))
        #expect(try Self.fix(once).fixed == once)
        #expect(
            try Tool.run(["check", "--ignore", "DUPLICATE_MARKER", "-"], input: once).lines.last?.hasPrefix(
                "PASS") == true)
    }
}
