internal import SQLiteStore

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
            used INTEGER NOT NULL, used_at REAL NOT NULL, size INTEGER NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL)
        """,
        """
        CREATE TABLE edit (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
            session TEXT NOT NULL, target TEXT NOT NULL, base BLOB NOT NULL, wanted BLOB NOT NULL,
            state TEXT NOT NULL, reason TEXT, code TEXT, attempts INTEGER NOT NULL, theirs BLOB,
            frame TEXT, motion BLOB, fit TEXT)
        """,
        "CREATE INDEX edit_target ON edit (target, state)",
        "CREATE INDEX edit_state ON edit (state)",
        "CREATE TABLE frame (tag TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE fit (digest TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
        "CREATE TABLE damaged (category TEXT NOT NULL, noticed_at REAL NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL)",
    ]

    /// Opens a store; makes one where there is no file, or one whose creation was interrupted.
    ///
    /// - Parameter server: The server that it must be of; `nil` for a store of any.
    static func open(_ path: String, for server: String?) throws(StoreError) -> Database {
        let database: Database, application: Int64, format: Int64
        do throws(DatabaseError) {
            database = try Database(.file(path), .existing)
            application = try database.number(ofPragma: "application_id")
            format = try database.number(ofPragma: "user_version")
        } catch {
            throw error.code == .corrupt ? .notAStore(path) : StoreError(error)
        }
        let isEmpty = try stored { () throws(DatabaseError) in try database.statements().isEmpty }
        if application == 0, isEmpty, let server { try create(in: database, for: server) }
        guard application == 0 || application == applicationID else { throw .notAStore(path) }
        guard format <= StoreSchema.format else {
            throw .newer(path, format: format, known: StoreSchema.format)
        }
        try requireTables(database, path)
        let bound = try value("server", in: database) ?? ""
        if let server, bound != server { throw .anotherServer(ofStore: bound, asked: server) }
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

    /// Refuses a file with anything but these tables: a view in place of one may never end, and a trigger may write.
    private static func requireTables(_ database: Database, _ path: String) throws(StoreError) {
        let made = try stored { () throws(DatabaseError) in try database.statements() }
        guard Set(made) == Set(tables.map(SchemaStatement.init)) else { throw .notAStore(path) }
        let isWhole = try stored { () throws(DatabaseError) in try database.isWhole() }
        guard isWhole else { throw .damaged("a page") }
    }

    static func value(_ name: String, in database: Database) throws(StoreError) -> String? {
        try stored { () throws(DatabaseError) in
            try database.prepare("SELECT value FROM store WHERE name = ?").first(.text(name)) { $0.text(0) }
        } ?? nil
    }
}
