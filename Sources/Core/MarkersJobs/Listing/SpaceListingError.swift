public import Foundation
package import Markers
public import MarkersEndpoint

/// The reason why a space cannot be listed as asked.
public enum SpaceListingError: Error, Hashable, Sendable {
    /// There is no space of this key or id; with the keys that exist.
    case noSpace(String, known: [String])
    /// Several have this name, or an id that begins so; with the keys of spaces or the ids of sessions.
    case ambiguous(String, [String])
    /// No session of the space has an id that begins so; with the ids that exist.
    case noSession(String, space: String, known: [String])
    /// The server has it, but says something of it that is not understood.
    case unreadable(UnreadableElement)
    /// The id is neither a session nor a reference set of the space.
    case notInSpace(UUID, space: String)
    /// No session is in the old frame, so there is nothing to pair; with those that are done or archived, which move only if they are named.
    case noOldSession(space: String, closed: [UUID] = [])
    /// The space has no laser guide to pair anchors with.
    case noGuide(space: String)
    case failed(APIError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .noSpace: "NO_SPACE"
        case .ambiguous: "AMBIGUOUS_NAME"
        case .noSession: "NO_SESSION"
        case .unreadable: "NOT_UNDERSTOOD"
        case .notInSpace: "NOT_IN_SPACE"
        case .noOldSession: "NO_OLD_SESSION"
        case .noGuide: "NO_GUIDE"
        case .failed(let error): error.code
        }
    }
}

extension SpaceListingError {
    /// The reason why a list has no space of this key or id.
    package init(noSpace name: String, in list: ListReply<Space>) {
        let odd = list.unreadable(.space)
        let own = odd.first { $0.element.name == name || $0.element.id.map(WireID.init) == WireID(name) }
        // A list without anything that is understood says nothing about what the server has.
        if let one = own ?? (list.elements.isEmpty ? odd.first : nil) {
            self = .unreadable(one)
        } else {
            self = .noSpace(name, known: list.elements.map(\.key))
        }
    }
}
