import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("A file that is written as a whole")
struct PendingFileTests {
    private static let bytes = Array("ours".utf8)

    private static func write(_ name: String, in folder: Folder, replaces: Bool = false) throws {
        try OutputFile.write(
            bytes, to: folder.url.appendingPathComponent(name).path, replaces: replaces, for: "--out")
    }

    @Test("leaves one alone that got the name meanwhile, unless it may replace it")
    func meanwhile() throws {
        let folder = try Folder(), file = folder.url.appendingPathComponent("a.json").path
        let pending = try PendingFile(for: file, replaces: false, "--out")
        try folder.write("theirs", to: "a.json")
        let error = #expect(throws: Failure.self) { try pending.commit() }
        #expect(error?.text == Failure.outputExists(option: "--out", file: file).text)
        #expect(try folder.read("a.json") == "theirs" && folder.names == ["a.json"])
        try Self.write("a.json", in: folder, replaces: true)
        #expect(try folder.read("a.json") == "ours" && folder.names == ["a.json"])
    }

    @Test("is where a link points to, and the link stays", arguments: [false, true])
    func links(exists: Bool) throws {
        let folder = try Folder(), files = FileManager.default
        try files.createDirectory(
            at: folder.url.appendingPathComponent("in"), withIntermediateDirectories: true)
        let place = folder.url.appendingPathComponent("in/target.json").path
        if exists { try folder.write("theirs", to: "in/target.json") }
        for (link, target) in [
            ("near", "in/second"), ("in/second", "target.json"), ("far", place),
            ("in/up", "../in/target.json"),
        ] {
            try files.createSymbolicLink(
                atPath: folder.url.appendingPathComponent(link).path, withDestinationPath: target)
        }
        for link in ["near", "far", "in/up"] {
            if !exists { try? files.removeItem(atPath: place) }
            try Self.write(link, in: folder, replaces: exists)
            #expect(try folder.read("in/target.json") == "ours")
            let kind = try files.attributesOfItem(atPath: folder.url.appendingPathComponent(link).path)[.type]
            #expect(kind as? FileAttributeType == .typeSymbolicLink)
        }
        #expect(try folder.names == ["far", "in", "near"])
        #expect(
            try files.contentsOfDirectory(atPath: folder.url.path + "/in").sorted() == [
                "second", "target.json", "up",
            ])
        #expect(throws: Failure.self) { try Self.write("near", in: folder) }
    }

    @Test("is not begun in a circle of links")
    func circle() throws {
        let folder = try Folder()
        for (link, target) in [("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.url.appendingPathComponent(link).path, withDestinationPath: target)
        }
        #expect(throws: Failure.self) { try Self.write("a", in: folder) }
        #expect(try folder.names == ["a", "b"])
    }

    #if os(Linux)
    /// A folder with a fit, and markers that go on for ever.
    private static func scene() throws -> Folder {
        let folder = try Folder(), scene = FitScene(seed: 1, noise: 0.002)
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        let run = try Tool.run(
            ["fit", "--join", "label", "--target", "raw", "old.json", "new.json", "--save", "fit.json"],
            in: folder)
        try #require(run.exit == 0, "\(run.advice)")
        return folder
    }

    @Test("is removed by a signal that ends the tool", arguments: [SIGTERM, SIGHUP, SIGINT])
    func signals(number: Int32) throws {
        let folder = try Self.scene(), before = try folder.names
        let process = Process(), pipe = Pipe()
        // Tests that run in the background of a shell, or under nohup, ignore signals, which the tool would inherit.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["--default-signal", Tool.executable.path]
            + ["apply", "--mode", "raw", "--out", "moved.json", "fit.json", "-"]
        process.currentDirectoryURL = folder.url
        process.standardInput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        try pipe.fileHandleForWriting.write(contentsOf: Data("[".utf8))
        while process.isRunning, try folder.names == before { usleep(1000) }
        #expect(try folder.names.contains { $0.hasSuffix(".tmp") })
        kill(process.processIdentifier, number)
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
        #expect(try folder.names == before)
    }

    @Test("is given up with a reason where files must not be that large")
    func largest() throws {
        let folder = try Self.scene(), before = try folder.names
        for arguments in [
            "apply --mode raw --out out.json fit.json old.json",
            "fit --join label --target raw --save out.json old.json new.json",
            "report fit.json --out out.html",
            "recalibrate --mode raw --sessions \(FitScene.oldSession) --dry-run --fit fit.json --markers old.json --plan-out out.json",
        ] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-c", "ulimit -f 1; exec \"$0\" \(arguments) > /dev/null", Tool.executable.path,
            ]
            process.currentDirectoryURL = folder.url
            process.standardError = try folder.handle(for: ".advice")
            try process.run()
            process.waitUntilExit()
            let advice = try folder.read(".advice")
            #expect(
                process.terminationReason == .exit
                    && process.terminationStatus == ExitCode.unreadable.rawValue,
                "\(arguments): \(advice)")
            #expect(advice.contains("cannot be written (file too large)"), "\(arguments): \(advice)")
            #expect(try folder.names == before)
        }
    }
    #endif
}
