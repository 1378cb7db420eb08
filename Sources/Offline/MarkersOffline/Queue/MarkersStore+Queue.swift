internal import Foundation
internal import Markers
internal import SQLiteStore

extension MarkersStore {
    /// The ended edits that are kept to be looked at, the latest.
    private static let mostEnded: Int64 = 10_000

    /// The edits in one of these states, in the order in which they were made.
    public func edits(_ states: Set<QueuedEdit.State> = Set(QueuedEdit.State.allCases)) throws(StoreError)
        -> [QueuedEdit]
    {
        try rows(where: "state IN (\(Self.list(states)))")
    }

    func edit(_ id: UUID) throws(StoreError) -> QueuedEdit? {
        try rows(where: "id = ?", .text(id.wireText)).first
    }

    /// The edits of a marker that are not ended, in the order in which they were made.
    func openEdits(
        of target: UUID, _ states: Set<QueuedEdit.State> = QueuedEdit.State.open
    ) throws(StoreError) -> [QueuedEdit] {
        try rows(where: "target = ? AND state IN (\(Self.list(states)))", .text(target.wireText))
    }

    /// The ids of the edits that wait or were sent, in the order in which they were made.
    func waitingIDs() throws(StoreError) -> [UUID] {
        try ids("SELECT id FROM edit WHERE state IN ('waiting', 'sent') ORDER BY number")
    }

    /// The markers that have edits to be sent, those with the oldest first: their edits are read as their turn comes, so that a long
    /// queue takes no memory.
    func waitingTargets() throws(StoreError) -> [UUID] {
        try ids(
            """
            SELECT target FROM edit WHERE state IN ('waiting', 'sent') AND kind <> 'create'
            GROUP BY target ORDER BY MIN(number)
            """)
    }

    /// The markers that are to be made, by session; the sessions with the oldest first.
    func waitingCreations() throws(StoreError) -> [(session: UUID, ids: [UUID])] {
        let sessions = try ids(
            """
            SELECT session FROM edit WHERE state IN ('waiting', 'sent') AND kind = 'create'
            GROUP BY session ORDER BY MIN(number)
            """)
        var result: [(session: UUID, ids: [UUID])] = []
        for session in sessions {
            let ids = try ids(
                """
                SELECT id FROM edit WHERE state IN ('waiting', 'sent') AND kind = 'create' AND session = ?
                ORDER BY number
                """, .text(session.wireText))
            result.append((session, ids))
        }
        return result
    }

    /// Notes that waiting edits are sent from now on, on the disk, and returns them as they are at that moment; of the others those
    /// that were sent before. With each, whether it was sent before.
    func take(_ ids: [UUID]) throws(StoreError) -> [(edit: QueuedEdit, wasSent: Bool)] {
        var taken: [(edit: QueuedEdit, wasSent: Bool)] = []
        for id in ids {
            guard var edit = try edit(id), [.waiting, .sent].contains(edit.state) else { continue }
            let wasSent = edit.state == .sent
            edit.state = .sent
            taken.append((edit, wasSent))
        }
        try change(taken.filter { !$0.wasSent }.map { .set($0.edit.id, .sent) })
        return taken
    }

    /// The fit of a digest, as it was saved.
    func fit(_ digest: String) throws(StoreError) -> [UInt8]? {
        try blob("SELECT body FROM fit WHERE digest = ?", digest)
    }

    /// The digest of the latest fit that edits of a session ask for.
    func latestFit(of session: UUID) throws(StoreError) -> String? {
        let database = database
        return try stored { () throws(DatabaseError) in
            try database.prepare(
                "SELECT fit FROM edit WHERE session = ? AND fit IS NOT NULL ORDER BY number DESC LIMIT 1"
            ).first(.text(session.wireText)) { $0.text(0) }
        } ?? nil
    }

    /// The list of a session that edits were made on; `nil` if it is not kept or damaged.
    func frame(_ tag: String) throws(StoreError) -> [UInt8]? {
        let body = try blob("SELECT body FROM frame WHERE tag = ?", tag)
        return body.flatMap { SHA256.hex(of: $0[...]) == tag ? $0 : nil }
    }

    /// The digest of the list of a session that is kept.
    func frameTag(of session: UUID) throws(StoreError) -> String? {
        let database = database
        return try stored { () throws(DatabaseError) in
            try database.prepare("SELECT digest FROM kept WHERE category = ? AND digest != ''").first(
                .text(CacheCategory.markers(session).name)
            ) { $0.text(0) }
        } ?? nil
    }

    /// Drops what no edit needs any more: ended edits but for the latest, and lists and fits of none.
    func sweep() throws(StoreError) {
        let database = database
        try stored { () throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                try database.prepare(
                    """
                    DELETE FROM edit WHERE state IN ('done', 'dropped')
                        AND number <= (SELECT MAX(number) FROM edit) - ?
                    """
                ).run(.integer(Self.mostEnded))
                let isOpen = "state IN ('waiting', 'sent', 'parked')"
                try database.run(
                    """
                    DELETE FROM fit WHERE digest NOT IN
                        (SELECT fit FROM edit WHERE fit IS NOT NULL AND \(isOpen));
                    DELETE FROM frame WHERE tag NOT IN
                        (SELECT frame FROM edit WHERE frame IS NOT NULL AND \(isOpen)
                        UNION SELECT json_extract(CAST(motion AS TEXT), '$.frame') FROM edit
                            WHERE motion IS NOT NULL AND \(isOpen))
                    """)
            }
        }
    }

    /// Does all of several changes of the queue, or none; they are on the disk when it returns.
    func change(_ changes: [QueueChange]) throws(StoreError) {
        guard !changes.isEmpty else { return }
        let database = database
        try together { () throws(StoreError) in
            try stored { () throws(DatabaseError) in
                for change in changes { try change.make(in: database) }
            }
        }
    }

    /// Does all of several steps by one commit, or none of them; steps of steps belong to the outermost.
    func together<Result>(_ steps: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        guard !database.isInTransaction else { return try steps() }
        return try database.transaction(steps) { StoreError($0) }
    }

    private func rows(where condition: String, _ values: Statement.Value...) throws(StoreError)
        -> [QueuedEdit]
    {
        let database = database
        let rows = try stored { () throws(DatabaseError) in
            var rows: [QueuedEdit?] = []
            let select = try database.prepare(
                "SELECT \(QueuedEdit.columns) FROM edit WHERE \(condition) ORDER BY number")
            try select.forEach(values) { row in rows.append(QueuedEdit(row)) }
            return rows
        }
        if let place = rows.firstIndex(where: { $0 == nil }) { throw .damaged("edit \(place + 1)") }
        return rows.compactMap(\.self)
    }

    private func ids(_ select: String, _ values: Statement.Value...) throws(StoreError) -> [UUID] {
        let database = database
        let ids = try stored { () throws(DatabaseError) in
            var ids: [UUID?] = []
            try database.prepare(select).forEach(values) { row in
                ids.append(row.text(0).flatMap { WireID($0).uuid })
            }
            return ids
        }
        if let place = ids.firstIndex(where: { $0 == nil }) { throw .damaged("edit \(place + 1)") }
        return ids.compactMap(\.self)
    }

    private func blob(_ select: String, _ key: String) throws(StoreError) -> [UInt8]? {
        let database = database
        return try stored { () throws(DatabaseError) in
            try database.prepare(select).first(.text(key)) { $0.bytes(0) }
        } ?? nil
    }

    private static func list(_ states: Set<QueuedEdit.State>) -> String {
        states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    }
}
