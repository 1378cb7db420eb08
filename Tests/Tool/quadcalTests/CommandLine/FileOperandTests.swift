import Foundation
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("Operands that name files")
struct FileOperandTests {
    /// The names of the inputs of a check, in order.
    private func inputs(_ operands: [String], in folder: Folder) throws -> [String] {
        let run = try Tool.run(["check", "--ndjson", "--quiet"] + operands, in: folder)
        #expect(run.exit == 0, "\(run.advice)")
        return run.output.matches(of: #/"file":"([^"]+)","sha256"/#).map { String($0.1) }
    }

    private func folder() throws -> Folder {
        let folder = try Folder(), files = FileManager.default
        try files.createDirectory(
            at: folder.url.appendingPathComponent("scans/more"), withIntermediateDirectories: true)
        let line = Wire.marker(Rows.square, 1)
        try folder.write(Rows.square + "\n", to: "scans/b.csv")
        try folder.write("[\(Wire.marker(Rows.moved, 2))]", to: "scans/a.JSON")
        try folder.write("\(line)\n".replacing(":[0,1,0]", with: ":[0,1,9]"), to: "scans/c.ndjson")
        for other in ["scans/notes.txt", "scans/.hidden.csv", "scans/more/d.csv"] {
            try folder.write("not a marker", to: other)
        }
        return folder
    }

    @Test(
        "T6: a secret in a URL is shown nowhere",
        arguments: [
            ["recalibrate", "--api", "URL"], ["probe", "--api", "URL"], ["spaces", "--api", "URL", "--json"],
            ["sync", "--store", "x.quadstore", "--api", "URL"], ["check", "URL"], ["check", "--json", "URL"],
            ["fit", "URL", "URL"], ["sense", "--phone", "URL"], ["sense", "--probe", "URL"],
            ["upload", "URL"],
            ["apply", "URL", "URL"], ["report", "URL"], ["relay", "--allow-origin", "URL"],
            ["relay", "--host", "URL"], ["relay", "--listen", "URL"],
            ["spaces", "URL"], [],
        ])
    func secretsInURLs(arguments: [String]) throws {
        for secret in ["http://ann:pa55w0rd@host.example/x", "https://host.example/x?token=pa55w0rd"] {
            let folder = try Folder()
            let words = arguments.isEmpty ? ["spaces"] : arguments.map { $0 == "URL" ? secret : $0 }
            let run = try Tool.run(
                words, in: folder, environment: arguments.isEmpty ? ["QUADCAL_API": secret] : [:])
            #expect(run.exit != 0 && !(run.output + run.advice).contains("pa55w0rd"), "\(run)")
        }
    }

    @Test("T10: a named pipe to which nobody writes is refused and waited for by nobody")
    func pipes() throws {
        let folder = try Folder()
        #expect(mkfifo(folder.url.appendingPathComponent("pipe").path, 0o600) == 0)
        for arguments in [
            ["report", "pipe", "--out", "a.html"], ["recalibrate", "--status", "--job", "pipe"],
            ["sync", "--store", "pipe", "--list"], ["sandbox", "--data", "pipe"], ["check", "pipe"],
        ] {
            let run = try Tool.run(arguments, in: folder)
            #expect(run.exit != 0 && run.advice.contains("pipe"), "\(arguments): \(run)")
        }
    }

    @Test("mean the files of markers in a folder, by name")
    func folders() throws {
        let folder = try folder(), all = ["scans/a.JSON", "scans/b.csv", "scans/c.ndjson"]
        let relaxed = ["--fail-on", "never"]
        #expect(try inputs(relaxed + ["scans"], in: folder) == all)
        #expect(try inputs(relaxed + ["scans/"], in: folder) == all)
        #expect(try inputs(relaxed + ["scans", "scans/b.csv"], in: folder) == [all[0], all[2], all[1]])
    }

    @Test("mean what a pattern matches, unless a file has that name")
    func patterns() throws {
        let folder = try folder()
        #expect(
            try inputs(["scans/[ab].*", "--fail-on", "never"], in: folder) == ["scans/a.JSON", "scans/b.csv"])
        try folder.write(Rows.square + "\n", to: "a*.csv")
        try folder.write(Rows.moved + "\n", to: "ab.csv")
        #expect(try inputs(["a*.csv"], in: folder) == ["a*.csv"])
    }

    @Test("leave out files of a demo that are no markers, in one notice, and name each that is named itself")
    func demo() throws {
        let folder = try Folder()
        let demo = try Tool.run(["sandbox", "--demo", "--demo-files", "demo"], in: folder)
        #expect(demo.exit == 0, "\(demo.advice)")
        let run = try Tool.run(["check", "demo"], in: folder)
        #expect(
            !run.output.contains("NOT_A_MARKER") && run.lines.last?.hasPrefix("FAIL  3 files: ") == true,
            "\(run)")
        let notices = run.advice.split(separator: "\n").filter { $0.contains("hold no markers") }
        #expect(notices.count == 1, "\(run.advice)")
        #expect(
            notices.first?.hasPrefix("quadcal: 6 files not checked, since they hold no markers: ") == true)
        for (file, words) in [
            ("truth", "the truth of a demo"), ("space", "a space"), ("sessions", "a list of sessions"),
            ("old-anchors", "a list of anchors"), ("laser-guide", "a laser guide"),
        ] {
            let one = try Tool.run(["check", "demo/\(file).json"], in: folder)
            #expect(one.exit == 1 && one.lines.count == 2)
            #expect(
                one.lines.first
                    == "demo/\(file).json:1 ERROR NOT_A_MARKER is \(words), not markers; name a file of markers"
            )
        }
    }

    @Test(
        "F11: of a folder of other documents each is named, of a mixed one they are passed over, and an empty one is refused"
    )
    func otherDocuments() throws {
        let folder = try Folder(), pairs = "sx,sy,sz,tx,ty,tz\n0,0,0,1,0,0\n4,0,0,5,0,0\n0,0,3,1,0,3\n"
        try folder.write(pairs, to: "pairs.csv")
        for name in ["a", "b"] {
            let fit = try Tool.run(["fit", "pairs.csv", "--save", "fits-\(name).json"], in: folder)
            #expect(fit.exit == 0, "\(fit)")
        }
        for place in ["fits", "mixed", "empty"] {
            try FileManager.default.createDirectory(
                at: folder.url.appendingPathComponent(place), withIntermediateDirectories: true)
        }
        for name in ["a", "b"] {
            let fit = try folder.read("fits-\(name).json")
            try folder.write(fit, to: "fits/\(name).json")
            try folder.write(fit, to: "mixed/\(name).json")
        }
        try folder.write(Rows.square + "\n", to: "mixed/square.csv")
        let fits = try Tool.run(["check", "fits"], in: folder)
        #expect(fits.exit == 1 && fits.lines.count { $0.contains("NOT_A_MARKER") } == 2, "\(fits)")
        #expect(!fits.advice.contains("not checked"), "\(fits.advice)")
        let mixed = try Tool.run(["check", "mixed"], in: folder)
        #expect(!mixed.output.contains("NOT_A_MARKER"), "\(mixed)")
        #expect(mixed.advice.contains("2 files not checked"), "\(mixed.advice)")
        let empty = try Tool.run(["check", "empty"], in: folder)
        #expect(
            empty.exit == 3 && empty.output.isEmpty && empty.advice.contains("no file in this folder"),
            "\(empty)")
    }

    @Test("that are quadcal's own documents are named as what they are")
    func documents() throws {
        let folder = try Folder()
        try folder.write(Rows.square + "\n", to: "a.csv")
        for (file, text, words) in [
            ("fit.json", #"{"schema":"quadcal.fit/1","version":"0.1.0"}"#, "a fit"),
            ("plan.json", #"{"schema":"quadcal.plan/1","markers":[{"id":"a"}]}"#, "a plan"),
            ("other.json", #"{"schema":"quadcal.other/2"}"#, "a document of quadcal (quadcal.other/2)"),
            ("room.job", "SQLite format 3\0", "a job or another database"),
        ] {
            try folder.write(text, to: file)
            let run = try Tool.run(["check", file, "a.csv"], in: folder)
            #expect(run.exit == 1)
            #expect(
                run.lines.first
                    == "\(file):1 ERROR NOT_A_MARKER is \(words), not markers; name a file of markers")
        }
        // Where a folder has nothing else, its files are what is wrong.
        let own = try Folder()
        try own.write(#"{"schema":"quadcal.fit/1"}"#, to: "fit.json")
        #expect(try Tool.run(["check", "."], in: own).exit == 1)
        // An object of somebody else is none of these.
        try own.write(#"[{"schema":"mine/1"}]"#, to: "mine.json")
        #expect(
            try Tool.run(["check", "mine.json"], in: own).lines[0].contains("an object without p1 to p4"))
    }

    @Test("are refused where they name nothing, by their names")
    func nothing() throws {
        let folder = try folder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("empty"), withIntermediateDirectories: false)
        for (operand, text) in [
            ("*.jsn", "quadcal: *.jsn: no file has a name like this"),
            ("empty", "quadcal: empty: no file in this folder ends in .csv, .json or .ndjson"),
        ] {
            let run = try Tool.run(["check", operand], in: folder)
            #expect(run.exit == 3 && run.advice.hasPrefix(text), "\(run)")
        }
    }

    @Test("that are no files, such as pipes, are refused by name in a folder")
    func unusable() throws {
        let folder = try Folder()
        try folder.write(Rows.square + "\n", to: "good.csv")
        #expect(mkfifo(folder.url.appendingPathComponent("pipe.csv").path, 0o600) == 0)
        let run = try Tool.run(["check", "."], in: folder)
        #expect(run.exit == 3 && run.output.isEmpty)
        #expect(run.advice.contains("./pipe.csv is no regular file"), "\(run.advice)")
    }

    @Test("that cannot be read hide nothing of the others")
    func unread() throws {
        let folder = try Folder(), files = FileManager.default
        try folder.write(Rows.square + "\n", to: "good.csv")
        try folder.write("not a marker\n", to: "broken.csv")
        try folder.write("", to: "empty.json")
        for (link, target) in [("loop.json", "loop.json"), ("gone.json", "nowhere.json")] {
            try files.createSymbolicLink(
                atPath: folder.url.appendingPathComponent(link).path, withDestinationPath: target)
        }
        let run = try Tool.run(["check", "."], in: folder)
        #expect(run.exit == 3)
        for part in [
            "FAIL  ./gone.json: nothing could be read", "FAIL  ./empty.json: nothing could be read",
            "PASS  ./good.csv", "./broken.csv:1 ERROR WRONG_SHAPE", "FAIL  5 files, 3 unread",
        ] {
            #expect(run.output.contains(part), "\(part) is not in\n\(run.output)")
        }
        for part in [
            "./gone.json: cannot be read (no such file or directory)",
            "./loop.json: cannot be read (too many levels of symbolic links)", "./empty.json: is empty",
        ] {
            #expect(run.advice.contains(part), "\(run.advice)")
        }
        let document = try Tool.run(["check", "--json", "."], in: folder).output
        let members = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
        #expect((members?["unread"] as? [Any])?.count == 3)
        let annotations = try Tool.run(["check", "--format", "github", "."], in: folder).output
        #expect(annotations.contains("file=./gone.json") && annotations.contains("file=./broken.csv,line=1"))
        let two = try Tool.run(["check", "good.csv", "gone.json"], in: folder)
        #expect(two.exit == 3 && two.output.contains("FAIL  2 files, 1 unread"), "\(two)")
        // Alone, a file that cannot be read is the only news.
        let alone = try Tool.run(["check", "gone.json"], in: folder)
        #expect(alone.exit == 3 && alone.output.isEmpty)
    }

    @Test("say which folders are not searched, and refuse patterns for any depth")
    func depth() throws {
        let folder = try folder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("scans/.git"), withIntermediateDirectories: false)
        let run = try Tool.run(["check", "--fail-on", "never", "scans"], in: folder)
        #expect(run.advice.contains("scans: 1 folder in it is not searched; name it, too"), "\(run.advice)")
        #expect(try !Tool.run(["check", "--quiet", "scans"], in: folder).advice.contains("searched"))
        let deep = try Tool.run(["check", "scans/**/*.csv"], in: folder)
        #expect(deep.exit == 2 && deep.advice.contains("** is not known here"), "\(deep)")
    }

    @Test("leave out the files of a saved space that hold no markers, by what the space's file holds")
    func savedSpace() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("hall"), withIntermediateDirectories: false)
        for name in ["sessions.json", "anchors.json"] { try folder.write("[{}]", to: "hall/\(name)") }
        try folder.write("[\(Wire.marker(Rows.square, 1))]", to: "hall/markers.json")
        let space =
            #"{"id":"\#(Wire.id(9))","key":"hall","name":"Hall","calibration_vector":[],"is_active":true,"meta":{},"#
            + #""created_at":"2025-03-01T08:00:00Z","updated_at":"2025-03-01T08:00:00Z"}"#
        try folder.write(space, to: "hall/space.json")
        let run = try Tool.run(["check", "hall"], in: folder)
        #expect(run.exit == 0 && !run.output.contains("files"), "\(run)")
        #expect(
            run.advice.contains(
                "hall: a saved space; not checked, since they hold no markers: space.json, sessions.json, anchors.json"
            ),
            "\(run.advice)")
        // A file of this name that is no space changes nothing.
        try folder.write("[]", to: "hall/space.json")
        #expect(try Tool.run(["check", "hall"], in: folder).output.contains("NOT_A_MARKER"))
    }
}
