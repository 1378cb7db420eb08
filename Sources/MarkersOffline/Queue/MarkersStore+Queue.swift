internal import Foundation
internal import Markers
internal import SQLiteStore

extension MarkersStore {
    private static let columns =
        "id, kind, session, target, base, wanted, state, reason, code, attempts, theirs"

    /// The edits in one of these states, in the order in which they were made.
    public func edits(_ states: Set<QueuedEdit.State> = Set(QueuedEdit.State.allCases)) throws(StoreError)
        -> [QueuedEdit]
    {
        try rows(where: "state IN (\(Self.list(states)))")
    }

    /// An edit.
    func edit(_ id: UUID) throws(StoreError) -> QueuedEdit? {
        try rows(where: "id = ?", .text(id.wireText)).first
    }

    /// The edits of a marker that are not ended, in the order in which they were made.
    func openEdits(of target: UUID) throws(StoreError) -> [QueuedEdit] {
        try rows(
            where: "target = ? AND state IN (\(Self.list([.waiting, .sent, .parked])))",
            .text(target.wireText))
    }

    /// Notes that waiting edits are sent from now on, on the disk, and returns them as they are at that moment; of the others those
    /// that were sent before.
    func take(_ ids: [UUID]) throws(StoreError) -> [QueuedEdit] {
        var taken: [QueuedEdit] = []
        for id in ids {
            guard var edit = try edit(id), [.waiting, .sent].contains(edit.state) else { continue }
            edit.state = .sent
            taken.append(edit)
        }
        try change(taken.map { .set($0.id, .sent) })
        return taken
    }

    private func rows(where condition: String, _ values: Statement.Value...) throws(StoreError)
        -> [QueuedEdit]
    {
        let database = database
        let rows = try stored { () throws(DatabaseError) in
            var rows: [QueuedEdit?] = []
            let select = try database.prepare(
                "SELECT \(Self.columns) FROM edit WHERE \(condition) ORDER BY number")
            try select.forEach(values) { row in rows.append(QueuedEdit(row)) }
            return rows
        }
        if let place = rows.firstIndex(where: { $0 == nil }) { throw .damaged("edit \(place + 1)") }
        return rows.compactMap(\.self)
    }

    private static func list(_ states: Set<QueuedEdit.State>) -> String {
        states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    }

    /// Does all of several changes of the queue, or none; they are on the disk when it returns.
    func change(_ changes: [QueueChange]) throws(StoreError) {
        guard !changes.isEmpty else { return }
        let database = database
        try stored { () throws(DatabaseError) in
            try database.transaction { () throws(DatabaseError) in
                for change in changes { try Self.make(change, in: database) }
            }
        }
    }

    private static func make(_ change: QueueChange, in database: Database) throws(DatabaseError) {
        switch change {
        case .add(let edit):
            try database.prepare(
                "INSERT INTO edit (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            ).run(
                .text(edit.id.wireText), .text(edit.kind.rawValue), .text(edit.session.wireText),
                .text(edit.target.wireText), .bytes(edit.base), .bytes(edit.wanted),
                .text(edit.state.rawValue), edit.reason.map { .text($0.rawValue) } ?? .null,
                edit.code.map { .text($0) } ?? .null, .integer(Int64(edit.attempts)),
                edit.theirs.map { .bytes($0) } ?? .null)
        case .want(let id, let wanted):
            try database.prepare("UPDATE edit SET wanted = ? WHERE id = ?").run(
                .bytes(wanted), .text(id.wireText))
        case .set(let id, let state, let reason, let code, let theirs):
            try database.prepare(
                "UPDATE edit SET state = ?, reason = ?, code = ?, theirs = ?, attempts = attempts + ? WHERE id = ?"
            ).run(
                .text(state.rawValue), reason.map { .text($0.rawValue) } ?? .null,
                code.map { .text($0) } ?? .null, theirs.map { .bytes($0) } ?? .null,
                .integer(code == nil ? 0 : 1), .text(id.wireText))
        case .rebase(let id, let target, let base):
            try database.prepare("UPDATE edit SET target = ?, base = ? WHERE id = ?").run(
                .text(target.wireText), .bytes(base), .text(id.wireText))
        }
    }
}

/// One change of a queue.
enum QueueChange: Sendable {
    case add(QueuedEdit)
    case want(UUID, [UInt8])
    case set(UUID, QueuedEdit.State, reason: ParkReason? = nil, code: String? = nil, theirs: [UInt8]? = nil)
    case rebase(UUID, target: UUID, base: [UInt8])
}

extension QueuedEdit {
    /// An edit of a row; `nil` if a value in it is none that this software writes.
    fileprivate init?(_ row: Statement.Row) {
        func uuid(_ column: Int32) -> UUID? { row.text(column).flatMap { WireID($0).uuid } }
        guard let id = uuid(0), let kind = row.text(1).flatMap(Kind.init), let session = uuid(2),
            let target = uuid(3), let state = row.text(6).flatMap(State.init)
        else { return nil }
        let reason = row.text(7)
        self.init(
            id: id, kind: kind, session: session, target: target, state: state,
            reason: reason.flatMap(ParkReason.init), code: row.text(8), attempts: Int(row.integer(9)),
            base: row.bytes(4) ?? [], wanted: row.bytes(5) ?? [], theirs: row.bytes(10))
        if reason != nil, self.reason == nil { return nil }
    }
}
