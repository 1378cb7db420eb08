import Markers
package import MarkersOffline
package import ToolTerminal

extension Failure {
    /// A store of kept markers and queued edits that cannot be used, by its file.
    package static func store(file: String, _ error: StoreError) -> Failure {
        let exitCode: ExitCode = if case .anotherServer = error { .usage } else { .unreadable }
        return Failure(
            exitCode, code: error.code, file: file,
            "\(fileLabel(file)): \(error.code), \(joined(error.explained(to: .terminal)))")
    }

    /// An edit of a store on which this cannot be decided.
    package static func edit(_ id: String, _ error: EditError) -> Failure {
        if case .store(let fault) = error {
            Failure(
                .unreadable, code: error.code,
                "edit \(visible(id)): \(joined(fault.explained(to: .terminal)))")
        } else {
            Failure(
                .usage, code: error.code,
                "edit \(visible(id)): \(error.code), this cannot be done with it; --list shows its state and reason"
            )
        }
    }
}
