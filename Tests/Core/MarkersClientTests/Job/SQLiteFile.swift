import SQLiteStore

/// A file that a test changes behind everybody's back.
enum SQLiteFile {
    static func run(_ statements: String, in path: String) throws {
        try Database(.file(path), .existing).run(statements)
    }

    /// The number of the page that a table begins in, from 1.
    static func rootPage(of table: String, in path: String) throws -> Int {
        let find = try Database(.file(path), .readOnly).prepare(
            "SELECT rootpage FROM sqlite_schema WHERE name = ?")
        return Int(try find.first(.text(table)) { $0.integer(0) } ?? 0)
    }
}
