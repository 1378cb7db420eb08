public import Foundation
public import Markers

/// A list of the server that is kept as a whole.
public enum CacheCategory: Hashable, Sendable {
    /// The active spaces.
    case spaces
    /// The work sessions of a space.
    case sessions(WireID)
    /// The markers of a work session.
    case markers(UUID)

    /// Its name in requests and in the store.
    public var name: String {
        switch self {
        case .spaces: "spaces"
        case .sessions(let space): "sessions/" + (space.uuid?.wireText ?? space.text)
        case .markers(let session): "markers/" + session.wireText
        }
    }

    /// The category of a name; `nil` if there is none of this name.
    public init?(_ name: String) {
        let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        switch (parts[0], parts.count) {
        case ("spaces", 1): self = .spaces
        case ("sessions", 2) where !parts[1].isEmpty: self = .sessions(WireID(parts[1]))
        case ("markers", 2):
            guard let session = WireID(parts[1]).uuid else { return nil }
            self = .markers(session)
        default: return nil
        }
    }
}
