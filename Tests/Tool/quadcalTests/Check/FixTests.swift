import Foundation
import TestSupport
import Testing

@Suite("quadcal check --fix")
struct FixTests {
    private static func fix(
        _ text: String, _ options: [String] = []
    ) throws -> (fixed: String, run: Tool.Run) {
        let folder = try Folder()
        let run = try Tool.run(
            ["check", "in.csv", "--fix", "out.csv"] + options, files: ["in.csv": text], in: folder)
        #expect(try folder.names == ["in.csv", "out.csv"])
        return (try folder.read("out.csv"), run)
    }

    @Test(
        "writes what needs no fix byte for byte",
        arguments: [
            Rows.square, Rows.square + "\r\n\r\n",
            "\u{FEFF}" + Rows.header + "\n\n  \na," + Rows.square + "\n",
            " 0.10 ;+1e0;\"0\";1;1;0;1;0;0;0;0;0", "a,1,2\nb,\(Rows.notANumber)\n",
            "\"a\"\"\nb\" ,\(Rows.square)\n",
        ])
    func unchanged(_ text: String) throws {
        #expect(try Self.fix(text).fixed == text)
    }

    @Test("removes no marker without a word, and advises a fix for one file only")
    func removed() throws {
        let folder = try Folder(), text = "a,\(Rows.square)\nb,\(Rows.square)\n"
        let fixed = try Tool.run(["check", "--fix=out.csv", "--quiet", "-"], input: text, in: folder)
        #expect(fixed.advice == "quadcal: out.csv: 0 reordered, 0 flattened, 1 removed\n")
        for name in ["a.csv", "b.csv"] { try folder.write(Rows.bowTie + "\n", to: name) }
        #expect(try Tool.run(["check", "a.csv"], in: folder).advice.contains("--fix"))
        #expect(try !Tool.run(["check", "a.csv", "b.csv"], in: folder).advice.contains("--fix"))
    }

    @Test("takes corners in another order without touching their text")
    func reordered() throws {
        let text =
            "\u{FEFF}ID;\(Rows.header.dropFirst(3).replacing(",", with: ";"))\r\n\"a;1\"; 0.00;1e0;0;1;\"0\";0;1;1.0;0;0;0;-0\r\n"
        let (fixed, run) = try Self.fix(text)
        #expect(fixed == text.replacing("1;\"0\";0;1;1.0;0", with: "1;1.0;0;1;\"0\";0"))
        #expect(run.exit == 0)
        #expect(
            run.output
                == "PASS  out.csv, fixed from in.csv: 0 errors, 0 warnings, 0 info in 1 quad (profile app)\n"
        )
        #expect(
            run.advice == """
                quadcal: in.csv:2 marker "a;1": reordered to p1 p3 p2 p4
                quadcal: out.csv: 1 reordered, 0 flattened, 0 removed

                """)
    }

    @Test("flattens, and repairs again until nothing is suggested")
    func severalSteps() throws {
        // Crossed, bent, and facing the wrong way.
        let row = "a,0,1,0.04,1,0,0.04,1,1,-0.04,0,0,-0.04\n"
        let (fixed, run) = try Self.fix(row, ["--facing", "0,0,1"])
        #expect(fixed == "a,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,1.0,1.0,0.0\n")
        #expect(run.exit == 0)
        #expect(
            run.advice.hasPrefix(
                "quadcal: in.csv:1 marker \"a\": reordered to p1 p3 p2 p4, flattened, reordered to p1 p4 p3 p2\n"
            ))
        let again = try Tool.run(["check", "--facing", "0,0,1", "-"], input: fixed)
        #expect(again.output == "PASS  stdin: 0 errors, 0 warnings, 0 info in 1 quad (profile app)\n")
    }

    @Test("leaves duplicates out, including those that only a fix makes equal")
    func dropped() throws {
        let (fixed, run) = try Self.fix(
            "a,\(Rows.square)\nb,\(Rows.bowTie)\nc,\(Rows.square)\nd,\(Rows.skewed)\n")
        #expect(fixed == "a,\(Rows.square)\nd,\(Rows.skewed)\n")
        #expect(
            run.advice.contains(
                "in.csv:2 marker \"b\": removed, since in.csv:1 marker \"a\" is in the same place\n"))
        #expect(run.advice.hasSuffix("quadcal: out.csv: 0 reordered, 0 flattened, 2 removed\n"))
    }

    @Test("keeps a marker whose only twin was left out")
    func chain() throws {
        // b is within 1 mm of a, c of b but not of a.
        func shifted(_ id: String, _ z: String) -> String { "\(id),0,1,\(z),1,1,\(z),1,0,\(z),0,0,\(z)\n" }
        let (fixed, _) = try Self.fix(
            shifted("a", "0") + shifted("b", "0.0008") + shifted("c", "0.0016"), ["--stack-mm", "0"])
        #expect(fixed == shifted("a", "0") + shifted("c", "0.0016"))
    }

    @Test("fixes only what is reported")
    func ignored() throws {
        let text = "a,\(Rows.bowTie)\n"
        #expect(try Self.fix(text, ["--ignore", "SELF_INTERSECTING"]).fixed == text)
    }

    @Test("says what it did in JSON, and what remains")
    func document() throws {
        let (_, run) = try Self.fix(
            "a,\(Rows.square)\nb,\(Rows.square)\nc,0,1,3.04,1,1,2.96,1,0,3.04,0,0,2.96\nd,1\n", ["--json"])
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(run.exit == 1)
        #expect(run.output.contains("\"fix\": \"out.csv\""))
        #expect(
            (report["findings"] as? [[String: Any]])?.compactMap { $0["code"] as? String }.contains(
                "WRONG_SHAPE") == true)
        #expect(
            run.output.contains(
                #"{"file":"in.csv","line":2,"pointer":"/markers/1","id":"b","steps":[{"kind":"drop-marker","of":"a"}]}"#
            ))
        #expect(
            run.output.contains(
                #"{"file":"in.csv","line":3,"pointer":"/markers/2","id":"c","steps":[{"kind":"flatten"}]}"#))
    }

    @Test("replaces a file only when forced, and keeps it as private as it was")
    func existing() throws {
        let folder = try Folder()
        try folder.write("precious", to: "out.csv")
        let path = folder.url.appendingPathComponent("out.csv").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let files = ["in.csv": Rows.bowTie]
        let refused = try Tool.run(["check", "in.csv", "--fix", "out.csv"], files: files, in: folder)
        #expect(refused.exit == 2)
        #expect(
            refused.advice
                == "quadcal: --fix \"out.csv\": the file exists; add --force to replace it, or name another\n"
        )
        #expect(try folder.read("out.csv") == "precious")
        let forced = try Tool.run(
            ["check", "--force", "in.csv", "--fix", "out.csv"], files: files, in: folder)
        #expect(forced.exit == 0)
        #expect(try folder.read("out.csv") == Rows.square)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try folder.names == ["in.csv", "out.csv"])
    }

    @Test("can replace the file it reads, and the file behind a link")
    func inPlace() throws {
        let folder = try Folder()
        try folder.write(Rows.bowTie, to: "in.csv")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appendingPathComponent("link.csv").path, withDestinationPath: "in.csv")
        #expect(try Tool.run(["check", "in.csv", "--fix", "link.csv", "--force"], in: folder).exit == 0)
        #expect(try folder.read("in.csv") == Rows.square)
        #expect(try folder.names == ["in.csv", "link.csv"])
    }

    @Test(
        "refuses a folder, a device and a folder that is not there",
        arguments: [
            (".", "--fix \".\": it exists and is not a regular file; name another"),
            ("/dev/null", "--fix \"/dev/null\": it exists and is not a regular file; name another"),
            (
                "no/out.csv",
                "--fix \"no/out.csv\": cannot be written (no such file or directory); name a file in a folder you may write to"
            ),
        ])
    func refused(_ name: String, _ message: String) throws {
        let run = try Tool.run(["check", "in.csv", "--force", "--fix", name], files: ["in.csv": Rows.bowTie])
        #expect(run == Tool.Run(output: "", advice: "quadcal: \(message)\n", exit: 2))
    }

    @Test("reads standard input")
    func standardInput() throws {
        let folder = try Folder()
        let run = try Tool.run(["check", "--fix=out.csv", "--quiet", "-"], input: Rows.bowTie, in: folder)
        #expect(run.exit == 0)
        #expect(try folder.read("out.csv") == Rows.square)
        #expect(run.advice.isEmpty)
    }

    @Test("changes nothing the second time")
    func idempotent() throws {
        let once = try Self.fix(try Dataset.read("check/room.csv")).fixed
        let twice = try Self.fix(once)
        #expect(twice.fixed == once)
        #expect(twice.run.advice.contains("quadcal: out.csv: 0 reordered, 0 flattened, 0 removed\n"))
    }
}
