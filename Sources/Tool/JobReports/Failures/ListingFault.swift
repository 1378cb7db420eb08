import Markers
package import MarkersEndpoint
package import MarkersJobs
package import ToolTerminal

/// Something that was asked for and that a server does not have.
package struct ListingFault {
    package let error: SpaceListingError
    package let server: Origin

    package var exitCode: ExitCode {
        if case .unreadable = error { .network } else { .usage }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    package var text: String {
        let (message, remedy) = error.explained(to: .terminal, server: "\(server)")
        guard case .noSpace(let name, let known) = error, let near = nearest(to: name, among: known) else {
            return joined((message, remedy))
        }
        return "\(message); did you mean \(quoted(near))? \(remedy ?? "")"
    }
}

extension UnreadableElement {
    /// Its kind, its name and what is wrong with it; safe for a terminal.
    package var text: String { text(to: .terminal) }
}
