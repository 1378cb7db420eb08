internal import CSQLite

package struct DatabaseError: Error, Hashable, Sendable {
    package var code: Code
    /// SQLite's own extended number.
    package var number: Int32
    package var message: String
    /// The statement, or the name of the file that was opened.
    package var context: String

    /// The kind of an error, as a word whose meaning never changes.
    package enum Code: String, Hashable, Sendable {
        /// Another connection holds the file.
        case busy = "BUSY"
        /// No space is left.
        case full = "FULL"
        case inputOutput = "IO"
        case readOnly = "READ_ONLY"
        case cannotOpen = "CANNOT_OPEN"
        /// Not a database, or a damaged one.
        case corrupt = "CORRUPT"
        /// A file that belongs to somebody else, or that others may write to.
        case notPrivate = "NOT_PRIVATE"
        /// A value that violates the schema.
        case constraint = "CONSTRAINT"
        case tooLarge = "TOO_LARGE"
        /// A wrong statement: an error in the program.
        case misuse = "MISUSE"
    }

    init(_ number: Int32, in connection: OpaquePointer, _ context: String) {
        self.init(number, String(cString: sqlite3_errmsg(connection)), context)
    }

    init(_ number: Int32, _ message: String, _ context: String) {
        (self.number, self.message, self.context) = (number, message, context)
        code =
            switch number & 0xff {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
            case SQLITE_FULL: .full
            case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_INTERRUPT: .inputOutput
            case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .readOnly
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
            case SQLITE_CONSTRAINT: .constraint
            case SQLITE_TOOBIG: .tooLarge
            default: .misuse
            }
    }
}

extension DatabaseError {
    /// A database of another program, or of a later version of this one.
    package init(foreign file: String) {
        self.init(SQLITE_NOTADB, "the file is of another program, or of a later version of this one", file)
    }

    init(notPrivate file: String, _ message: String) {
        self.init(SQLITE_PERM, message, file)
        code = .notPrivate
    }
}
