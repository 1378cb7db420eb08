internal import Foundation
internal import Markers
internal import QuadGeometry
internal import SQLiteStore

/// How a job lies in its file.
enum JobSchema {
    static func create(in database: Database) throws(DatabaseError) {
        try database.run(
            """
            CREATE TABLE job (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
            CREATE TABLE marker (
                ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, before BLOB NOT NULL, target TEXT NOT NULL,
                state TEXT NOT NULL DEFAULT 'pending', version INTEGER, code TEXT);
            CREATE TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID;
            """)
    }

    static func fill(
        _ database: Database, _ head: JobHead, _ plan: RecalibrationPlan, space: [UInt8], fit: [UInt8]?
    ) throws(DatabaseError) {
        let json = head.json
        let insert = try database.prepare("INSERT INTO job VALUES (?, ?)")
        try insert.run("head", .bytes(json))
        try insert.run("space", .bytes(space))
        if let fit { try insert.run("fit", .bytes(fit)) }
        let marker = try database.prepare(
            "INSERT INTO marker (ordinal, id, before, target) VALUES (?, ?, ?, ?)")
        var digest = SHA256()
        json.withUnsafeBufferPointer { digest.add($0) }
        for (ordinal, update) in plan.targets.enumerated() {
            let target = text(update.target)
            try marker.run(
                .integer(Int64(ordinal)), .text(update.marker.id.wireText), .bytes(update.marker.text),
                .text(target))
            add(update.marker.text, target, to: &digest)
        }
        try insert.run("digest", .bytes(Array(digest.hex.utf8)))
        let seen = try database.prepare("INSERT OR IGNORE INTO seen VALUES (?)")
        for id in plan.ids { try seen.run(.text(id.wireText)) }
    }

    /// Opens a file that is a job of a format known here.
    static func open(_ path: String, _ opening: Database.Opening) throws(JobError) -> Database {
        let database: Database
        let (application, format): (Int64, Int64)
        do throws(DatabaseError) {
            database = try Database(.file(path), opening)
            application = try number("application_id", database)
            format = try number("user_version", database)
        } catch {
            guard error.code == .corrupt else { throw JobError(error) }
            throw .notAJob(path)
        }
        guard application == Job.applicationID else {
            let tables = try stored { () throws(DatabaseError) in
                try database.prepare("SELECT COUNT(*) FROM sqlite_schema").first { $0.integer(0) }
            }
            throw application == 0 && tables == 0 ? .incomplete(path) : .notAJob(path)
        }
        guard format <= Job.format else { throw .newer(path, format: format, known: Job.format) }
        return database
    }

    private static func number(_ pragma: String, _ database: Database) throws(DatabaseError) -> Int64 {
        try database.prepare("PRAGMA " + pragma).first { $0.integer(0) } ?? 0
    }

    static func head(in database: Database, _ path: String) throws(JobError) -> JobHead {
        guard let json = try value("head", database) else { throw .damaged("head") }
        return try JobHead(json: json)
    }

    static func value(_ name: String, _ database: Database) throws(JobError) -> [UInt8]? {
        try stored { () throws(DatabaseError) in
            try database.prepare("SELECT value FROM job WHERE name = ?").first(.text(name)) { $0.bytes(0) }
        } ?? nil
    }

    /// Compares what the file holds with what was put into it.
    static func check(_ database: Database) throws(JobError) {
        var digest = SHA256()
        (try value("head", database) ?? []).withUnsafeBufferPointer { digest.add($0) }
        try stored { () throws(DatabaseError) in
            let rows = try database.prepare("SELECT before, target FROM marker ORDER BY ordinal")
            try rows.forEach { row in
                add(row.bytes(0) ?? [], row.text(1) ?? "", to: &digest)
            }
        }
        let noted = try value("digest", database) ?? []
        guard noted == Array(digest.hex.utf8) else { throw .changed("plan") }
    }

    static func items(_ database: Database) throws(JobError) -> [JobItem] {
        var damaged: Int?
        let items = try stored { () throws(DatabaseError) in
            let rows = try database.prepare(
                "SELECT ordinal, before, target, state, version, code FROM marker ORDER BY ordinal")
            return try rows.all { row -> JobItem? in
                let ordinal = Int(row.integer(0))
                guard let before = try? Marker(row.bytes(1) ?? []),
                    let target = try? JSONValue(row.text(2) ?? "").storedQuad,
                    let word = JobState.Word(rawValue: row.text(3) ?? "")
                else {
                    damaged = damaged ?? ordinal
                    return nil
                }
                let state = JobState(word, version: row.isNull(4) ? nil : row.integer(4), code: row.text(5))
                return JobItem(ordinal: ordinal, before: before, target: target, state: state)
            }
        }
        if let damaged { throw .damaged("marker \(damaged)") }
        return items.compactMap(\.self)
    }

    static func seen(_ database: Database) throws(JobError) -> Set<UUID> {
        let ids = try stored { () throws(DatabaseError) in
            try database.prepare("SELECT id FROM seen").all { $0.text(0).flatMap(UUID.init) }
        }
        return Set(ids.compactMap(\.self))
    }

    private static func text(_ quad: Quad) -> String {
        var json = JSONWriter()
        json.array { json in for corner in quad.corners { json.value(corner) } }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    private static func add(_ before: [UInt8], _ target: String, to digest: inout SHA256) {
        before.withUnsafeBufferPointer { digest.add($0) }
        Array(target.utf8).withUnsafeBufferPointer { digest.add($0) }
    }
}
