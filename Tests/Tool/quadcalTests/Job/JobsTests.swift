import Foundation
import Markers
import MarkersSandbox
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("The jobs of a folder")
struct JobsTests {
    /// The files of a folder, apart from those that SQLite lays beside a database while it is read.
    private func names(_ scene: OnlineScene) throws -> [String] {
        try scene.folder.names.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
    }

    @Test("are listed with their states and what to do next, and nothing is written")
    func states() async throws {
        let scene = try await OnlineScene()
        let empty = try scene.run(["jobs"])
        #expect(empty.exit == 0 && empty.output == "PASS  .: no jobs\n", "\(empty)")

        #expect(try scene.run(scene.options() + ["--yes", "--quiet"]).exit == 0)
        // A job under another name counts, too; a copy has no lock beside it.
        let job = try Data(contentsOf: scene.folder.url.appendingPathComponent("hall.job"))
        try scene.folder.write(job, to: "kept.backup")
        #expect(try scene.job("--undo", "--yes", "--quiet").exit == 0)
        let before = try names(scene)
        let run = try scene.run(["jobs", "-v"])
        #expect(run.exit == 0, "\(run)")
        #expect(run.output.contains("hall.job     undone  9 of 9"), "\(run)")
        #expect(run.output.contains("kept.backup  done    9 of 9"), "\(run)")
        #expect(run.output.contains("quadcal recalibrate --undo --job kept.backup"), "\(run)")
        #expect(run.output.hasSuffix("PASS  .: 2 jobs: 1 done, 1 undone\n"), "\(run)")
        #expect(try names(scene) == before)
    }

    @Test("that somebody else's edit keeps from their end are open, and the printed command ends them")
    func open() async throws {
        let scene = try await OnlineScene()
        #expect(try scene.run(scene.options() + ["--yes", "--quiet"]).exit == 0)
        try await scene.edit(scene.markers[2])
        #expect(try scene.job("--undo", "--yes", "--quiet").exit == 1)
        let run = try scene.run(["jobs", "--json"])
        let document = try JSONValue(Array(run.output.utf8))
        let job = try #require(document["jobs"]?.elements.first)
        #expect(
            run.exit == 1 && document["verdict"]?.string == "fail" && job["state"]?.string == "open", "\(run)"
        )
        let line = try #require(job["next"]?.elements.last?.string)
        #expect(try scene.run(["jobs"]).output.contains(line))
        let words = line.split(separator: " ").dropFirst().map(String.init)
        #expect(try scene.run(words + ["--yes"]).exit == 0, "\(line)")
        #expect(try scene.run(["jobs", "--quiet"]).output == "PASS  .: 1 job: 1 undone\n")
    }

    @Test("are listed beside files that are hostile, torn or foreign, which are named")
    func hostile() async throws {
        let scene = try await OnlineScene()
        #expect(try scene.run(scene.options() + ["--yes", "--quiet"]).exit == 0)
        let folder = scene.folder.url
        let job = try Data(contentsOf: folder.appendingPathComponent("hall.job"))
        func write(_ data: Data, _ name: String) throws { try scene.folder.write(data, to: name) }
        try write(job.prefix(job.count / 2), "torn.job")
        try write(job.prefix(50), "short.job")
        try write(Data(), "empty.job")
        try write(Data("hello".utf8), "foreign.job")
        try write(Data("hello".utf8), "notes.txt")
        try write(job.prefix(4096), "half without a name")
        try write(Data("x".utf8), "\u{1B}[31m.job")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("folder.job"), withIntermediateDirectories: false)
        #expect(mkfifo(folder.appendingPathComponent("pipe.job").path, 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("lost.job"),
            withDestinationURL: folder.appendingPathComponent("x"))
        var changed = job
        for place in stride(from: 5000, to: changed.count, by: 97) { changed[place] ^= 0xff }
        try write(changed, "changed.job")
        let before = try names(scene)

        let run = try scene.run(["jobs"])
        #expect(run.exit == 1, "\(run)")
        #expect(run.output.contains("hall.job") && run.output.contains("1 job: 1 done"), "\(run)")
        for name in [
            "torn.job", "short.job", "empty.job", "foreign.job", "folder.job", "pipe.job", "lost.job",
            "changed.job", "half without a name",
        ] {
            #expect(run.output.contains("\(name): not read: "), "\(name): \(run)")
        }
        #expect(!run.output.contains("notes.txt") && !run.output.contains("\u{1B}"), "\(run)")
        #expect(try names(scene) == before)
        let document = try JSONValue(Array(scene.run(["jobs", "--json"]).output.utf8))
        #expect(document["jobs"]?.elements.count == 1 && document["refused"]?.elements.count == 10)
    }

    @Test("of a folder that is not there are no jobs")
    func missing() throws {
        let run = try Tool.run(["jobs", "nowhere"])
        #expect(run.exit == 3 && run.advice.contains("nowhere"), "\(run)")
        #expect(try Tool.run(["jobs", "one", "two"]).exit == 2)
    }
}
