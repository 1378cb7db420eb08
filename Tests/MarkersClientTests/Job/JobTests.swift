import Foundation
import Markers
import MarkersClient
import PushSimulation
import Testing

@Suite("The file of a job")
struct JobTests {
    @Test("holds what was planned, and what was there before byte for byte")
    func contents() async throws {
        let scene = try JobScene(MarkerServer(5))
        defer { scene.clear() }
        let plan = try await scene.plan(.raw)
        let head: JobHead
        do {
            let job = try await scene.create(.raw)
            head = job.head
            try await job.record(2, JobState(.conflict, version: 4, code: "CORNERS_CHANGED"))
            try await job.flush()
        }
        let job = try Job.open(at: scene.path, server: JobScene.origin)
        #expect(job.head == head)
        #expect(job.head.digest == plan.digest)
        var items: [JobItem] = []
        for row in try await job.rows() { items.append(try await job.item(row)) }
        #expect(items.map(\.before.text) == plan.updates.map(\.before))
        #expect(items.map(\.state.word) == [.pending, .pending, .conflict, .pending, .pending])
        #expect(items[2].state == JobState(.conflict, version: 4, code: "CORNERS_CHANGED"))
        #expect(try await job.counts() == [.pending: 4, .conflict: 1])
        #expect(try await job.fit() == Array("fit".utf8))
        #expect(try await job.seen().count == 5)
        let attributes = try FileManager.default.attributesOfItem(atPath: scene.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("is refused to a second process, to another server, and over a file that is there")
    func refusals() async throws {
        let scene = try JobScene(MarkerServer(2))
        defer { scene.clear() }
        do {
            let job = try await scene.create(.raw)
            let error = #expect(throws: JobError.self) {
                try Job.open(at: scene.path, server: JobScene.origin)
            }
            guard case .held(_, let holder)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(holder.contains("\(ProcessInfo.processInfo.processIdentifier)"))
            // Looking is always possible.
            #expect(try await Job.read(at: scene.path).rows().count == 2)
            #expect(job.path == scene.path)
        }
        let other = #expect(throws: JobError.self) {
            try Job.open(at: scene.path, server: "https://elsewhere.example")
        }
        #expect(other?.code == "ANOTHER_SERVER")
        let exists = await #expect(throws: JobError.self) { try await scene.create(.raw) }
        #expect(exists == .exists(scene.path))
    }

    @Test("is let go of when it is closed, and takes no more notes")
    func closing() async throws {
        let scene = try JobScene(MarkerServer(2))
        defer { scene.clear() }
        let job = try await scene.create(.raw)
        try await job.record(0, JobState(.done, version: 2))
        try await job.close()
        let again = try Job.open(at: scene.path, server: JobScene.origin)
        #expect(try await again.counts()[.done] == 1)
        await #expect(throws: JobError.closed(scene.path)) { try await job.record(1, JobState(.gone)) }
        await #expect(throws: JobError.closed(scene.path)) { try await job.record(vector: .done) }
        #expect(try await again.counts()[.pending] == 1)
    }

    @Test("is refused where it is no job, of a later version, cut short or changed")
    func damaged() async throws {
        let scene = try JobScene(MarkerServer(2))
        defer { scene.clear() }
        func code(_ statements: String) async throws -> String? {
            try? FileManager.default.removeItem(at: scene.folder)
            try FileManager.default.createDirectory(at: scene.folder, withIntermediateDirectories: true)
            _ = try await scene.create(.raw)
            try SQLiteFile.run(statements, in: scene.path)
            let error = #expect(throws: JobError.self) {
                try Job.open(at: scene.path, server: JobScene.origin)
            }
            return error?.code
        }
        #expect(try await code("PRAGMA user_version = 99") == "JOB_NEWER")
        #expect(try await code("PRAGMA application_id = 7") == "NOT_A_JOB")
        #expect(try await code("UPDATE job SET value = 'x' WHERE name = 'head'") == "JOB_DAMAGED")
        let other = "replace(CAST(value AS TEXT), '2026', '2027')"
        #expect(try await code("UPDATE job SET value = \(other) WHERE name = 'head'") == "JOB_CHANGED")
        #expect(try await code("DELETE FROM marker WHERE ordinal = 0") == "JOB_CHANGED")
        try? FileManager.default.removeItem(atPath: scene.path)
        try? FileManager.default.removeItem(atPath: scene.path + "-wal")
        _ = try await scene.create(.raw)
        try SQLiteFile.run("UPDATE marker SET target = '[[0,0,0]]' WHERE ordinal = 1", in: scene.path)
        let report = await scene.run(try Job.open(at: scene.path, server: JobScene.origin))
        #expect(report.stop?.code == "JOB_CHANGED")
        #expect(await scene.server.patches == 0)
        let path = scene.folder.appending(path: "b.job").path
        for (text, expected) in [
            ("", "JOB_INCOMPLETE"), (String(repeating: "no job ", count: 99), "NOT_A_JOB"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: path))
            let error = #expect(throws: JobError.self) { try Job.open(at: path, server: JobScene.origin) }
            #expect(error?.code == expected)
        }
        let missing = #expect(throws: JobError.self) { try Job.read(at: path + "-") }
        #expect(missing?.code == "JOB_CANNOT_OPEN")
    }
}
