internal import Foundation
internal import Markers
internal import MarkersEndpoint
internal import SQLiteStore

extension MarkersStore {
    /// The most bytes of all lists that are kept, least recently used first to go.
    package static let mostBytes = 64 << 20
    /// The time after which a list that nobody used is dropped, in seconds.
    package static let longestUnused = 30.0 * 86_400
    /// The damaged lists that are set aside, the latest.
    private static let mostDamaged: Int64 = 10

    /// Keeps a list in place of the one before it, and drops what there is no room for.
    ///
    /// Sessions with edits that are not ended are never dropped.
    func keep(_ list: KeptList) throws(StoreError) {
        let database = database, read = readSinceKeeping
        try stored { () throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                let now = Statement.Value.real(list.keptAt.timeIntervalSince1970)
                let touch = try database.prepare("UPDATE kept SET used = ?, used_at = ? WHERE category = ?")
                for name in read { try touch.run(.integer(try Self.nextUse(database)), now, .text(name)) }
                let used = try Self.nextUse(database)
                try database.prepare("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)").run(
                    .text(list.category.name), list.validator.map { .text($0.stored) } ?? .null,
                    list.time.map { .text($0) } ?? .null, .integer(list.isSettled ? 1 : 0),
                    now, .integer(used), now,
                    .integer(Int64(list.body.count)), .text(Self.digest(list.body)), .bytes(list.body))
                let busy = try database.prepare(
                    "SELECT DISTINCT session FROM edit WHERE state IN ('waiting', 'sent', 'parked')"
                ).all { "markers/" + ($0.text(0) ?? "") }
                try Self.prune(database, sparing: Set(busy + [list.category.name]), now: list.keptAt)
            }
        }
        readSinceKeeping.removeAll()
        seenWhole.insert(list.category.name)
    }

    /// A list that is kept; one whose bytes are not those that were kept is set aside and counts as absent.
    func kept(_ category: CacheCategory) throws(StoreError) -> KeptList? {
        let name = category.name
        readSinceKeeping.removeAll { $0 == name }
        readSinceKeeping.append(name)
        return try read(category)
    }

    /// The times of lists that are kept. The bytes of a list are compared with their digest once in each process, and again whenever
    /// the list is used: that costs more than all else that a validation does.
    func outlines(of categories: [CacheCategory]) throws(StoreError) -> [CacheCategory: KeptOutline] {
        let database = database
        for category in categories where !seenWhole.contains(category.name) { _ = try read(category) }
        let rows = try stored { () throws(DatabaseError) in
            try database.prepare("SELECT category, time, settled FROM kept WHERE digest != ''").all { row in
                (row.text(0) ?? "", KeptOutline(time: row.text(1), isSettled: row.integer(2) != 0))
            }
        }
        let outlines = Dictionary(rows, uniquingKeysWith: { first, _ in first })
        let found = categories.compactMap { category in outlines[category.name].map { (category, $0) } }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    private func read(_ category: CacheCategory) throws(StoreError) -> KeptList? {
        let database = database, name = category.name
        let list = try stored { () throws(DatabaseError) -> KeptList? in
            let select = try database.prepare(
                "SELECT validator, time, settled, kept_at, digest, body FROM kept WHERE category = ?")
            let found = try select.first(.text(name)) { row in
                (
                    list: KeptList(
                        category: category, validator: row.text(0).flatMap { Validator(stored: $0) },
                        time: row.text(1), isSettled: row.integer(2) != 0,
                        keptAt: Date(timeIntervalSince1970: row.real(3)), body: row.bytes(5) ?? []),
                    digest: row.text(4) ?? ""
                )
            }
            guard let found, !found.digest.isEmpty else { return nil }
            guard found.digest != Self.digest(found.list.body) else { return found.list }
            try Self.setAside(found.list, found.digest, in: database)
            return nil
        }
        if list != nil { seenWhole.insert(name) } else { seenWhole.remove(name) }
        return list
    }

    private static func setAside(
        _ list: KeptList, _ digest: String, in database: Database
    ) throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
            try database.prepare("INSERT INTO damaged VALUES (?, ?, ?, ?)").run(
                .text(list.category.name), .real(Date().timeIntervalSince1970), .text(digest),
                .bytes(list.body))
            // It stays one of the lists that are kept, to be read again.
            try database.prepare(
                "UPDATE kept SET validator = NULL, time = NULL, settled = 0, size = 0, digest = '', body = X'' WHERE category = ?"
            ).run(.text(list.category.name))
            try database.prepare("DELETE FROM damaged WHERE rowid <= (SELECT MAX(rowid) FROM damaged) - ?")
                .run(.integer(mostDamaged))
        }
    }

    func forget(_ category: CacheCategory) throws(StoreError) {
        let database = database
        try stored { () throws(DatabaseError) in
            try database.prepare("DELETE FROM kept WHERE category = ?").run(.text(category.name))
        }
    }

    /// The categories that are kept, by name.
    public func categories() throws(StoreError) -> [CacheCategory] {
        let database = database
        return try stored { () throws(DatabaseError) in
            try database.prepare("SELECT category FROM kept ORDER BY category").all { row in
                row.text(0).flatMap { CacheCategory($0) }
            }
        }.compactMap(\.self)
    }

    /// The categories whose bytes were damaged, and set aside; the latest last.
    public func damaged() throws(StoreError) -> [CacheCategory] {
        let database = database
        return try stored { () throws(DatabaseError) in
            try database.prepare("SELECT category FROM damaged ORDER BY rowid").all { row in
                row.text(0).flatMap { CacheCategory($0) }
            }
        }.compactMap(\.self)
    }

    /// Removes all that is kept, as on signing out; the edits stay, with nothing to compare their sessions with.
    public func clear() throws(StoreError) {
        let database = database
        try stored { () throws(DatabaseError) in
            try database.run(
                "DELETE FROM kept; DELETE FROM damaged; DELETE FROM frame; PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    private static func nextUse(_ database: Database) throws(DatabaseError) -> Int64 {
        try database.prepare("SELECT COALESCE(MAX(used), 0) + 1 FROM kept").first { $0.integer(0) } ?? 1
    }

    private static func prune(
        _ database: Database, sparing: Set<String>, now: Date
    ) throws(DatabaseError) {
        let rows = try database.prepare("SELECT category, size, used_at FROM kept ORDER BY used DESC").all {
            ($0.text(0) ?? "", Int($0.integer(1)), $0.real(2))
        }
        var bytes = 0
        let oldest = now.timeIntervalSince1970 - longestUnused
        let drop = try database.prepare("DELETE FROM kept WHERE category = ?")
        for (name, size, usedAt) in rows {
            bytes += size
            if bytes > mostBytes || usedAt < oldest, !sparing.contains(name) { try drop.run(.text(name)) }
        }
    }

    private static func digest(_ bytes: [UInt8]) -> String { SHA256.hex(of: bytes[...]) }
}
