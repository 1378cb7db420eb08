import Foundation
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("Settings of folders")
struct SettingsTests {
    private let strict =
        #"{"$schema": "config.schema.json", "schema": "quadcal.config/1", "profile": "strict", "limits": {"flatness-error-mm": 200}}"#

    private func folder(_ files: [String: String]) throws -> Folder {
        let folder = try Folder()
        for (name, text) in files {
            let place = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try folder.write(text, to: name)
        }
        return folder
    }

    /// The rule of the verdict on a sound quad, and what was said beside it.
    private func check(_ arguments: [String], in folder: Folder, home: String = "/") throws -> Tool.Run {
        try Tool.run(["check"] + arguments, in: folder, environment: ["HOME": home])
    }

    @Test("hold for the files below, where options say nothing else")
    func found() throws {
        let folder = try folder([".quadcal.json": strict, "a/b/one.csv": Rows.square + "\n"])
        let run = try check(["a/b/one.csv"], in: folder)
        #expect(run.output.hasSuffix("(profile strict, 1 limit changed)\n"))
        #expect(
            run.advice == "quadcal: .quadcal.json: sets profile strict, 1 limit; --config none ignores it\n")
        let json = try check(["--json", "a/b/one.csv"], in: folder).output
        #expect(json.contains(#""flatnessError": {"value":0.2,"unit":"m","option":"--flatness-error-mm"}"#))
        #expect(json.contains(#""file": ".quadcal.json""#))
        for options in [["--flatness-error-mm", "10"], ["--profile", "app", "--flatness-error-mm", "25"]] {
            #expect(
                try check(options + ["a/b/one.csv"], in: folder).output.hasSuffix(
                    "\(options.contains("app") ? "app" : "strict"))\n"))
        }
        let none = try check(["--config", "none", "a/b/one.csv"], in: folder)
        #expect(none.output.hasSuffix("(profile app)\n") && none.advice.isEmpty)
        #expect(try check(["--quiet", "a/b/one.csv"], in: folder).advice.isEmpty)
    }

    @Test("are looked for as far as a repository, the home folder or the root, those included")
    func ends() throws {
        let folder = try folder([
            ".quadcal.json": strict, "repository/.git/HEAD": "", "repository/one.csv": Rows.square + "\n",
            "home/one.csv": Rows.square + "\n",
        ])
        let home = folder.url.appendingPathComponent("home").path
        #expect(try check(["repository/one.csv"], in: folder).output.contains("(profile app)"))
        #expect(try check(["home/one.csv"], in: folder, home: home).output.contains("(profile app)"))
        #expect(try check(["home/one.csv"], in: folder).output.contains("(profile strict"))
        try folder.write(strict, to: "repository/.quadcal.json")
        try folder.write(strict, to: "home/.quadcal.json")
        #expect(try check(["repository/one.csv"], in: folder).output.contains("(profile strict"))
        #expect(try check(["home/one.csv"], in: folder, home: home).output.contains("(profile strict"))
    }

    @Test("must be the same for all files, unless an option chooses")
    func different() throws {
        let folder = try folder([
            "a/one.csv": Rows.square + "\n", "b/one.csv": Rows.moved + "\n", "b/.quadcal.json": strict,
        ])
        let run = try check(["a/one.csv", "b/one.csv"], in: folder)
        #expect(run.exit == 2 && run.advice.contains("a/one.csv and b/one.csv have different .quadcal.json"))
        let chosen = try check(["a/one.csv", "b/one.csv", "--config", "b/.quadcal.json"], in: folder)
        #expect(chosen.output.contains("(profile strict"))
    }

    @Test(
        "are refused with the place of what is wrong",
        arguments: [
            (
                #"{"limits": {"flatness-eror-mm": 1}}"#,
                ":1: /limits/flatness-eror-mm is no setting; did you mean flatness-error-mm?"
            ),
            ("{\n\"api\": \"https://host\"}", ":2: /api is no setting; "),
            (#"{"force": true}"#, ":1: /force is no setting; "),
            (#"{"profile": "strikt"}"#, "/profile: UNKNOWN_WORD"),
            (#"{"limits": {"max-edge-m": -1}}"#, ":1: /limits/max-edge-m: a negative number"),
            (#"{"limits": {"max-edge-m": "1"}}"#, "/limits/max-edge-m: WRONG_TYPE"),
            (#"{"schema": "quadcal.config/2"}"#, ": settings of another form"),
            (#"{"profile": "app", "profile": "strict"}"#, "DUPLICATE_KEY"),
            (#"{"profile": "#, "UNEXPECTED_END"), ("[]", "WRONG_TYPE"), ("", "UNEXPECTED_END"),
        ])
    func refused(_ text: String, _ message: String) throws {
        let folder = try folder([".quadcal.json": text, "one.csv": Rows.square + "\n"])
        let run = try check(["one.csv"], in: folder)
        #expect(run.exit == 3 && run.output.isEmpty)
        #expect(
            run.advice.hasPrefix("quadcal: .quadcal.json:") && run.advice.contains(message), "\(run.advice)")
    }

    @Test("of others, of everybody, and what is no file are not used, and that is said")
    func hostile() throws {
        let folder = try folder([".quadcal.json": strict, "one.csv": Rows.square + "\n"])
        let place = folder.url.appendingPathComponent(".quadcal.json").path
        func expectIgnored(_ reason: String) throws {
            let run = try check(["one.csv"], in: folder)
            #expect(run.exit == 0 && run.output.contains("(profile app)"))
            #expect(
                run.advice.hasPrefix("quadcal: .quadcal.json: not used, since \(reason);"), "\(run.advice)")
        }
        #expect(chmod(place, 0o666) == 0)
        try expectIgnored("every user may write to it")
        #expect(
            try check(["--config", ".quadcal.json", "one.csv"], in: folder).output.contains("(profile strict")
        )
        try FileManager.default.removeItem(atPath: place)
        #expect(mkfifo(place, 0o600) == 0)
        try expectIgnored("it is not a regular file")
        try FileManager.default.removeItem(atPath: place)
        try folder.write(String(repeating: " ", count: 1 << 17), to: ".quadcal.json")
        #expect(try check(["one.csv"], in: folder).exit == 3)
        // Only the administrator can give files to others.
        guard geteuid() == 0 else { return }
        try folder.write(strict, to: ".quadcal.json")
        #expect(chown(place, 1, 1) == 0)
        try expectIgnored("it belongs to another user")
        try FileManager.default.removeItem(atPath: place)
        try folder.write(strict, to: "own.json")
        #expect(symlink("own.json", place) == 0)
        #expect(try check(["one.csv"], in: folder).output.contains("(profile strict"))
        #expect(lchown(place, 1, 1) == 0)
        try expectIgnored("it belongs to another user")
    }
}
