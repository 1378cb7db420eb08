internal import SQLiteStore

/// The reason why a store cannot be used.
public enum StoreError: Error, Hashable, Sendable {
    /// A system call on this file failed, with its error number.
    case file(String, status: Int32)
    /// The file is something else than a store.
    case notAStore(String)
    /// The file was made by a later version of this software.
    case newer(String, format: Int64, known: Int64)
    /// Another process has it; with its description of itself.
    case held(String, by: String)
    /// It keeps the markers of one server and was opened for another.
    case anotherServer(ofStore: String, asked: String)
    /// A value in it cannot be read.
    case damaged(String)
    /// The database failed.
    case storage(code: String, detail: String)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .file: "STORE_FILE"
        case .notAStore: "NOT_A_STORE"
        case .newer: "STORE_IS_NEWER"
        case .held: "STORE_IS_HELD"
        case .anotherServer: "ANOTHER_SERVER"
        case .damaged: "STORE_IS_DAMAGED"
        case .storage(let code, _): "STORE_\(code)"
        }
    }

    init(_ error: DatabaseError) {
        self = .storage(code: error.code.rawValue, detail: error.message)
    }
}

/// Runs work on a database, whose failures become those of the store.
func stored<Result>(_ body: () throws(DatabaseError) -> Result) throws(StoreError) -> Result {
    do throws(DatabaseError) { return try body() } catch { throw StoreError(error) }
}
