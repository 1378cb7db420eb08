internal import Foundation
internal import Markers
internal import SQLiteStore

enum QueueChange: Sendable {
    case add(QueuedEdit)
    case want(UUID, base: [UInt8], wanted: [UInt8], frame: String?)
    case set(UUID, QueuedEdit.State, reason: ParkReason? = nil, code: String? = nil, theirs: [UInt8]? = nil)
    case rebase(UUID, target: UUID, base: [UInt8])
    /// The motion of its session, for which it is parked.
    case motion(UUID, SessionMotion?)
    /// Takes the list of a session that is kept as the frame of edits.
    case keepFrame(session: UUID)
    /// Keeps a list of a session as the frame that another motion leads from.
    case addFrame(String, [UInt8])
    /// Keeps a fit, and withdraws the edits of its session that ask for another.
    case addFit(String, [UInt8], session: UUID)

    func make(in database: Database) throws(DatabaseError) {
        switch self {
        case .add(let edit): try Self.add(edit, to: database)
        case .want(let id, let base, let wanted, let frame):
            try database.prepare("UPDATE edit SET base = ?, wanted = ?, frame = ? WHERE id = ?").run(
                .bytes(base), .bytes(wanted), frame.map { .text($0) } ?? .null, .text(id.wireText))
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
        case .motion(let id, let motion):
            try database.prepare("UPDATE edit SET motion = ? WHERE id = ?").run(
                motion.map { .bytes($0.json) } ?? .null, .text(id.wireText))
        case .keepFrame(let session):
            try database.prepare(
                "INSERT OR IGNORE INTO frame SELECT digest, body FROM kept WHERE category = ? AND digest != ''"
            ).run(.text(CacheCategory.markers(session).name))
        case .addFrame(let tag, let body):
            try database.prepare("INSERT OR IGNORE INTO frame VALUES (?, ?)").run(.text(tag), .bytes(body))
        case .addFit(let digest, let body, let session):
            try database.prepare("INSERT OR IGNORE INTO fit VALUES (?, ?)").run(.text(digest), .bytes(body))
            try database.prepare(
                """
                UPDATE edit SET state = 'dropped', reason = ?
                WHERE session = ? AND fit <> ? AND state IN ('waiting', 'parked')
                """
            ).run(
                .text(ParkReason.superseded.rawValue), .text(session.wireText), .text(digest))
        }
    }

    private static func add(_ edit: QueuedEdit, to database: Database) throws(DatabaseError) {
        try database.prepare(
            "INSERT INTO edit (\(QueuedEdit.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        ).run(
            .text(edit.id.wireText), .text(edit.kind.rawValue), .text(edit.session.wireText),
            .text(edit.target.wireText), .bytes(edit.base), .bytes(edit.wanted),
            .text(edit.state.rawValue), edit.reason.map { .text($0.rawValue) } ?? .null,
            edit.code.map { .text($0) } ?? .null, .integer(Int64(edit.attempts)),
            edit.theirs.map { .bytes($0) } ?? .null, edit.frame.map { .text($0) } ?? .null,
            edit.motion.map { .bytes($0.json) } ?? .null, edit.fit.map { .text($0) } ?? .null)
    }
}

extension QueuedEdit {
    /// The columns of an edit, in the order in which they are read and written.
    static let columns =
        "id, kind, session, target, base, wanted, state, reason, code, attempts, theirs, frame, motion, fit"

    /// An edit of a row; `nil` if a value in it is none that this software writes.
    init?(_ row: Statement.Row) {
        func uuid(_ column: Int32) -> UUID? { row.text(column).flatMap { WireID($0).uuid } }
        guard let id = uuid(0), let kind = row.text(1).flatMap(Kind.init), let session = uuid(2),
            let target = uuid(3), let state = row.text(6).flatMap(State.init)
        else { return nil }
        let reason = row.text(7), motion = row.bytes(12)
        self.init(
            id: id, kind: kind, session: session, target: target, state: state,
            reason: reason.flatMap(ParkReason.init), code: row.text(8), attempts: Int(row.integer(9)),
            base: row.bytes(4) ?? [], wanted: row.bytes(5) ?? [], theirs: row.bytes(10),
            frame: row.text(11), motion: motion.flatMap(SessionMotion.init(json:)), fit: row.text(13))
        if reason != nil, self.reason == nil { return nil }
        if motion != nil, self.motion == nil { return nil }
    }
}
