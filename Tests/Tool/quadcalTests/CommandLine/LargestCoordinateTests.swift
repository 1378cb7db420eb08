import TestSupport
import Testing

@testable import QuadcalTool

@Suite("The largest coordinate")
struct LargestCoordinateTests {
    /// A marker 20 km from the origin, as in a national grid.
    private static let files = [
        "far.json": """
        [{"id": "0000006d-0000-4000-8000-00435d9ed05d", "work_session_id": "\(PlanFiles.session)", "version": 1,
          "p1": [20000, 1, 0], "p2": [20001, 1, 0], "p3": [20001, 0, 0], "p4": [20000, 0, 0], "meta": {}}]
        """,
        "far.csv": "\(Rows.header)\na,20000,1,0,20001,1,0,20001,0,0,20000,0,0\n",
        "shift.csv": "id,sx,sy,sz,tx,ty,tz\na,0,0,0,1,2,3\nb,9,0,0,10,2,3\nc,0,9,0,1,11,3\nd,0,0,9,1,2,12\n",
    ]

    private static let apply = ["apply", "--mode", "raw", "shift.json", "far.json", "--out", "out.json"]
    private static let plan = [
        "recalibrate", "--dry-run", "--mode", "raw", "--target", "raw", "--fit", "shift.json", "--sessions",
        PlanFiles.session, "--markers", "far.json",
    ]

    @Test("can be raised wherever markers are held against it", arguments: [apply, plan])
    func raised(arguments: [String]) throws {
        let folder = try Folder()
        for (name, text) in Self.files { try folder.write(text, to: name) }
        #expect(try Tool.run(["fit", "--quiet", "shift.csv", "--save", "shift.json"], in: folder).exit == 0)
        let refused = try Tool.run(arguments, in: folder)
        #expect(refused.exit == 1 && (refused.output + refused.advice).contains("OUT_OF_RANGE"), "\(refused)")
        let raised = try Tool.run(
            arguments + ["--max-coordinate-m", "30000"] + (arguments[0] == "apply" ? ["--force"] : []),
            in: folder)
        #expect(raised.exit == 0 && !(raised.output + raised.advice).contains("OUT_OF_RANGE"), "\(raised)")
    }

    @Test("can be raised for an upload, whose check comes before the server is asked")
    func upload() throws {
        let upload = [
            "upload", "far.csv", "--api", "http://127.0.0.1:1", "--space", "hall", "--new-session", "other",
            "--dry-run",
        ]
        #expect(try Tool.run(upload, files: Self.files).output.contains("OUT_OF_RANGE"))
        let raised = try Tool.run(upload + ["--max-coordinate-m", "30000"], files: Self.files)
        #expect(!raised.output.contains("OUT_OF_RANGE"), "\(raised)")
    }
}
