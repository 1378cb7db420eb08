import Foundation
import Markers
import SQLiteStore
import StrictJSON
import TestSupport
import Testing

@Suite("A job that somebody prepared")
struct HostileJobTests {
    /// A job of which some markers are done, and its copies.
    private final class Jobs {
        let scene: OnlineScene
        private var base: URL { scene.folder.url.appendingPathComponent("hall.job") }
        private var copy: URL { scene.folder.url.appendingPathComponent("evil.job") }

        init() async throws {
            scene = try await OnlineScene()
            let run = try scene.run(scene.options() + ["--yes"])
            try #require(run.exit == 0, "\(run.advice)")
        }

        /// The commands that show something of a job.
        static let commands = [
            ["recalibrate", "--job", "evil.job", "--status", "-v"],
            ["recalibrate", "--job", "evil.job", "--status", "--json"],
            ["recalibrate", "--job", "evil.job", "--verify", "-v"],
            ["recalibrate", "--job", "evil.job", "--resume", "--yes"],
            ["report", "evil.job", "--out", "page.html", "--force"],
        ]

        /// Lets a copy be changed, and its digests be those of the changed values; then shows it in every way.
        func show(_ what: String, _ commands: [[String]] = commands, change: (Database) throws -> Void) throws
        {
            for suffix in ["", "-wal", "-shm", ".lock"] {
                try? FileManager.default.removeItem(atPath: copy.path + suffix)
            }
            try FileManager.default.copyItem(at: base, to: copy)
            do {
                let database = try Database(.file(copy.path), .existing)
                try change(database)
                try Self.seal(database)
            }
            for command in commands {
                let run = try scene.run(command)
                #expect(
                    TerminalCanary.slip(in: run.output + "\n" + run.advice) == nil,
                    "\(what), \(command): \(run)")
            }
        }

        private static func seal(_ database: Database) throws {
            var parts: [UInt8] = []
            for name in ["head", "space", "fit"] { parts += try value(name, database) ?? [] }
            let count = try database.prepare("SELECT COUNT(*) FROM marker").first { $0.integer(0) } ?? 0
            try set("digest", Array(SHA256.hex(of: (parts + Array("\(count)".utf8))[...]).utf8), database)
            let rows = try database.prepare("SELECT ordinal, before, target FROM marker").all {
                ($0.integer(0), $0.bytes(1) ?? [], $0.bytes(2) ?? [])
            }
            let update = try database.prepare("UPDATE marker SET digest = ? WHERE ordinal = ?")
            for (ordinal, before, target) in rows {
                try update.run(.bytes(Array(SHA256.hex(of: (before + target)[...]).utf8)), .integer(ordinal))
            }
        }

        static func value(_ name: String, _ database: Database) throws -> [UInt8]? {
            try database.prepare("SELECT value FROM job WHERE name = ?").first(.text(name)) { $0.bytes(0) }
                ?? nil
        }

        static func set(_ name: String, _ value: [UInt8], _ database: Database) throws {
            try database.prepare("INSERT OR REPLACE INTO job VALUES (?, ?)").run(.text(name), .bytes(value))
        }

        /// A document in the job.
        func document(_ name: String) throws -> JSONValue {
            let database = try Database(.file(base.path), .readOnly)
            return try JSONValue(try #require(try Self.value(name, database)))
        }
    }

    private static let canary = TerminalCanary.text

    @Test("does nothing to the terminal, wherever its documents are shown")
    func documents() async throws {
        let jobs = try await Jobs()
        var count = 0
        for name in ["head", "space", "fit"] {
            let document = try jobs.document(name)
            // Nothing but a report reads the fit.
            let commands = name == "fit" ? [try #require(Jobs.commands.last)] : Jobs.commands
            for place in TextPlaces.all(in: document) {
                count += 1
                try jobs.show("\(name)\(place)", commands) { database in
                    let text = TextPlaces.replacing(place, in: document, by: Self.canary)
                    try Jobs.set(name, Array(text.utf8), database)
                }
            }
        }
        #expect(count > 60, "\(count)")
    }

    @Test("does nothing to the terminal, wherever its values and markers are shown")
    func tables() async throws {
        let jobs = try await Jobs()
        for name in ["head", "space", "fit", "vector", "locks", "digest", Self.canary] {
            try jobs.show(name) { try Jobs.set(name, Array(Self.canary.utf8), $0) }
        }
        for column in ["id", "target", "state", "code"] {
            try jobs.show(column) { database in
                // With a state in which a marker is shown with its code.
                try database.run("UPDATE marker SET state = 'conflict', code = 'MOVED_ELSEWHERE'")
                try database.prepare("UPDATE marker SET \(column) = ? WHERE ordinal = 0").run(
                    .text(Self.canary))
            }
        }
        let marker = try JSONValue(String(decoding: try await jobs.scene.markers[0].text, as: UTF8.self))
        for place in TextPlaces.all(in: marker) {
            try jobs.show("before\(place)") { database in
                let text = TextPlaces.replacing(place, in: marker, by: Self.canary)
                try database.run("UPDATE marker SET state = 'conflict', code = 'MOVED_ELSEWHERE'")
                try database.prepare("UPDATE marker SET before = ?, id = ? WHERE ordinal = 0").run(
                    .bytes(Array(text.utf8)), .text(try #require(marker["id"]?.string)))
                try database.prepare("INSERT INTO unmoved VALUES (0, ?, 'refused', ?)").run(
                    .bytes(Array(text.utf8)), .text(Self.canary))
            }
        }
        try jobs.show("seen") { try $0.prepare("INSERT INTO seen VALUES (?)").run(.text(Self.canary)) }
        try jobs.show("fate") {
            try $0.prepare("INSERT INTO unmoved VALUES (0, ?, ?, NULL)").run(
                .bytes(Array(marker.text)), .text(Self.canary))
        }
    }
}
