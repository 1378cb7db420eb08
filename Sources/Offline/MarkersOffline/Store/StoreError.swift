internal import Foundation
public import Markers
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

extension StoreError: ExplainedError {
    /// The state of the file.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    /// The state of the file, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String?) {
        switch self {
        case .file(let path, let status):
            (
                "\(listener.shown(path)) cannot be used (\(String(cString: strerror(status))))",
                "name a file in a folder you may write to"
            )
        case .notAStore(let path):
            (
                "\(listener.shown(path)) is not a store",
                "name one that keeps markers, or a file that does not exist"
            )
        case .newer(let path, let format, let known):
            (
                "\(listener.shown(path)) is a store of format \(format), but \(known) is the latest known here",
                "update quadcal"
            )
        case .held(let path, let holder):
            ("\(listener.shown(holder)) is using \(listener.shown(path))", "wait until that has ended")
        case .anotherServer(let server, let asked):
            (
                "it keeps the markers of \(listener.shown(server)), not of \(listener.shown(asked))",
                "name a file of its own for each server"
            )
        case .damaged(let what):
            (
                "\(listener.shown(what)) in it cannot be read",
                "bring it up to date with a sync, or restore the file"
            )
        case .storage(let kind, let detail):
            (
                "\(code), \(listener.shown(detail))",
                kind == DatabaseError.Code.notPrivate.rawValue
                    ? nil : "check the disk, and that the file is whole"
            )
        }
    }
}
