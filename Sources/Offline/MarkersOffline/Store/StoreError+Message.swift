internal import Foundation
public import Markers
internal import SQLiteStore

extension StoreError: ExplainedError {
    /// The state of the file.
    public var message: String { explained(to: .program).message }

    /// The next thing to try.
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
