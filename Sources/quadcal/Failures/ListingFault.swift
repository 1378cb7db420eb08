import Markers
import MarkersClient

/// Something that was asked for and that a server does not have.
struct ListingFault {
    let error: SpaceListingError
    let server: Origin

    var exitCode: ExitCode {
        if case .unreadable = error { .network } else { .usage }
    }

    /// The message: what was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch error {
        case .noSpace(let name, let known):
            "\(server) has no space \(quoted(name)); "
                + (nearest(to: name, among: known).map { "did you mean \(quoted($0))? " } ?? "")
                + (known.isEmpty ? "it has none yet" : "it has \(listed(known, quoted))")
        case .ambiguous(let name, let all):
            "\(quoted(name)) may be any of \(listed(all, quoted)) on \(server); give more of it"
        case .noSession(let name, let space, let known):
            "\(quoted(space)) on \(server) has no session \(quoted(name)); "
                + (known.isEmpty ? "it has none yet" : "it has \(listed(known, visible))")
        case .unreadable(let one):
            "\(server) lists \(one.text), which cannot be used as it is; correct it there"
        case .notInSpace(let id, let space):
            "\(id.wireText) is not a session or reference set of \(quoted(space)) on \(server); check its sessions in the app"
        case .noOldSession(let space):
            "no session of \(quoted(space)) is in the old frame, so there is nothing to pair; check --sessions or --before"
        case .noGuide(let space):
            "\(quoted(space)) has no laser guide to pair anchors with; use --anchors runs to pair two runs"
        case .failed(let error): error.text
        }
    }
}

extension UnreadableElement {
    /// Its kind, its name and what is wrong with it; safe for a terminal.
    var text: String {
        "\(kind.rawValue)\(name.map { " " + quoted($0) } ?? "") (\(element.error.code.rawValue) at "
            + "\(visible(element.error.pointer)): \(element.error.sentence))"
    }
}
