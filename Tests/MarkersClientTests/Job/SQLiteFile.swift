import SQLiteStore

/// A file that a test changes behind everybody's back.
enum SQLiteFile {
    static func run(_ statements: String, in path: String) throws {
        try Database(.file(path), .existing).run(statements)
    }
}
