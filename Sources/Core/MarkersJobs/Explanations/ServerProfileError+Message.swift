internal import Foundation
public import Markers

extension ServerProfileError: ExplainedError {
    /// The member that is missing or has an unknown value.
    public var message: String { explained(to: .program).message }

    /// The next thing to try.
    public var remedy: String? { explained(to: .program).remedy }

    /// The member that is missing or has an unknown value, and the next thing to try.
    package func explained(to listener: Listener) -> (message: String, remedy: String) {
        (
            "is not a server profile: \(listener.quoted(member)) is missing or has an unknown value",
            "create one with \(listener.words(program: "a probe of the server", commandLine: "quadcal probe --out"))"
        )
    }
}
