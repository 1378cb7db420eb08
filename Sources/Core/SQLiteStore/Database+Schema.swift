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
