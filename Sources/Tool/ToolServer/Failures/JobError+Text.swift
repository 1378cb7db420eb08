import Markers
import MarkersEndpoint
import ToolTerminal

extension JobError {
    /// The message: what was found, and the next thing to try; safe for a terminal.
    package var text: String {
        let (message, remedy) = explained(to: .terminal)
        return message + (remedy.map { separator + $0 } ?? "")
    }
}
