public import Foundation
public import Markers
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

extension SpaceListingError: ExplainedError {
    /// The thing that was asked for, and what there is.
    public var message: String { explained(to: .program).message }

    public var remedy: String? { explained(to: .program).remedy }

    package func explained(
        to listener: Listener, server: String = "the server"
    ) -> (message: String, remedy: String?) {
        switch self {
        case .noSpace(let name, let known):
            (
                "\(server) has no space \(listener.quoted(name))",
                known.isEmpty ? "it has none yet" : "it has \(listed(known, listener.quoted))"
            )
        case .ambiguous(let name, let all):
            (
                "\(listener.quoted(name)) may be any of \(listed(all, listener.quoted)) on \(server)",
                "type more characters of the name"
            )
        case .noSession(let name, let space, let known):
            (
                "\(listener.quoted(space)) on \(server) has no session \(listener.quoted(name))",
                known.isEmpty ? "it has none yet" : "it has \(listed(known, listener.shown))"
            )
        case .unreadable(let one):
            ("\(server) lists \(one.text(to: listener)), which cannot be used as it is", "correct it there")
        case .notInSpace(let id, let space):
            (
                "\(id.wireText) is not a session or reference set of \(listener.quoted(space)) on \(server)",
                "check its sessions in the app"
            )
        case .noOldSession(let space, let closed):
            (
                "no session of \(listener.quoted(space)) is in the old frame, so there is nothing to pair",
                listener.words(
                    program:
                        "check which sessions are chosen; those that are done or archived only move if they are named",
                    commandLine:
                        "check --sessions or --before; sessions that are done or archived only move if they are named: "
                        + (closed.isEmpty
                            ? "--sessions ID"
                            : closed.map { "--sessions \($0.wireText)" }.joined(separator: " ")))
            )
        case .noGuide(let space):
            (
                "\(listener.quoted(space)) has no laser guide to pair anchors with",
                listener.words(
                    program: "pair two runs instead", commandLine: "use --anchors runs to pair two runs")
            )
        case .failed(let error): error.explained(to: listener)
        }
    }
}

extension UnreadableElement {
    /// Its kind, its name and what is wrong with it.
    package func text(to listener: Listener) -> String {
        "\(kind.rawValue)\(name.map { " " + listener.quoted($0) } ?? "") (\(element.error.code.rawValue) at "
            + "\(listener.shown(element.error.pointer)): \(element.error.sentence(to: listener)))"
    }
}
