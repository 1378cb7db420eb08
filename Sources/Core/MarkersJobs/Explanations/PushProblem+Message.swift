internal import Foundation
public import Markers
import MarkersEndpoint

extension PushProblem: ExplainedError {
    /// The answer of the server.
    public var message: String { explained(to: .program).message }

    /// The next thing to try.
    public var remedy: String? { explained(to: .program).remedy }

    /// The answer of the server, and the next thing to try.
    ///
    /// - Parameters:
    ///   - listener: the one whom it is for.
    ///   - mode: what was written, if that is known.
    package func explained(to listener: Listener, _ mode: PushMode? = nil) -> (
        message: String, remedy: String
    ) {
        switch self {
        case .refused(let failure): failure.explained(to: listener)
        case .notAsWritten:
            (
                "the server acknowledges requests but stores something else"
                    + (mode.map { ", so \(listener.choice("mode", $0.rawValue)) cannot work" } ?? ""),
                "undo what was written, if anything was, and use another mode"
            )
        case .versionUnmoved:
            (
                "the server does not increase versions, so other people's edits would go unnoticed",
                "contact its operator"
            )
        case .versionWentBack: ("the server keeps returning older versions", "contact its operator")
        case .versionOutOfRange: ("the server has versions beyond 2^53", "contact its operator")
        case .givenUp: ("it failed after too many attempts", "resume later")
        }
    }
}

extension PushConflict: ExplainedError {
    /// The part that somebody else changed.
    public var message: String {
        switch self {
        case .corners: "somebody else changed the corners in the meantime"
        case .calibratedData: "somebody else changed the calibrated data in the meantime"
        case .vector: "somebody else changed the space's vector in the meantime"
        }
    }

    /// The next thing to try.
    public var remedy: String? { "look at it, and take theirs or overwrite it" }
}

extension MarkerImageError: ExplainedError {
    /// The thing that is missing, or cannot be read.
    public var message: String {
        switch self {
        case .missingVersion: "the marker was read without a version"
        case .unreadable(let error): error.message
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .missingVersion: "read it again"
        case .unreadable(let error): error.remedy
        }
    }
}
