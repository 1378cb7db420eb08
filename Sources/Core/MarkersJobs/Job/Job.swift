public import Foundation
public import Markers
public import MarkersEndpoint
internal import QuadGeometry
internal import SQLiteStore

/// A recalibration in one SQLite file: its inputs, what was there before, and its progress.
///
/// The plan and everything that was there before are on the disk before anything is sent. Progress that is written later
/// only saves requests to the server, so it may be lost without harm.
public actor Job {
    /// Progress is written in groups of so many, or as soon as this time has passed since the last.
    private static let group = 256
    private static let interval = Duration.milliseconds(250)

    public nonisolated let path: String
    public nonisolated let head: JobHead
    let database: Database
    /// `nil` if others may write to the file.
    private var lock: FileLock?
    private var unwritten: [(ordinal: Int, state: JobState)] = []
    private var written = ContinuousClock.now

    private init(_ path: String, _ head: JobHead, _ database: sending Database, _ lock: FileLock?) {
        (self.path, self.head, self.database, self.lock) = (path, head, database, lock)
    }

    /// Creates the file of a plan with everything that an undo needs: the markers and the space as they were received, and
    /// the saved fit of the motion, if there is one. It keeps the notes on the plan.
    public static func create(
        at path: String, _ head: JobHead, _ plan: RecalibrationPlan, space: [UInt8], fit: [UInt8]? = nil,
        notes: [JobNote] = [], marks: Bool = false
    ) throws(JobError) -> Job {
        let lock = try JobFile.lock(path)
        try JobFile.create(path)
        let database = try stored { () throws(DatabaseError) in try Database(.file(path), .existing) }
        try stored { () throws(DatabaseError) in
            try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try database.transaction { () throws(DatabaseError) in
                try JobSchema.create(in: database)
                try JobSchema.fill(database, head, plan, space: space, fit: fit, notes: notes)
                if marks { try JobSchema.marks(database) }
                // Last, so that a file without it is one whose creation was interrupted.
                try JobSchema.mark(database, head)
            }
            // So that the one file has everything.
            try database.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA synchronous = NORMAL")
        }
        return Job(path, head, database, lock)
    }

    /// Opens a job to continue it; refused for a server other than the one it was planned on.
    public static func open(at path: String, server: String) throws(JobError) -> Job {
        // Before the lock, which would be created beside any file.
        _ = try JobSchema.head(in: try JobSchema.open(path, .readOnly), path)
        let lock = try JobFile.lock(path)
        let database = try JobSchema.open(path, .existing)
        let head = try JobSchema.head(in: database, path)
        guard head.server == server else { throw .anotherServer(ofJob: head.server, asked: server) }
        try JobSchema.check(database)
        try stored { () throws(DatabaseError) in try database.run("PRAGMA synchronous = NORMAL") }
        return Job(path, head, database, lock)
    }

    /// Opens a job for reading only, even while another process runs it.
    public static func read(at path: String) throws(JobError) -> Job {
        let database = try JobSchema.open(path, .readOnly)
        return Job(path, try JobSchema.head(in: database, path), database, nil)
    }

    /// The state of each marker, in the order of sending.
    public func rows() throws(JobError) -> [JobRow] {
        try flush()
        return try JobSchema.rows(database)
    }

    /// The marker of a row with what was there before; refused if that was changed in the file.
    public func item(_ row: JobRow) throws(JobError) -> JobItem {
        try JobSchema.item(row, in: database, of: head)
    }

    /// The ids of all markers of its sessions that the plan knew.
    public func seen() throws(JobError) -> Set<UUID> { try JobSchema.seen(database) }

    /// Counts the markers in each state.
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

    /// The saved fit of the motion, byte for byte.
    public func fit() throws(JobError) -> [UInt8]? { try JobSchema.value("fit", database) }

    /// The notes on its plan, the most serious first; none in jobs that older versions made.
    package func notes() throws(JobError) -> [JobNote] {
        try JobSchema.value("notes", database).map(JobNote.all(in:)) ?? []
    }

    /// The space as it was received.
    public func spaceBefore() throws(JobError) -> [UInt8] { try JobSchema.value("space", database) ?? [] }

    /// The state of the space's vector, in the vector mode.
    public func vectorState() throws(JobError) -> JobState {
        let word = try JobSchema.value("vector", database).map { String(decoding: $0, as: UTF8.self) }
        return JobState(word.flatMap(JobState.Word.init) ?? .pending)
    }

    /// Writes all of it to a new file that only its owner may read, and that is on the disk before this returns.
    func copy(to copy: String) throws(JobError) {
        try flush()
        try JobFile.create(copy)
        // The file is a literal, not an argument, in the grammar of some versions.
        let quoted = copy.replacing("'", with: "''")
        do throws(JobError) {
            try stored { () throws(DatabaseError) in
                try database.run("VACUUM INTO '\(quoted)'")
                // Like the job itself, and unlike what was just written, it can be read after a process was killed in the middle of a write.
                try Database(.file(copy), .existing).run("PRAGMA journal_mode = WAL")
            }
            guard let file = FileHandle(forUpdatingAtPath: copy), (try? file.synchronize()) != nil else {
                throw .file(copy, status: EIO)
            }
        } catch {
            try? FileManager.default.removeItem(atPath: copy)
            throw error
        }
    }

    /// Writes the progress and lets others open the job, which is otherwise held as long as anything refers to it.
    public func close() throws(JobError) {
        try flush()
        lock = nil
    }

    func requireOpen() throws(JobError) {
        guard lock != nil else { throw .closed(path) }
    }

    /// Records the state of the space's vector.
    public func record(vector word: JobState.Word) throws(JobError) {
        try record("vector", Array(word.rawValue.utf8))
    }

    /// Records the locks that are held for it, so that they can be resumed after a crash; none once they are released.
    public func record(locks: [LockTicket]) throws(JobError) {
        try record("locks", LockTicket.json(locks))
    }

    /// The locks that were last recorded.
    public func locks() throws(JobError) -> [LockTicket] {
        guard let json = try JobSchema.value("locks", database), let value = try? JSONValue(json) else {
            return []
        }
        return value.elements.compactMap(LockTicket.init)
    }

    /// Whether corners may have been sent without the server having recalculated what it derives from them.
    func detailsAreDue() throws(JobError) -> Bool {
        try JobSchema.value("details", database) == Array("due".utf8)
    }

    func record(detailsAreDue: Bool) throws(JobError) {
        try record("details", Array((detailsAreDue ? "due" : "done").utf8))
    }

    /// Whether a run that puts it back has begun, and has not come to its own end.
    func isUndoing() throws(JobError) -> Bool {
        try JobSchema.value("undoing", database) == Array("yes".utf8)
    }

    func record(isUndoing: Bool) throws(JobError) {
        try record("undoing", Array((isUndoing ? "yes" : "no").utf8))
    }

    func marks() throws(JobError) -> Bool { try JobSchema.value("marks", database) == Array("yes".utf8) }

    private func record(_ name: String, _ value: [UInt8]) throws(JobError) {
        try requireOpen()
        try stored { () throws(DatabaseError) in
            try database.prepare("INSERT OR REPLACE INTO job VALUES (?, ?)").run(.text(name), .bytes(value))
        }
    }

    /// Records the state of a marker, which is on the disk a quarter of a second later or once ``flush()`` returns.
    public func record(_ ordinal: Int, _ state: JobState) throws(JobError) {
        try requireOpen()
        unwritten.append((ordinal, state))
        guard unwritten.count >= Job.group || ContinuousClock.now - written >= Job.interval else { return }
        try flush()
    }

    /// Writes the recorded progress.
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

/// The file of a job, as far as the file system is concerned.
enum JobFile {
    /// Keeps other processes out of a job.
    static func lock(_ path: String) throws(JobError) -> FileLock {
        do throws(FileLock.Failure) { return try FileLock(of: path) } catch {
            switch error {
            case .held(let holder): throw .held(path, by: holder)
            case .file(let lock, let status): throw .file(lock, status: status)
            }
        }
    }

    /// Creates an empty file that only its owner may read; fails if it exists.
    static func create(_ path: String) throws(JobError) {
        do throws(PrivateFile.Failure) { try PrivateFile.create(path) } catch {
            switch error {
            case .exists: throw .exists(path)
            case .file(let file, let status): throw .file(file, status: status)
            }
        }
    }

    static func remove(_ path: String) {
        for suffix in ["", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        removeLogs(path)
    }

    /// Removes what a process that was killed left beside a job, which belongs to that file alone.
    private static func removeLogs(_ path: String) {
        for suffix in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Puts one in the place of another; refused while a process has that.
    static func replace(_ path: String, by new: String) throws(JobError) {
        let lock = try lock(path)
        defer { withExtendedLifetime(lock) {} }
        removeLogs(path)
        guard rename(new, path) == 0 else { throw .file(path, status: errno) }
    }
}

extension JobError {
    init(_ error: DatabaseError) {
        self = .storage(code: error.code.rawValue, detail: "\(error.message) (\(error.context.prefix(80)))")
    }
}

/// The result of a call of SQLite, with its error as one of a job.
func stored<Result>(_ body: () throws(DatabaseError) -> Result) throws(JobError) -> Result {
    do throws(DatabaseError) { return try body() } catch { throw JobError(error) }
}
