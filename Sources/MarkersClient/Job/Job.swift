public import Foundation
public import Markers
internal import QuadGeometry
internal import SQLiteStore

/// One recalibration, kept in one SQLite file: what it was made of, what was there before, and how far it got.
///
/// The plan and all that was there before are on the disk before anything is sent. What is written later are hints that
/// spare looking at the server, so that it may be lost without harm.
public actor Job {
    /// Progress is written in groups of so many, or as soon as this has passed since the last.
    private static let group = 256
    private static let interval = Duration.milliseconds(250)

    public nonisolated let path: String
    public nonisolated let head: JobHead
    let database: Database
    /// `nil` where others may write to the file.
    private var lock: JobLock?
    private var unwritten: [(ordinal: Int, state: JobState)] = []
    private var written = ContinuousClock.now

    private init(_ path: String, _ head: JobHead, _ database: sending Database, _ lock: JobLock?) {
        (self.path, self.head, self.database, self.lock) = (path, head, database, lock)
    }

    /// Makes the file of a plan and puts everything into it that undoing will need: the markers and the space as they were
    /// received, and the saved fit that the motion is from, where it is from one.
    public static func create(
        at path: String, _ head: JobHead, _ plan: RecalibrationPlan, space: [UInt8], fit: [UInt8]? = nil
    ) throws(JobError) -> Job {
        let lock = try JobLock(of: path)
        try makePrivateFile(path)
        let database = try stored { () throws(DatabaseError) in try Database(.file(path), .existing) }
        try stored { () throws(DatabaseError) in
            try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try database.transaction { () throws(DatabaseError) in
                try JobSchema.create(in: database)
                try JobSchema.fill(database, head, plan, space: space, fit: fit)
                // Last, so that a file without it is one whose creation was interrupted.
                try JobSchema.mark(database)
            }
            // So that the one file has it all.
            try database.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = NORMAL")
        }
        return Job(path, head, database, lock)
    }

    /// Opens a job to go on with it; refused for another server than it was planned on.
    public static func open(at path: String, server: String) throws(JobError) -> Job {
        // Before the lock, which would be made beside whatever file this is.
        _ = try JobSchema.head(in: try JobSchema.open(path, .readOnly), path)
        let lock = try JobLock(of: path)
        let database = try JobSchema.open(path, .existing)
        let head = try JobSchema.head(in: database, path)
        guard head.server == server else { throw .anotherServer(ofJob: head.server, asked: server) }
        try JobSchema.check(database)
        try stored { () throws(DatabaseError) in try database.run("PRAGMA synchronous = NORMAL") }
        return Job(path, head, database, lock)
    }

    /// Opens a job only to look into it, even while another process works on it.
    public static func read(at path: String) throws(JobError) -> Job {
        let database = try JobSchema.open(path, .readOnly)
        return Job(path, try JobSchema.head(in: database, path), database, nil)
    }

    /// How far each marker got, in the order to send them.
    public func rows() throws(JobError) -> [JobRow] {
        try flush()
        return try JobSchema.rows(database)
    }

    /// The marker of a row with what was there before; refused where that is not what was put into the file.
    public func item(_ row: JobRow) throws(JobError) -> JobItem { try JobSchema.item(row, in: database) }

    /// The ids of all markers of its sessions that the plan looked at.
    public func seen() throws(JobError) -> Set<UUID> { try JobSchema.seen(database) }

    /// How many markers stand where.
    public func counts() throws(JobError) -> [JobState.Word: Int] {
        try flush()
        return try stored { () throws(DatabaseError) in
            let count = try database.prepare("SELECT state, COUNT(*) FROM marker GROUP BY state")
            let rows = try count.all { row in (row.text(0) ?? "", Int(row.integer(1))) }
            return Dictionary(rows.compactMap { row in JobState.Word(rawValue: row.0).map { ($0, row.1) } }) {
                $0 + $1
            }
        }
    }

    /// The saved fit that the motion is from, byte for byte.
    public func fit() throws(JobError) -> [UInt8]? { try JobSchema.value("fit", database) }

    /// The space as it was received.
    public func spaceBefore() throws(JobError) -> [UInt8] { try JobSchema.value("space", database) ?? [] }

    /// Where the space's vector stands, in the vector mode.
    public func vectorState() throws(JobError) -> JobState {
        let word = try JobSchema.value("vector", database).map { String(decoding: $0, as: UTF8.self) }
        return JobState(word.flatMap(JobState.Word.init) ?? .pending)
    }

    /// Writes what was noted, and lets others open the job; without, it is held as long as anything refers to it.
    public func close() throws(JobError) {
        try flush()
        lock = nil
    }

    private func requireOpen() throws(JobError) {
        guard lock != nil else { throw .closed(path) }
    }

    /// Notes where the space's vector stands.
    public func record(vector word: JobState.Word) throws(JobError) {
        try record("vector", Array(word.rawValue.utf8))
    }

    /// Notes the locks that are held for it, so that they can be gone on with after a crash; none once they are given back.
    public func record(locks: [LockTicket]) throws(JobError) {
        try record("locks", LockTicket.json(locks))
    }

    /// The locks that were held for it when it was last written to.
    public func locks() throws(JobError) -> [LockTicket] {
        guard let json = try JobSchema.value("locks", database), let value = try? JSONValue(json) else {
            return []
        }
        return value.elements.compactMap(LockTicket.init)
    }

    private func record(_ name: String, _ value: [UInt8]) throws(JobError) {
        try requireOpen()
        try stored { () throws(DatabaseError) in
            try database.prepare("INSERT OR REPLACE INTO job VALUES (?, ?)").run(.text(name), .bytes(value))
        }
    }

    /// Notes how far a marker got; it is on the disk a quarter of a second later, or once ``flush()`` returns.
    public func record(_ ordinal: Int, _ state: JobState) throws(JobError) {
        try requireOpen()
        unwritten.append((ordinal, state))
        guard unwritten.count >= Job.group || ContinuousClock.now - written >= Job.interval else { return }
        try flush()
    }

    /// Writes what was noted.
    public func flush() throws(JobError) {
        guard !unwritten.isEmpty else { return }
        let states = unwritten
        try stored { () throws(DatabaseError) in
            let update = try database.prepare(
                "UPDATE marker SET state = ?, version = ?, code = ? WHERE ordinal = ?")
            try database.transaction { () throws(DatabaseError) in
                for (ordinal, state) in states {
                    try update.run(
                        .text(state.word.rawValue), state.version.map { .integer($0) } ?? .null,
                        state.code.map { .text($0) } ?? .null, .integer(Int64(ordinal)))
                }
            }
        }
        unwritten.removeAll(keepingCapacity: true)
        written = .now
    }
}
