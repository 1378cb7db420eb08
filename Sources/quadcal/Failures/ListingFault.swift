import MarkersClient

/// What was asked for and a server does not have.
enum ListingFault: Error {
    case noSpace(String, server: Origin, nearest: String?)
    /// No session, and no reference set either.
    case notInSpace(String, space: String, server: Origin)
    /// A fit of markers, and none is in the old frame.
    case noOldSession(space: String)
    /// A fit to rows of the laser guide, and there is none.
    case noGuide(space: String)

    /// What was found, what was expected, and the next thing to try; safe for a terminal.
    var text: String {
        switch self {
        case .noSpace(let name, let server, let nearest):
            "\(server) has no space \(quoted(name)); "
                + (nearest.map { "did you mean \(quoted($0))? " } ?? "") + "--space takes a key or an id"
        case .notInSpace(let id, let space, let server):
            "\(id) is no session or reference set of \(quoted(space)) on \(server); look at its sessions in the app"
        case .noOldSession(let space):
            "no session of \(quoted(space)) is in the old frame, so there is nothing to pair; look at --sessions or --before"
        case .noGuide(let space):
            "\(quoted(space)) has no laser guide to pair anchors with; pair those of two runs: --anchors runs"
        }
    }
}
