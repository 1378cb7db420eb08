internal import Foundation
public import Markers
package import MarkersEndpoint

extension SpaceListingError: ExplainedError {
    /// The thing that was asked for, and what there is.
    public var message: String { explained(to: .program).message }

    /// The next thing to try.
    public var remedy: String? { explained(to: .program).remedy }

    /// The thing that was asked for, with what there is, and the next thing to try.
    ///
    /// - Parameters:
    ///   - listener: the one whom it is for.
    ///   - server: the server's name.
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
                "give more of it"
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
