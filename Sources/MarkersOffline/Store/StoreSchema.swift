internal import SQLiteStore

/// The layout of a store in its file.
enum StoreSchema {
    /// `QSTO`, which identifies SQLite files of this kind.
    private static let applicationID: Int64 = 0x5153_544f
    /// Incremented when older versions of this software could no longer read the file.
    private static let format: Int64 = 1

    private static let tables = [
        "CREATE TABLE store (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE kept (
            category TEXT PRIMARY KEY, validator TEXT, time TEXT, settled INTEGER NOT NULL, kept_at REAL NOT NULL,
            used INTEGER NOT NULL, size INTEGER NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL)
        """,
        """
        CREATE TABLE edit (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
            session TEXT NOT NULL, target TEXT NOT NULL, base BLOB NOT NULL, wanted BLOB NOT NULL,
            state TEXT NOT NULL, reason TEXT, code TEXT, attempts INTEGER NOT NULL, theirs BLOB)
        """,
        "CREATE INDEX edit_target ON edit (target, state)",
        "CREATE INDEX edit_state ON edit (state)",
        "CREATE TABLE damaged (category TEXT NOT NULL, noticed_at REAL NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL)",
    ]

    /// Opens a store; makes one where there is no file, or one whose creation was interrupted.
    static func open(_ path: String, for server: String) throws(StoreError) -> Database {
        let database: Database, application: Int64, format: Int64
        do throws(DatabaseError) {
            database = try Database(.file(path), .existing)
            application = try number("application_id", database)
            format = try number("user_version", database)
        } catch {
            throw error.code == .corrupt ? .notAStore(path) : StoreError(error)
        }
        if application == 0, try names(in: database).isEmpty {
            try create(in: database, for: server)
        }
        guard application == 0 || application == applicationID else { throw .notAStore(path) }
        guard format <= StoreSchema.format else {
            throw .newer(path, format: format, known: StoreSchema.format)
        }
        try requireTables(database, path)
        let bound = try value("server", in: database) ?? ""
        guard bound == server else { throw .anotherServer(ofStore: bound, asked: server) }
        try stored { () throws(DatabaseError) in
            try database.run("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        }
        return database
    }

    private static func create(in database: Database, for server: String) throws(StoreError) {
        try stored { () throws(DatabaseError) in
            try database.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
            try database.transaction { () throws(DatabaseError) in
                for table in tables { try database.run(table) }
                try database.prepare("INSERT INTO store VALUES ('server', ?)").run(.text(server))
                try database.run("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(format)")
            }
        }
    }

    private static func names(in database: Database) throws(StoreError) -> [String] {
        try stored { () throws(DatabaseError) in
            try database.prepare("SELECT name FROM sqlite_schema").all { $0.text(0) ?? "" }
        }
    }

    /// Refuses a file with anything but these tables: a view in place of one may never end, and a trigger may write.
    private static func requireTables(_ database: Database, _ path: String) throws(StoreError) {
        let made = try stored { () throws(DatabaseError) in
            let select = try database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
            return try select.all { words($0.text(0) ?? "") }
        }
        // SQLite makes one of its own for AUTOINCREMENT.
        let own = made.filter { $0 != words("CREATE TABLE sqlite_sequence(name,seq)") }
        guard Set(own) == Set(tables.map(words)) else { throw .notAStore(path) }
        let verdict = try stored { () throws(DatabaseError) in
            try database.prepare("PRAGMA quick_check(1)").first { $0.text(0) }
        }
        guard verdict == "ok" else { throw .damaged("a page") }
    }

    /// The words of a statement, however it is broken into lines.
    private static func words(_ statement: String) -> [Substring] {
        statement.split { $0 == " " || $0 == "\n" }
    }

    private static func number(_ pragma: String, _ database: Database) throws(DatabaseError) -> Int64 {
        try database.prepare("PRAGMA " + pragma).first { $0.integer(0) } ?? 0
    }

    static func value(_ name: String, in database: Database) throws(StoreError) -> String? {
        try stored { () throws(DatabaseError) in
            try database.prepare("SELECT value FROM store WHERE name = ?").first(.text(name)) { $0.text(0) }
        } ?? nil
    }
}
