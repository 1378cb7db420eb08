import Markers
import MarkersClient

/// What a server has of the rows of a space's laser guide: where runs of the app saw them, and how they were drawn.
struct SpaceRows: Sendable {
    /// The anchors of all sessions, as a document.
    let anchors: [UInt8]
    /// Nothing where the space has no guide.
    let guide: [UInt8]?

    static func read(
        of sessions: [WorkSession], in space: Space, _ api: MarkersAPI
    ) async throws(APIError) -> SpaceRows {
        var anchors: [[UInt8]] = []
        for session in sessions {
            anchors += try await api.anchors(of: session.id).elements.map { Array($0.value.text) }
        }
        let guide = try await api.laserGuide(of: space.id).map { Array($0.value.text) }
        return SpaceRows(anchors: SessionListing.array(anchors), guide: guide)
    }

    /// Pairs of the rows of a run with those of another, or with the guide; `key` is the space's.
    func pairs(with partners: RowPartners, of key: String, _ options: FitOptions) throws(Failure) -> FitPairs
    {
        let name = "\(key)/anchors"
        let old = try AnchorFile(name, anchors, .old, of: options.oldSessions, run: options.oldRun)
        switch partners {
        case .runs:
            let new = try AnchorFile(name, anchors, .new, of: options.newSessions, run: options.newRun)
            return FitPairs(try RowFiles(old, .run(new)))
        case .grid:
            guard let guide else { throw .listing(.noGuide(space: key)) }
            return FitPairs(try RowFiles(old, .guide(GuideFile("\(key)/laser-guide", guide, options.dots))))
        }
    }
}
