internal import Foundation
internal import Markers
internal import SQLiteStore

/// The documents of the server and the log of what was done to them, in SQLite.
///
/// Every write belongs to a transaction that the caller opens, with its line in the log.
final class Store {
    private let database: Database
    private let find, owned, all, previous, insert, change, remove: Statement
    private let logEffect, listEffects, logFault, listFaults: Statement
    /// The numbers of documents ever made and effects logged; ids and dates of a seed count by them.
    private(set) var documentCount: Int64
    private(set) var effectCount: Int64
    /// The last change of every document and list.
    private(set) var changes = ChangeNumbers()

    private static let format: Int64 = 1
    /// "quac", so that other programs know the file.
    private static let application: Int64 = 0x7175_6163

    /// - Parameter file: nil to keep everything in memory.
    init(_ file: String?) throws(DatabaseError) {
        if let file {
            // SQLite would let everybody read it; where this fails, SQLite says why.
            let descriptor = open(file, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            if descriptor >= 0 { close(descriptor) }
        }
        let database = try Database(file.map { .file($0) } ?? .memory)
        self.database = database
        let isNew = try database.prepare("SELECT 1 FROM sqlite_schema").first { _ in true } == nil
        func header(_ name: String) throws(DatabaseError) -> Int64 {
            try database.prepare("PRAGMA \(name)").first { $0.integer(0) } ?? 0
        }
        let (application, format) = (try header("application_id"), try header("user_version"))
        guard isNew || application == Store.application && format <= Store.format else {
            throw DatabaseError(foreign: file ?? "")
        }
        try database.run(
            """
            PRAGMA locking_mode = EXCLUSIVE;
            PRAGMA journal_mode = \(file == nil ? "MEMORY" : "WAL");
            PRAGMA synchronous = \(file == nil ? "OFF" : "NORMAL");
            """)
        if isNew {
            let schema = Store.schema
            try database.transaction { () throws(DatabaseError) in try database.run(schema) }
        }
        find = try database.prepare("SELECT body, previous FROM document WHERE id = ? AND kind = ?")
        owned = try database.prepare(
            "SELECT body FROM document WHERE kind = ? AND owner = ? ORDER BY number")
        all = try database.prepare("SELECT body FROM document WHERE kind = ? ORDER BY number")
        previous = try database.prepare(
            "SELECT body, previous FROM document WHERE kind = ? AND (?2 IS NULL OR owner = ?2) ORDER BY number"
        )
        insert = try database.prepare(
            "INSERT INTO document (id, kind, owner, body) VALUES (?, ?, ?, ?)")
        change = try database.prepare(
            "UPDATE document SET owner = ?, previous = body, body = ? WHERE id = ?")
        remove = try database.prepare("DELETE FROM document WHERE id = ?")
        logEffect = try database.prepare(
            "INSERT INTO effect (at, request, agent, action, kind, id, version, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        listEffects = try database.prepare(
            "SELECT number, at, request, agent, action, kind, id, version, body FROM effect "
                + "WHERE number > ? AND (?2 IS NULL OR id = ?2) ORDER BY number LIMIT ?3")
        logFault = try database.prepare(
            "INSERT INTO fault (request, method, path, fault) VALUES (?, ?, ?, ?)")
        listFaults = try database.prepare(
            "SELECT number, request, method, path, fault FROM fault ORDER BY number")
        let counted = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?")
        documentCount = try counted.first("document") { $0.integer(0) } ?? 0
        effectCount = try counted.first("effect") { $0.integer(0) } ?? 0
    }

    private static let schema = """
        PRAGMA application_id = \(application);
        PRAGMA user_version = \(format);
        CREATE TABLE document (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, owner TEXT, body TEXT NOT NULL, previous TEXT
        );
        CREATE INDEX document_owner ON document (owner, kind);
        CREATE TABLE effect (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          at TEXT NOT NULL, request INTEGER NOT NULL, agent TEXT, action TEXT NOT NULL, kind TEXT NOT NULL,
          id TEXT NOT NULL, version INTEGER, body TEXT
        );
        CREATE INDEX effect_id ON effect (id);
        CREATE TABLE fault (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          request INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, fault TEXT NOT NULL
        );
        """

    /// Does all of `body` or nothing.
    func transaction<Result>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
        let counts = (documentCount, effectCount)
        do throws(Problem) { return try database.transaction(body, failing: Problem.init) } catch {
            (documentCount, effectCount) = counts
            throw error
        }
    }

    /// The text of a document, or the one before its last change; nil where there is none.
    func text(_ kind: Kind, _ id: String, previous: Bool = false) throws(Problem) -> [UInt8]? {
        try asked { () throws(DatabaseError) in
            try find.first(.text(id), .text(kind.rawValue)) { $0.bytes(previous ? 1 : 0) } ?? nil
        }
    }

    /// The texts of all documents of a kind, or of those that belong to one thing, oldest first.
    func texts(_ kind: Kind, of owner: String? = nil) throws(Problem) -> [[UInt8]] {
        try asked { () throws(DatabaseError) in
            guard let owner else { return try all.all(.text(kind.rawValue)) { $0.bytes(0) ?? [] } }
            return try owned.all(.text(kind.rawValue), .text(owner)) { $0.bytes(0) ?? [] }
        }
    }

    /// The texts before their last change, of those that were changed, and the present ones of all others.
    func previousTexts(
        _ kind: Kind, of owner: String? = nil
    ) throws(Problem) -> [(text: [UInt8], isPrevious: Bool)] {
        try asked { () throws(DatabaseError) in
            try previous.all(.text(kind.rawValue), owner.map { .text($0) } ?? .null) { row in
                (row.bytes(1) ?? row.bytes(0) ?? [], !row.isNull(1))
            }
        }
    }

    func documents(_ kind: Kind, of owner: String? = nil) throws(Problem) -> [Document] {
        try texts(kind, of: owner).map { Document(text: $0) }
    }

    func document(_ kind: Kind, _ id: String) throws(Problem) -> Document {
        guard let text = try text(kind, id) else { throw .missing(kind, id) }
        return Document(text: text)
    }

    func insert(_ kind: Kind, _ document: Document, id: String, owner: String?) throws(Problem) {
        try insert(kind, text: document.text, id: id, owner: owner)
    }

    func insert(_ kind: Kind, text: [UInt8], id: String, owner: String?) throws(Problem) {
        try asked { () throws(DatabaseError) in
            try insert.run(
                .text(id), .text(kind.rawValue), owner.map { .text($0) } ?? .null, .utf8(text))
        }
        documentCount += 1
        changes.note(kind, id, owner: owner, isNew: true)
    }

    /// Keeps records that are not there yet; no client sent them, so no effect is logged.
    func load(_ records: [SandboxRecord]) throws(Problem) {
        guard !records.isEmpty else { return }
        try transaction { () throws(Problem) in
            for record in records where try text(record.content, record.id.wireText) == nil {
                try insert(
                    record.content, text: record.json, id: record.id.wireText, owner: record.owner?.wireText)
            }
        }
    }

    func replace(_ kind: Kind, _ document: Document, id: String, owner: String?) throws(Problem) {
        try asked { () throws(DatabaseError) in
            try change.run(owner.map { .text($0) } ?? .null, .utf8(document.text), .text(id))
        }
        changes.note(kind, id, owner: owner)
    }

    func remove(_ kind: Kind, _ id: String) throws(Problem) {
        try asked { () throws(DatabaseError) in try remove.run(.text(id)) }
        changes.note(kind, id, owner: nil)
    }

    func log(_ effect: Effect) throws(Problem) {
        try asked { () throws(DatabaseError) in
            try logEffect.run(
                .text(effect.at), .integer(Int64(effect.request)), effect.agent.map { .text($0) } ?? .null,
                .text(effect.action.rawValue), .text(effect.kind), .text(effect.id),
                effect.version.map { .integer($0) } ?? .null,
                effect.body.map { .text($0) } ?? .null)
        }
        effectCount += 1
    }

    /// Effects in the order they happened, of one thing or of all.
    func effects(after number: Int64 = 0, of id: String? = nil, atMost: Int64 = .max) throws(Problem)
        -> [Effect]
    {
        try asked { () throws(DatabaseError) in
            try listEffects.all(.integer(number), id.map { .text($0) } ?? .null, .integer(atMost)) { row in
                Effect(
                    number: row.integer(0), at: row.text(1) ?? "", request: Int(row.integer(2)),
                    agent: row.text(3), action: row.text(4).flatMap(Effect.Action.init) ?? .update,
                    kind: row.text(5) ?? "", id: row.text(6) ?? "",
                    version: row.isNull(7) ? nil : row.integer(7), body: row.text(8))
            }
        }
    }

    func log(_ fault: FiredFault) throws(Problem) {
        try asked { () throws(DatabaseError) in
            try logFault.run(
                .integer(Int64(fault.request)), .text(fault.method), .text(fault.path), .text(fault.fault))
        }
    }

    func faults() throws(Problem) -> [FiredFault] {
        try asked { () throws(DatabaseError) in
            try listFaults.all { row in
                FiredFault(
                    request: Int(row.integer(1)), method: row.text(2) ?? "", path: row.text(3) ?? "",
                    fault: row.text(4) ?? "")
            }
        }
    }

    private func asked<Result>(_ body: () throws(DatabaseError) -> Result) throws(Problem) -> Result {
        do throws(DatabaseError) { return try body() } catch { throw Problem(error) }
    }
}

/// Numbers that grow with every change of a document or of a list, so that a validator needs no look at any text.
///
/// A change that is undone leaves its number behind, which only makes a client read once more than it must.
struct ChangeNumbers {
    /// By id of a document, by kind, and by kind and owner.
    private var latest: [String: Int] = [:]
    /// The owner that a document had when it was last changed.
    private var owners: [String: String] = [:]
    private var count = 0
    /// The number below which nothing is known to be unchanged.
    private var floor = 0

    mutating func note(_ kind: Kind, _ id: String, owner: String?, isNew: Bool = false) {
        count += 1
        if let former = owners[id] {
            latest[Self.list(kind, of: former)] = count
        } else if !isNew, kind.parent != nil {
            // It was made before this process, and may have moved from a list that nobody here knows.
            floor = count
        }
        latest[id] = count
        latest[Self.list(kind)] = count
        if let owner {
            owners[id] = owner
            latest[Self.list(kind, of: owner)] = count
        }
    }

    /// The number of the last change of a document or a list.
    subscript(thing: String) -> Int { max(latest[thing] ?? 0, floor) }

    /// The name of a list of all documents of a kind, or of those that belong to one thing.
    static func list(_ kind: Kind, of owner: String? = nil) -> String {
        owner.map { kind.rawValue + "/" + $0 } ?? kind.rawValue
    }
}

/// Locks, presence and tokens, which expire by themselves and are lost when the server ends.
struct Leases {
    private var ends: [String: [String: Double]] = [:]

    mutating func holders(of thing: String, at now: Double) -> [String] {
        ends[thing] = ends[thing]?.filter { $0.value > now }
        return (ends[thing] ?? [:]).keys.sorted()
    }

    /// Whether somebody holds a thing; without a look at who else does.
    func isHeld(_ thing: String, by holder: String, at now: Double) -> Bool {
        ends[thing]?[holder].map { $0 > now } ?? false
    }

    mutating func grant(_ thing: String, to holder: String, until end: Double) {
        ends[thing, default: [:]][holder] = end
    }

    /// Ends the lease of a holder; returns false where there was none.
    mutating func end(_ thing: String, of holder: String, at now: Double) -> Bool {
        let held = holders(of: thing, at: now).contains(holder)
        ends[thing]?[holder] = nil
        return held
    }

    mutating func endAll(_ thing: String) { ends[thing] = nil }
}

/// A write that took effect; the store keeps it in the same transaction.
///
/// Replaying the bodies of a marker's effects in order gives the present marker, so a checker can count the writes
/// of each client.
public struct Effect: Hashable, Sendable {
    /// The place in the log, from 1 on and without gaps.
    public var number: Int64
    public var at: String
    /// The number of the request, which its answer has in `X-Request-Number`.
    public var request: Int
    /// The `User-Agent` of the client.
    public var agent: String?
    public var action: Action
    /// The kind of document, such as `marker`.
    public var kind: String
    public var id: String
    /// The version after the write.
    public var version: Int64?
    /// The body that the client sent.
    public var body: String?

    /// The kind of write.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case create, update, delete, details
    }
}

/// A fault that reached a client.
public struct FiredFault: Hashable, Sendable {
    /// The number of the request.
    public var request: Int
    public var method: String
    public var path: String
    /// The ``Fault/text`` of the fault.
    public var fault: String
}

/// A request that a sandbox has answered: never a body or a header field.
public struct LoggedRequest: Hashable, Sendable {
    /// The number of the request since the sandbox began, counted from 1, in the order in which they arrived.
    public let number: Int
    /// The method in capitals.
    public let method: String
    /// The path with the query, as it was written.
    public let path: String
    /// The status of the answer as it left; nil where a fault took its place.
    public let status: Int?
}

/// The latest requests of a sandbox, in the order in which they were answered.
struct RequestLog {
    /// The most requests that are kept.
    static let longest = 10_000
    /// The number of those that are listed where no other was asked for.
    static let usualCount = 100

    private var entries: [LoggedRequest] = []

    var latest: ArraySlice<LoggedRequest> { entries.suffix(Self.longest) }

    mutating func add(_ request: LoggedRequest) {
        // Twice as many, so that seldom anything is moved.
        if entries.count >= 2 * Self.longest { entries.removeFirst(Self.longest) }
        entries.append(request)
    }
}
