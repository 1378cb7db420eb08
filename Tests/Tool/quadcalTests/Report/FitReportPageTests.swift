import Foundation
import Markers
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal fit --report")
struct FitReportPageTests {
    private static func files() throws -> [String: String] {
        try PairFiles.dataset("room.csv", "wrong-corner.csv", "points.csv", "mirrored.csv")
    }

    /// The JSON that a page contains.
    private static func data(of page: String) throws -> JSONValue {
        let start = try #require(page.range(of: "id=\"quadcal-fit\">")?.upperBound)
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)?.lowerBound)
        return try JSONValue(String(page[start..<end]))
    }

    @Test(
        "writes a page that holds what --json prints, and prints what it prints without",
        arguments: [["room.csv"], ["wrong-corner.csv", "--robust"], ["mirrored.csv"]])
    func page(arguments: [String]) throws {
        let folder = try Folder(), files = try Self.files()
        let run = try Tool.run(
            ["fit", "--json", "--report", "out.html"] + arguments, files: files, in: folder)
        #expect(try run == Tool.run(["fit", "--json"] + arguments, files: files))
        let page = try folder.read("out.html")
        #expect(try Self.data(of: page) == JSONValue(run.output))
        #expect(page.contains("<title>\(run.exit == 0 ? "PASS" : "FAIL"): \(arguments[0])"))
    }

    @Test(
        "shows both scans with who was paired with whom, and what one of them alone has",
        arguments: [[], ["--groups", "none"]])
    func matches(_ more: [String]) throws {
        let folder = try Folder()
        let files = try ["old.json", "new.json"].reduce(into: [:]) {
            $0[$1] = try Dataset.read("markers/\($1)")
        }
        for (key, sentence) in [
            ("geometry", "10 of 11 old markers and 11 new ones were paired by geometry: each is within "),
            ("anchor", "10 of 11 old markers and 11 new ones were paired by anchorId."),
        ] {
            let run = try Tool.run(
                ["fit", "--join", key, "--report", "out.html", "--force", "old.json", "new.json"] + more,
                files: files, in: folder)
            #expect(run.exit == 0, "\(run.advice)")
            let page = try folder.read("out.html")
            let start = try #require(page.range(of: "<section id=\"matches\">")?.upperBound)
            let section = try page[
                start..<#require(page.range(of: "</section>", range: start..<page.endIndex)?.lowerBound)]
            #expect(section.contains(sentence), "\(section.prefix(400))")
            let marks = section.components(separatedBy: "<g class=\"k ").dropFirst().map { group in
                (group.prefix { $0 != "\"" }, group.components(separatedBy: "<title>").count - 1)
            }
            #expect(marks.map(\.0) == ["both", "old", "new"] && marks.map(\.1) == [10, 1, 1])
            #expect(section.contains("Of those that one scan alone has the nearest two are "))
        }
        let room = try Tool.run(
            ["fit", "--report", "out.html", "--force", "room.csv"], files: Self.files(), in: folder)
        #expect(try room.exit == 0 && !folder.read("out.html").contains("<section id=\"matches\">"))
    }

    @Test("P4: a page of a warning has one answer, and one size to accept")
    func warning() throws {
        let folder = try Folder(), files = try PairFiles.dataset("one-marker.csv")
        let run = try Tool.run(["fit", "--report", "out.html", "one-marker.csv"], files: files, in: folder)
        let page = try folder.read("out.html")
        #expect(run.exit == 0 && page.contains("<title>WARN"), "\(run.advice)")
        let burdens = page.components(separatedBy: "the remarks, and errors of up to ").dropFirst().map {
            $0.prefix { $0 != "," }
        }
        #expect(burdens.count == 2 && Set(burdens).count == 1, "\(burdens)")
        #expect(page.contains("Not accepted by itself: the verdict is WARN."))
        #expect(page.contains("Remarks to accept") && page.contains(">not met<"))
        #expect(!page.contains("accepted if the verdict is PASS"))
    }

    @Test("makes a page of two matrices, which have no pairs")
    func matrices() throws {
        let folder = try Folder()
        let run = try Tool.run(
            ["fit", "--matrices", "scan-from-model", "--rows", "--report", "out.html", "a.txt", "b.txt"],
            files: [
                "a.txt": "1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1", "b.txt": "0 0 1 5  0 1 0 6  -1 0 0 7  0 0 0 1",
            ],
            in: folder)
        #expect(run.exit == 0, "\(run.advice)")
        let page = try folder.read("out.html")
        #expect(page.contains("nothing was fitted") && !page.contains("id=\"pairs\""))
    }

    @Test("is refused before anything is fitted where it cannot be written")
    func refused() throws {
        let folder = try Folder(), files = try Self.files()
        try folder.write("mine", to: "out.html")
        for (arguments, word) in [
            (["--report", "out.html"], "--force"), (["--report", "-"], "name a file"),
            (["--report", "a.html", "--save", "a.html"], "contradict"),
        ] {
            let run = try Tool.run(["fit", "room.csv"] + arguments, files: files, in: folder)
            #expect(run.exit == 2 && run.output.isEmpty && run.advice.contains(word), "\(run)")
        }
        #expect(try folder.read("out.html") == "mine")
        let forced = try Tool.run(
            ["fit", "room.csv", "--quiet", "--force", "--report", "out.html"], files: files, in: folder)
        #expect(forced.exit == 0 && forced.advice.isEmpty)
        #expect(try folder.read("out.html").hasPrefix("<!DOCTYPE html>"))
    }

    @Test("has a title block as quadcal report writes it, which needs a page and a picture that is one")
    func titleBlock() throws {
        let folder = try Folder(), files = try Self.files()
        let block = ["--title", "Hall <3>", "--field", "Site=Hamburg"]
        let run = try Tool.run(
            ["fit", "room.csv", "--save", "fit.json", "--report", "out.html"] + block, files: files,
            in: folder)
        #expect(run.exit == 0, "\(run.advice)")
        let page = try folder.read("out.html")
        #expect(page.contains("<title>PASS: Hall &lt;3&gt;, calibration report</title>"))
        #expect(page.contains("Hamburg"))
        let report = try Tool.run(["report", "fit.json", "--out", "again.html"] + block, in: folder)
        #expect(report.exit == 0, "\(report.advice)")
        let again = try folder.read("again.html")
        #expect(again.contains("<title>PASS: Hall &lt;3&gt;, calibration report</title>"))
        for (arguments, exit, word) in [
            (block, 2, "--report OUT.html is needed: --title is for it"),
            (["--logo", "room.csv"], 2, "--logo is for it"),
            (["--logo", "room.csv", "--report", "b.html", "--save", "b.json"], 3, "room.csv"),
            (["--logo", "gone.png", "--report", "b.html"], 3, "gone.png"),
        ] {
            let run = try Tool.run(["fit", "room.csv"] + arguments, files: files, in: folder)
            #expect(run.exit == exit && run.output.isEmpty && run.advice.contains(word), "\(run)")
        }
        #expect(throws: (any Error).self) { try folder.read("b.json") }
    }
}
