public import Foundation

/// The reason why a space cannot be listed as asked.
public enum SpaceListingError: Error, Hashable, Sendable {
    /// There is no space of this key or id; with the keys that exist.
    case noSpace(String, known: [String])
    /// The id is neither a session nor a reference set of the space.
    case notInSpace(UUID, space: String)
    /// No session is in the old frame, so there is nothing to pair.
    case noOldSession(space: String)
    /// The space has no laser guide to pair anchors with.
    case noGuide(space: String)
    case failed(APIError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .noSpace: "NO_SPACE"
        case .notInSpace: "NOT_IN_SPACE"
        case .noOldSession: "NO_OLD_SESSION"
        case .noGuide: "NO_GUIDE"
        case .failed(let error): error.code
        }
    }
}
