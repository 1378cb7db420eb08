internal import CSQLite

/// A compiled statement.
///
///     let find = try store.prepare("SELECT version FROM marker WHERE id = ?")
///     let version = try find.first("a") { $0.integer(0) }
package final class Statement {
    package enum Value: Hashable, Sendable, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
        ExpressibleByIntegerLiteral
    {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        /// Text as its UTF-8.
        case utf8([UInt8])
        case bytes([UInt8])

        package init(nilLiteral: ()) { self = .null }
        package init(stringLiteral text: String) { self = .text(text) }
        package init(integerLiteral number: Int64) { self = .integer(number) }
    }

    private let handle: OpaquePointer

    /// Compiles a statement for a connection, which SQLite keeps open as long as it has statements.
    init(_ text: String, in database: OpaquePointer) throws(DatabaseError) {
        var prepared: OpaquePointer?
        let status = sqlite3_prepare_v3(
            database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard status == SQLITE_OK, let prepared else {
            throw status == SQLITE_OK
                ? DatabaseError(SQLITE_MISUSE, "no statement", text)
                : DatabaseError(status, in: database, text)
        }
        handle = prepared
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement to its end with values for its parameters, in order.
    package func run(_ values: Value...) throws(DatabaseError) {
        try forEach(values) { _ throws(DatabaseError) in }
    }

    /// The result of `read` for the first row; nil if there is none.
    package func first<Result>(
        _ values: Value..., read: (Row) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result? {
        defer { reset() }
        try bind(values)
        return try step() ? try read(Row(handle: handle)) : nil
    }

    /// The results of `read` for every row, in order.
    package func all<Result>(
        _ values: Value..., read: (Row) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> [Result] {
        var results: [Result] = []
        try forEach(values) { row throws(DatabaseError) in results.append(try read(row)) }
        return results
    }

    /// Passes every row to `body`, in order.
    package func forEach(
        _ values: [Value] = [], _ body: (Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        defer { reset() }
        try bind(values)
        while try step() { try body(Row(handle: handle)) }
    }

    /// Makes it ready to be run again, without the values that it had.
    private func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    private func bind(_ values: [Value]) throws(DatabaseError) {
        guard values.count == Int(sqlite3_bind_parameter_count(handle)) else {
            throw DatabaseError(SQLITE_MISUSE, "\(values.count) values", text)
        }
        for (index, value) in values.enumerated() {
            let place = Int32(index) + 1
            let status =
                switch value {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, number)
                case .real(let number): sqlite3_bind_double(handle, place, number)
                case .text(var text):
                    text.withUTF8 { utf8 in
                        utf8.withMemoryRebound(to: CChar.self) {
                            quadcal_sqlite_bind_text(handle, place, $0.baseAddress, UInt64($0.count))
                        }
                    }
                case .utf8(let bytes):
                    bytes.withUnsafeBufferPointer {
                        $0.withMemoryRebound(to: CChar.self) {
                            quadcal_sqlite_bind_text(handle, place, $0.baseAddress, UInt64($0.count))
                        }
                    }
                case .bytes(let bytes):
                    bytes.withUnsafeBufferPointer {
                        quadcal_sqlite_bind_blob(handle, place, $0.baseAddress, UInt64($0.count))
                    }
                }
            guard status == SQLITE_OK else { throw error(status) }
        }
    }

    /// Steps to the next row; `false` at the end.
    private func step() throws(DatabaseError) -> Bool {
        let status = sqlite3_step(handle)
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw error(status)
        }
    }

    private func error(_ status: Int32) -> DatabaseError {
        DatabaseError(status, in: sqlite3_db_handle(handle), text)
    }

    private var text: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }
}

extension Statement {
    /// A row while it is being read; columns are counted from 0.
    package struct Row {
        let handle: OpaquePointer

        package func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

        /// The column as an integer; 0 if it is none.
        package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

        /// The column as a number; 0 if it is none.
        package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

        /// The column as text; `nil` for NULL.
        package func text(_ column: Int32) -> String? {
            isNull(column) ? nil : String(decoding: bytes(column) ?? [], as: UTF8.self)
        }

        /// The column's bytes; `nil` for NULL.
        package func bytes(_ column: Int32) -> [UInt8]? {
            guard !isNull(column) else { return nil }
            let start = sqlite3_column_blob(handle, column)
            return Array(
                UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
        }
    }
}
