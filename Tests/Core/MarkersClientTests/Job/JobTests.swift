import Foundation
import Markers
import MarkersClient
import PushSimulation
import SQLiteStore
import Testing

@Suite("The file of a job")
struct JobTests {
    @Test("a file that others may use has one code, of the database and of the job")
    func notPrivate() {
        #expect(JobError.notPrivate == DatabaseError.Code.notPrivate.rawValue)
    }

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

    /// Statements that give a job what no job has, such as rows without end.
    private static let foreignTables: [String] = {
        let rows = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)"
        let id = "910a2dec-8902-4cc1-beeb-8da1658eec67"
        return [
            "DROP TABLE marker; CREATE VIEW marker AS \(rows) SELECT i AS ordinal, '\(id)' AS id, x'' AS before, "
                + "'' AS target, x'' AS digest, 'pending' AS state, 1 AS version, '' AS code FROM n",
            "DROP TABLE seen; CREATE VIEW seen AS \(rows) SELECT '\(id)' AS id FROM n",
            "ALTER TABLE job RENAME TO old; CREATE VIEW job AS SELECT * FROM old",
            "DROP TABLE unmoved; CREATE TABLE unmoved (place, marker AS (zeroblob(1000000000)), fate, code)",
            "CREATE TRIGGER more AFTER UPDATE ON marker BEGIN DELETE FROM seen; END",
            "CREATE INDEX slow ON marker (hex(before))",
            "DROP TABLE seen; CREATE TABLE seen (id TEXT PRIMARY KEY CHECK (length(zeroblob(1000000000)) > 0)) WITHOUT ROWID",
        ]
    }()

    @Test(
        "is refused at once with anything but its own tables, however it is opened", arguments: foreignTables)
    func foreign(statements: String) async throws {
        let scene = try JobScene(MarkerServer(2))
        defer { scene.clear() }
        _ = try await scene.create(.raw)
        try SQLiteFile.run(statements, in: scene.path)
        let opened = #expect(throws: JobError.self) { try Job.open(at: scene.path, server: JobScene.origin) }
        #expect(opened == .notAJob(scene.path))
        let read = #expect(throws: JobError.self) { try Job.read(at: scene.path) }
        #expect(read == .notAJob(scene.path))
        let status = await #expect(throws: JobError.self) { try await JobStatus(ofJobAt: scene.path) }
        #expect(status == .notAJob(scene.path))
    }

    @Test("is refused at once where its pages lead back to each other")
    func circularPages() async throws {
        let scene = try JobScene(MarkerServer(400))
        defer { scene.clear() }
        _ = try await scene.create(.raw)
        try SQLiteFile.run("PRAGMA journal_mode = DELETE", in: scene.path)
        var bytes = try Data(contentsOf: URL(filePath: scene.path))
        let root = try SQLiteFile.rootPage(of: "marker", in: scene.path), size = 4096
        func number(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
        // An inner page of a table, whose children all become the first of them.
        let page = (root - 1) * size
        #expect(bytes[page] == 5)
        let count = number(page + 3), first = page + number(page + 12)
        #expect(count > 2)
        for cell in 1..<count {
            let place = page + number(page + 12 + 2 * cell)
            bytes.replaceSubrange(place..<(place + 4), with: bytes[first..<(first + 4)])
        }
        try bytes.write(to: URL(filePath: scene.path))
        let read = #expect(throws: JobError.self) { try Job.read(at: scene.path) }
        #expect(read?.code == "JOB_DAMAGED")
    }
}
