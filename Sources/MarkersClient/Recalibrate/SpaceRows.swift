internal import Markers

/// The rows of a space's laser guide: where runs of the app saw them, and how they were drawn.
public struct SpaceRows: Sendable {
    /// The anchors of all sessions.
    public let anchors: ListedDocument
    private let drawn: ListedDocument?
    private let key: String

    static func read(
        of sessions: [WorkSession], in space: Space, _ api: MarkersAPI
    ) async throws(APIError) -> SpaceRows {
        var anchors: [[UInt8]] = []
        for session in sessions {
            anchors += try await api.anchors(of: session.id).elements.map { Array($0.value.text) }
        }
        let guide = try await api.laserGuide(of: space.id)
        return SpaceRows(
            anchors: ListedDocument(name: "\(space.key)/anchors", bytes: SessionListing.array(anchors)),
            drawn: guide.map {
                ListedDocument(name: "\(space.key)/laser-guide", bytes: Array($0.value.text))
            }, key: space.key)
    }

    /// The laser guide as it was drawn.
    public var guide: ListedDocument {
        get throws(SpaceListingError) {
            guard let drawn else { throw .noGuide(space: key) }
            return drawn
        }
    }
}
