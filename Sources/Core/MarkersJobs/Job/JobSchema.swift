internal import Foundation
internal import Markers
internal import MarkersEndpoint
internal import QuadGeometry
internal import RigidCalibration
internal import SQLiteStore
internal import StrictJSON

enum JobSchema {
    /// `QJOB`, which identifies SQLite files of this kind.
    private static let applicationID: Int64 = 0x514a_4f42
    /// Incremented when older versions of this software could no longer read the file: the newest for jobs that shift each marker by itself, so
    /// that who knows one motion alone refuses them.
    private static let format: Int64 = 3, formatOfOneMotion: Int64 = 2
    /// The statements that make the tables of this format, of which older files may lack some.
    private static let tables = [
        "CREATE TABLE job (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE marker (
            ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, before BLOB NOT NULL, target TEXT NOT NULL,
            digest BLOB NOT NULL, state TEXT NOT NULL DEFAULT 'pending', version INTEGER, code TEXT)
        """,
        "CREATE TABLE seen (id TEXT PRIMARY KEY) WITHOUT ROWID",
        unmovedTable,
        replacedTable,
    ]

    static func create(in database: Database) throws(DatabaseError) {
        for table in tables { try database.run(table) }
    }

    /// Refuses a file with anything but these tables: a view in place of one may never end, and a trigger may write.
    private static func requireTables(_ database: Database, _ path: String) throws(JobError) {
        let made = try stored { () throws(DatabaseError) in try database.statements() }
        let known = Set(tables.map(SchemaStatement.init))
        guard made.allSatisfy(known.contains) else { throw .notAJob(path) }
        let isWhole = try stored { () throws(DatabaseError) in try database.isWhole() }
        guard isWhole else { throw .damaged("a page") }
    }

    static func marks(_ database: Database) throws(DatabaseError) {
        try database.prepare("INSERT INTO job VALUES ('marks', ?)").run(.bytes(Array("yes".utf8)))
    }

    static func mark(_ database: Database, _ head: JobHead) throws(DatabaseError) {
        let format = head.straightened == nil ? formatOfOneMotion : format
        try database.run("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(format)")
    }

    static func fill(
        _ database: Database, _ head: JobHead, _ plan: RecalibrationPlan, space: [UInt8], fit: [UInt8]?,
        notes: [JobNote]
    ) throws(DatabaseError) {
        let json = head.json
        let insert = try database.prepare("INSERT INTO job VALUES (?, ?)")
        try insert.run("head", .bytes(json))
        try insert.run("space", .bytes(space))
        if let fit { try insert.run("fit", .bytes(fit)) }
        // Of the same bytes as before, where there are none.
        let noted = notes.isEmpty ? nil : JobNote.json(notes)
        if let noted { try insert.run("notes", .bytes(noted)) }
        let marker = try database.prepare(
            "INSERT INTO marker (ordinal, id, before, target, digest) VALUES (?, ?, ?, ?, ?)")
        for (ordinal, update) in plan.targets.enumerated() {
            let target = text(update.target)
            try marker.run(
                .integer(Int64(ordinal)), .text(update.marker.id.wireText), .bytes(update.marker.text),
                .text(target), .bytes(digest(of: update.marker.text, target)))
        }
        try insert.run(
            "digest",
            .bytes(digest(of: json + space + (fit ?? []) + (noted ?? []), String(plan.updates.count))))
        let seen = try database.prepare("INSERT OR IGNORE INTO seen VALUES (?)")
        for id in plan.ids(in: head.sessions) { try seen.run(.text(id.wireText)) }
        try fillUnmoved(database, plan)
    }

    /// Whether the first bytes of a plain file are those of a job, by SQLite's file format: its magic, and the application at 68.
    static func isMarked(_ path: String) -> Bool {
        // Opening a pipe to which nobody writes would not return.
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var head: [UInt8] = []
        while head.count < 72 {
            var piece = [UInt8](repeating: 0, count: 72 - head.count)
            let count = pread(descriptor, &piece, piece.count, off_t(head.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            head += piece[..<count]
        }
        return head.starts(with: Array("SQLite format 3\0".utf8))
            && head.dropFirst(68).elementsEqual((0..<4).map { UInt8(applicationID >> (24 - 8 * $0) & 0xff) })
    }

    /// `SQLITE_READONLY_ROLLBACK`.
    private static let unfinishedMaking: Int32 = 8 | 3 << 8

    /// Opens a file that is a job of a known format.
    static func open(_ path: String, _ opening: Database.Opening) throws(JobError) -> Database {
        let database: Database
        let (application, format): (Int64, Int64)
        do throws(DatabaseError) {
            database = try Database(.file(path), opening)
            application = try database.number(ofPragma: "application_id")
            format = try database.number(ofPragma: "user_version")
        } catch {
            // Only creation works without a WAL: here a rollback journal would first have to be played back.
            guard error.number != unfinishedMaking else { throw .incomplete(path) }
            // A process that is stopped in the middle of a write keeps all others from reading, too.
            if error.code == .busy, let holder = FileLock.holder(of: path) { throw .held(path, by: holder) }
            guard error.code == .corrupt else { throw JobError(error) }
            throw .notAJob(path)
        }
        guard application == applicationID else {
            let tables = try stored { () throws(DatabaseError) in
                try database.prepare("SELECT COUNT(*) FROM sqlite_schema").first { $0.integer(0) }
            }
            throw application == 0 && tables == 0 ? .incomplete(path) : .notAJob(path)
        }
        guard format <= JobSchema.format else { throw .newer(path, format: format, known: JobSchema.format) }
        try requireTables(database, path)
        return database
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

    /// Checks everything but the markers, and their number, against their digest; each marker is checked when it is used.
    static func check(_ database: Database) throws(JobError) {
        let count = try stored { () throws(DatabaseError) in
            try database.prepare("SELECT COUNT(*) FROM marker").first { $0.integer(0) } ?? 0
        }
        var parts: [UInt8] = []
        for name in ["head", "space", "fit", "notes"] { parts += try value(name, database) ?? [] }
        guard try value("digest", database) == digest(of: parts, String(count)) else {
            throw .changed("head")
        }
    }

    static func rows(_ database: Database) throws(JobError) -> [JobRow] {
        let rows = try stored { () throws(DatabaseError) in
            let select = try database.prepare(
                "SELECT ordinal, id, state, version, code FROM marker ORDER BY ordinal")
            return try select.all { row -> JobRow? in
                guard let id = row.text(1).flatMap({ WireID($0).uuid }),
                    let word = JobState.Word(rawValue: row.text(2) ?? "")
                else { return nil }
                let state = JobState(word, version: row.isNull(3) ? nil : row.integer(3), code: row.text(4))
                return JobRow(ordinal: Int(row.integer(0)), id: id, state: state)
            }
        }
        if let place = rows.firstIndex(where: { $0 == nil }) { throw .damaged("marker \(place)") }
        return rows.compactMap(\.self)
    }

    static func item(
        _ row: JobRow, in database: Database, of head: JobHead
    ) throws(JobError) -> JobItem {
        let found = try stored { () throws(DatabaseError) in
            let select = try database.prepare("SELECT before, target, digest FROM marker WHERE ordinal = ?")
            return try select.first(.integer(Int64(row.ordinal))) { row in
                (before: row.bytes(0) ?? [], target: row.text(1) ?? "", digest: row.bytes(2) ?? [])
            }
        }
        guard let found, found.digest == digest(of: found.before, found.target) else {
            throw .changed("marker \(row.ordinal)")
        }
        guard let before = try? Marker(found.before), before.id == row.id,
            let target = try? JSONValue(found.target).storedQuad
        else { throw .damaged("marker \(row.ordinal)") }
        let isTimed = head.straightened?.law.kind == .time
        return JobItem(
            ordinal: row.ordinal, before: before, target: target,
            time: isTimed ? before.created?.timeIntervalSince1970 : nil, state: row.state)
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

    private static func digest(of bytes: [UInt8], _ text: String) -> [UInt8] {
        var digest = SHA256()
        bytes.withUnsafeBufferPointer { digest.add($0) }
        Array(text.utf8).withUnsafeBufferPointer { digest.add($0) }
        return Array(digest.hex.utf8)
    }
}

/// A finding about the plan of a job, which its job keeps for whoever reads it later.
public struct JobNote: Hashable, Sendable {
    /// The finding as a word that never changes meaning, such as `FINDINGS_TRAVEL`.
    public var code: String
    /// Whether the plan fails because of it.
    public var fails: Bool
    /// The meaning with its numbers, and what to do about it.
    public var sentence: String

    package init(_ code: String, fails: Bool, _ sentence: String) {
        (self.code, self.fails, self.sentence) = (code, fails, sentence)
    }
}

extension JobNote {
    /// Notes as JSON, which people can read, too.
    static func json(_ notes: [JobNote]) -> [UInt8] {
        JSONWriter.array { json in
            for note in notes {
                json.object { json in
                    json.member("code", note.code)
                    json.member("fails", note.fails)
                    json.member("sentence", note.sentence)
                }
            }
        }
    }

    static func all(in json: [UInt8]) throws(JobError) -> [JobNote] {
        guard let value = try? JSONValue(json), value.kind == .array else { throw .damaged("notes") }
        return try value.elements.map { (note) throws(JobError) in
            guard let code = note["code"]?.string, let fails = note["fails"]?.bool,
                let sentence = note["sentence"]?.string
            else { throw .damaged("notes") }
            return JobNote(code, fails: fails, sentence)
        }
    }
}
