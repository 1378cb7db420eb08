internal import CSQLite
internal import Foundation

/// A connection to an SQLite database, for one thread at a time.
///
///     let store = try Database(.file("job.quadcal"))
///     try store.run("CREATE TABLE IF NOT EXISTS marker (id TEXT PRIMARY KEY, version INTEGER)")
///     let insert = try store.prepare("INSERT INTO marker VALUES (?, ?)")
///     try store.transaction { () throws(DatabaseError) in try insert.run("a", 1) }
package final class Database {
    package enum Location: Hashable, Sendable {
        /// Lost when the connection closes.
        case memory
        case file(String)
    }

    /// The handling of a missing file.
    package enum Opening: Sendable {
        case existing, creating, readOnly
    }

    private let handle: OpaquePointer
    /// The milliseconds that a call waits for another connection.
    private static let patience: Int32 = 2000
    /// Statements compiled on first use.
    private var bounds: [Bound: OpaquePointer] = [:]
    /// The statements compiled so far, by their text: compiling one takes longer than running it.
    private var compiled: [String: Statement] = [:]
    /// More texts than any file of ours needs.
    private static let mostCompiled = 64

    private enum Bound: String { case begin = "BEGIN IMMEDIATE", commit = "COMMIT" }

    /// Opens a database; the contents of a file are not trusted to run code or to change its own schema.
    package init(_ location: Location, _ opening: Opening = .creating) throws(DatabaseError) {
        let name =
            switch location {
            case .memory: ":memory:"
            case .file(let name): name
            }
        let flags =
            switch opening {
            case .existing: SQLITE_OPEN_READWRITE
            case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .readOnly: SQLITE_OPEN_READONLY
            }
        var found: FileIdentity?
        if case .file(let path) = location {
            found = try Database.check(path, isWritten: opening != .readOnly)
        }
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw DatabaseError(status, message, name)
        }
        // Another file may have taken the name meanwhile. It is not opened once more, which would end this process's locks on it.
        guard found == nil || found == FileIdentity(name) else {
            sqlite3_close_v2(opened)
            throw DatabaseError(SQLITE_CANTOPEN, "the file has changed while it was opened", name)
        }
        handle = opened
        sqlite3_busy_timeout(opened, Database.patience)
        for option in [SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_ENABLE_FKEY] {
            _ = quadcal_sqlite_configure(handle, option, 1)
        }
        _ = quadcal_sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    }

    /// Refuses a file that is not a database. One that is opened for writing must also belong to this user and be closed to others, since
    /// its contents are sent with the user's credentials. The same holds for the files that SQLite plays back into it.
    private static func check(_ path: String, isWritten: Bool) throws(DatabaseError) -> FileIdentity? {
        var found: FileIdentity?
        for name in [path, path + "-wal", path + "-journal"] {
            // Opening a pipe to which nobody writes would not return.
            let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            guard descriptor >= 0 else {
                // SQLite says why it cannot be opened.
                if errno == ENOENT || name == path { continue }
                throw DatabaseError(SQLITE_CANTOPEN, String(cString: strerror(errno)), name)
            }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { continue }
            guard status.st_mode & S_IFMT == S_IFREG, name != path || mayBeDatabase(descriptor) else {
                throw DatabaseError(SQLITE_NOTADB, "file is not a database", name)
            }
            if name == path { found = FileIdentity(status) }
            guard isWritten else { continue }
            guard status.st_uid == geteuid() || status.st_uid == 0 else {
                throw DatabaseError(
                    notPrivate: name, "\(name) belongs to another user; copy it, and use the copy")
            }
            let isOpen =
                status.st_mode & 0o002 != 0 || status.st_mode & 0o020 != 0 && status.st_gid != getegid()
            if isOpen {
                throw DatabaseError(
                    notPrivate: name,
                    "others may write to \(name); chmod 600 it if it is as you left it, or keep it where modes count"
                )
            }
        }
        return found
    }

    /// Whether a file is empty, or begins as databases do: SQLite takes a shorter file for an empty one, and would write over it.
    private static func mayBeDatabase(_ descriptor: Int32) -> Bool {
        let magic = Array("SQLite format 3\0".utf8)
        var head: [UInt8] = []
        while head.count < magic.count {
            var piece = [UInt8](repeating: 0, count: magic.count - head.count)
            let count = pread(descriptor, &piece, piece.count, off_t(head.count))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            head += piece[..<count]
        }
        return head.isEmpty || head == magic
    }

    /// A file, by whatever name.
    private struct FileIdentity: Equatable {
        private let device: UInt64, number: UInt64

        init(_ status: stat) { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            self.init(status)
        }
    }

    deinit {
        for statement in bounds.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Runs statements that have no parameters, and ignores their rows.
    package func run(_ statements: String) throws(DatabaseError) {
        let status = sqlite3_exec(handle, statements, nil, nil, nil)
        guard status == SQLITE_OK else { throw error(status, statements) }
    }

    /// Compiles one statement, which can be run any number of times; one that nobody uses any more is given out again.
    package func prepare(_ statement: String) throws(DatabaseError) -> Statement {
        if let place = compiled.index(forKey: statement), isKnownUniquelyReferenced(&compiled.values[place]) {
            return compiled.values[place]
        }
        let prepared = try Statement(statement, in: handle)
        if compiled.count >= Database.mostCompiled { compiled.removeAll() }
        compiled[statement] = prepared
        return prepared
    }

    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Does all of `body` or nothing; the write lock is taken at once.
    package func transaction<Result, E: Error>(
        _ body: () throws(E) -> Result, failing wrap: (DatabaseError) -> E
    ) throws(E) -> Result {
        do throws(DatabaseError) { try pass(.begin) } catch { throw wrap(error) }
        do throws(E) {
            let result = try body()
            do throws(DatabaseError) { try pass(.commit) } catch { throw wrap(error) }
            return result
        } catch {
            // Some errors have already rolled back.
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    private func pass(_ bound: Bound) throws(DatabaseError) {
        if bounds[bound] == nil {
            var prepared: OpaquePointer?
            let status = sqlite3_prepare_v3(
                handle, bound.rawValue, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
            guard status == SQLITE_OK else { throw error(status, bound.rawValue) }
            bounds[bound] = prepared
        }
        guard let statement = bounds[bound] else { return }
        let status = sqlite3_step(statement)
        sqlite3_reset(statement)
        guard status == SQLITE_DONE else { throw error(status, bound.rawValue) }
    }

    /// Does all of `body` or nothing.
    package func transaction<Result>(
        _ body: () throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try transaction(body) { $0 }
    }

    package var changes: Int { Int(sqlite3_changes64(handle)) }

    package var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    private func error(_ status: Int32, _ context: String) -> DatabaseError {
        DatabaseError(status, in: handle, context)
    }
}

/// The check of a file that it has what this software made, and nothing else.
extension Database {
    /// The number of a pragma such as `user_version`.
    package func number(ofPragma name: String) throws(DatabaseError) -> Int64 {
        try prepare("PRAGMA " + name).first { $0.integer(0) } ?? 0
    }

    /// The statements that made its tables, indexes, views and triggers, but for those that SQLite makes by itself.
    package func statements() throws(DatabaseError) -> [SchemaStatement] {
        let select = try prepare(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
        return try select.all { SchemaStatement($0.text(0) ?? "") }
    }

    /// Whether its pages are sound: some that lead back to each other have rows without end.
    package func isWhole() throws(DatabaseError) -> Bool {
        try prepare("PRAGMA quick_check(1)").first { $0.text(0) } == "ok"
    }
}

/// A statement that makes a table or another part of a schema; equal to another however both are broken into lines.
package struct SchemaStatement: Hashable, Sendable {
    private let words: [String]

    package init(_ text: String) { words = text.split { $0 == " " || $0 == "\n" }.map(String.init) }
}
