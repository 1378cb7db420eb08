internal import Foundation
public import Markers
public import MarkersEndpoint
internal import SQLiteStore

/// A marker that somebody else had changed and that a job replaced, because it was told to.
public struct ReplacedMarker: Sendable {
    /// The marker with their values, byte for byte.
    public let marker: Marker
    /// The date of the replacement, as it is written.
    public let date: String
}

extension JobSchema {
    static let replacedTable = """
        CREATE TABLE replaced (
            id TEXT NOT NULL, version INTEGER NOT NULL, marker BLOB NOT NULL, date TEXT NOT NULL,
            PRIMARY KEY (id, version)) WITHOUT ROWID
        """

    /// Whether the file has that table, which older files lack.
    fileprivate static func hasReplaced(_ database: Database) throws(DatabaseError) -> Bool {
        try database.prepare("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'replaced'").first {
            $0.integer(0)
        } == 1
    }
}

extension Job {
    /// Keeps a marker with somebody else's values, on the disk before they are replaced.
    func keep(_ marker: Marker, version: Int64) throws(JobError) {
        try keep(marker.id.wireText, version, marker.text)
    }

    /// Keeps a space with somebody else's vector, on the disk before that is replaced. Spaces have no version, so each is kept.
    func keep(_ space: WireID, _ text: [UInt8]) throws(JobError) {
        try keep(space.text, Int64(try replacedSpaces().count), text)
    }

    private func keep(_ id: String, _ version: Int64, _ text: [UInt8]) throws(JobError) {
        try requireOpen()
        try stored { () throws(DatabaseError) in
            if try !JobSchema.hasReplaced(database) { try database.run(JobSchema.replacedTable) }
            try database.prepare("INSERT OR IGNORE INTO replaced VALUES (?, ?, ?, ?)").run(
                .text(id), .integer(version), .bytes(text), .text(Date().formatted(.iso8601)))
        }
    }

    /// The markers with other people's values that this job replaced.
    public func replaced() throws(JobError) -> [ReplacedMarker] {
        try stored { () throws(DatabaseError) in
            guard try JobSchema.hasReplaced(database) else { return [] }
            return try database.prepare("SELECT marker, date FROM replaced ORDER BY date, id").all { row in
                (try? Marker(row.bytes(0) ?? [])).map { ReplacedMarker(marker: $0, date: row.text(1) ?? "") }
            }.compactMap(\.self)
        }
    }

    /// The space with each vector of other people that this job replaced, the oldest first.
    public func replacedSpaces() throws(JobError) -> [Space] {
        try stored { () throws(DatabaseError) in
            guard try JobSchema.hasReplaced(database) else { return [] }
            let rows = try database.prepare("SELECT id, marker FROM replaced ORDER BY version").all { row in
                (id: row.text(0), space: row.bytes(1) ?? [])
            }
            return rows.filter { $0.id == head.space.text }.compactMap { try? Space(JSONValue($0.space)) }
        }
    }
}
