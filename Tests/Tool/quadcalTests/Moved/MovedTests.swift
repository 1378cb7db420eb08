import Foundation
import TestSupport
import Testing

@testable import QuadcalTool

/// What a person meets who scanned a room again: each situation was written down before the command was.
@Suite("quadcal moved")
struct MovedTests {
    static func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in ["before.json", "after.json"] { files[name] = try Dataset.read("markers/\(name)") }
        return files
    }

    static func run(_ arguments: String..., files: [String: String]? = nil) throws -> (
        code: Int32, output: String
    ) {
        let run = try Tool.run(["moved"] + arguments, files: try files ?? Self.files())
        return (run.exit, arguments.contains("--json") ? run.output : run.output + run.advice)
    }

    @Test("a cabinet, a pump and a sign")
    func all() throws {
        let run = try Self.run("--join", "label", "before.json", "after.json")
        #expect(run.code == 1)
        #expect(run.output.contains("4 of 16 markers moved, 1 of 16 markers turned in place"))
        #expect(
            run.output.contains("\"cabinet left\", \"cabinet middle\", \"cabinet right\" moved together by"))
    }

    @Test("the same file twice: nothing moved")
    func same() throws {
        let run = try Self.run("--join", "label", "before.json", "before.json")
        #expect(run.code == 0)
        #expect(run.output.contains("PASS"))
    }

    @Test("a page has the verdict, the view from above with every shift, and the table")
    func page() throws {
        let folder = try Folder()
        let run = try Tool.run(
            ["moved", "--join", "label", "--report", "page.html", "before.json", "after.json"],
            files: Self.files(), in: folder)
        #expect(run.exit == 1)
        let page = try folder.read("page.html")
        #expect(page.contains("4 of 16 markers moved, 1 of 16 markers turned in place"))
        #expect(page.components(separatedBy: "<g class=\"k new\">").count == 11)
        #expect(page.components(separatedBy: "<g class=\"k both\">").count == 23)
        #expect(
            page.contains("\"cabinet left\": It was moved by")
                || page.contains("cabinet left: It was moved by"))
        let again = try Tool.run(
            ["moved", "--join", "label", "--report", "page.html", "before.json", "after.json"], in: folder)
        #expect(again.exit == 2 && again.advice.contains("--force"))
    }

    @Test("many that moved a little show in all together, where errors are stated")
    func incongruent() throws {
        var files = try Self.files()
        files["shaken.json"] = try Self.changed(files["before.json"] ?? "") { number, corner in
            [
                corner[0] + 0.002 * Double(number % 3 - 1), corner[1] + 0.002 * Double(number % 5 - 2),
                corner[2],
            ]
        }
        let stated = ["--noise-mm", "0.5", "--marker-noise-mm", "1"]
        let run = try Tool.run(
            ["moved", "--join", "label"] + stated + ["before.json", "shaken.json"], files: files)
        #expect(run.exit == 0 && run.output.hasPrefix("WARN"), "\(run.output)")
        #expect(run.output.contains("all together differ by more than the stated errors explain"))
    }

    @Test("the whole scan shifted: nothing moved beside the others")
    func whole() throws {
        var files = try Self.files()
        files["far.json"] = try Self.changed(files["before.json"] ?? "") { _, corner in
            [corner[0] + 100, corner[1], corner[2] - 7]
        }
        let run = try Self.run("--join", "label", "before.json", "far.json", files: files)
        #expect(run.code == 0)
        #expect(run.output.contains("what all markers have in common"))
    }

    @Test("a join by geometry loses what moved far, and says so")
    func lost() throws {
        var files = try Self.files()
        files["lost.json"] = try Self.changed(files["before.json"] ?? "") { number, corner in
            number == 3 ? [corner[0] + 1, corner[1], corner[2]] : corner
        }
        let run = try Self.run("--join", "geometry", "before.json", "lost.json", files: files)
        #expect(run.code == 0 && run.output.hasPrefix("WARN"), "\(run.output)")
        #expect(
            run.output.contains(
                "1 old marker and 1 new marker are not paired, and may be the same one, moved"))
        let strict = try Self.run(
            "--join", "geometry", "--fail-on", "warning", "before.json", "lost.json", files: files)
        #expect(strict.code == 1)
        let form = try Self.run(
            "--join", "geometry", "--fail-on", "warning", "--format", "junit", "before.json", "lost.json",
            files: files)
        #expect(
            form.output.contains("MARKERS_UNPAIRED") && form.output.contains("<failure"), "\(form.output)")
        let labels = try Self.run("--join", "label", "before.json", "lost.json", files: files)
        #expect(labels.code == 1 && labels.output.contains("1 of 17 markers moved."), "\(labels.output)")
    }

    @Test("a corner that was tapped wrongly is told as that, in every form")
    func corner() throws {
        var files = try Self.files(), corners = 0, random = SeededGenerator(seed: 5)
        files["slip.json"] = try Self.changed(files["before.json"] ?? "") { number, corner in
            corners += number == 3 ? 1 : 0
            let noisy = corner.map { $0 + Double.random(in: -0.003...0.003, using: &random) }
            return number == 3 && corners == 2 ? [noisy[0], noisy[1] + 0.2, noisy[2]] : noisy
        }
        let run = try Self.run("--join", "label", "before.json", "slip.json", files: files)
        #expect(
            run.code == 1 && run.output.contains("1 of 17 markers with a mistaken corner."), "\(run.output)")
        #expect(run.output.contains(" alone is off, and its other corners are where they should be"))
        #expect(!run.output.contains("moved, in mm"))
        let form = try Self.run(
            "--join", "label", "--format", "github", "before.json", "slip.json", files: files)
        #expect(form.output.contains("CORNER_MISTAKEN") && !form.output.contains("MARKER_MOVED"))
        let json = try Self.run("--join", "label", "--json", "before.json", "slip.json", files: files)
        #expect(json.output.contains("\"mistakenCorner\":\"p2\""))
    }

    @Test("half of all moved: refused")
    func half() throws {
        var files = try Self.files()
        files["half.json"] = try Self.changed(files["before.json"] ?? "") { number, corner in
            number < 8 ? [corner[0] + 0.7, corner[1], corner[2] + 0.3] : corner
        }
        let run = try Self.run("--join", "label", "before.json", "half.json", files: files)
        #expect(run.code == 4)
    }

    @Test("a mirrored scan: refused")
    func mirrored() throws {
        var files = try Self.files()
        files["mirror.json"] = try Self.changed(files["before.json"] ?? "") { _, corner in
            [-corner[0], corner[1], corner[2]]
        }
        let run = try Self.run("--join", "label", "before.json", "mirror.json", files: files)
        #expect(run.code == 4)
        #expect(run.output.contains("mirror"))
    }

    @Test("three markers: none is named")
    func three() throws {
        var files = try Self.files()
        for name in ["before.json", "after.json"] {
            files[name] = try Self.first(3, of: files[name] ?? "")
        }
        let run = try Self.run("--join", "label", "before.json", "after.json", files: files)
        #expect(run.code != 1)
        #expect(!run.output.contains("moved, in mm"))
    }

    @Test("a corner that is no number is passed over and told")
    func broken() throws {
        var files = try Self.files()
        files["before.json"] = files["before.json"]?.replacing(
            "\"label\": \"hook\", \"p1\": [", with: "\"label\": \"hook\", \"p1\": [null, ")
        let run = try Self.run("--join", "label", "before.json", "after.json", files: files)
        #expect(run.code == 1)
        #expect(run.output.contains("cannot be used"))
    }

    @Test("markers that only one scan has are left out and told")
    func unmatched() throws {
        let run = try Self.run("--join", "label", "before.json", "after.json")
        #expect(run.output.contains("2 unmatched"))
    }

    @Test("for other programs", arguments: ["junit", "sarif", "github", "markdown"])
    func published(_ form: String) throws {
        let run = try Self.run("--join", "label", "--format", form, "before.json", "after.json")
        #expect(run.code == 1)
        #expect(run.output.contains("MARKER_MOVED"))
        #expect(run.output.contains("MARKER_TURNED"))
    }

    @Test("the document tells each of them")
    func document() throws {
        let run = try Self.run("--join", "label", "--json", "--quiet", "before.json", "after.json")
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(json["schema"] as? String == "quadcal.moved/1")
        let moved = try #require(json["moved"] as? [[String: Any]])
        #expect(
            moved.compactMap { $0["name"] as? String } == [
                "cabinet left", "cabinet middle", "cabinet right", "sign", "pump",
            ])
        #expect((json["groups"] as? [[String: Any]])?.count == 1)
    }

    /// The corners of a list of markers, changed.
    private static func changed(
        _ text: String, _ change: (_ marker: Int, _ corner: [Double]) -> [Double]
    ) throws -> String {
        try edited(text) { markers in
            for number in markers.indices {
                for corner in ["p1", "p2", "p3", "p4"] {
                    markers[number][corner] = change(number, markers[number][corner] as? [Double] ?? [])
                }
            }
        }
    }

    private static func first(_ count: Int, of text: String) throws -> String {
        try edited(text) { $0.removeLast($0.count - count) }
    }

    private static func edited(_ text: String, _ edit: (inout [[String: Any]]) -> Void) throws -> String {
        var json = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        var markers = try #require(json["markers"] as? [[String: Any]])
        edit(&markers)
        json["markers"] = markers
        return String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
    }
}
