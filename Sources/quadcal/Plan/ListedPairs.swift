import Markers
import MarkersClient

extension FitPairs {
    /// Pairs of the markers in the old frame with those of the sessions and sets that supply targets.
    init(_ listing: SpaceListing, on server: Origin, _ options: RecalibrateOptions) throws(Failure) {
        let targets = Set(options.targets)
        let frames = FrameMembership(
            chosen: options.sessions, rule: options.rule ?? .onlyChosen, targets: targets)
        let old = try server.listing { () throws(SpaceListingError) in try listing.oldMarkers(frames) }
        let new = listing.targetMarkers(targets)
        self.init(
            try MarkerFiles(
                MarkerFile(old.name, old.bytes, .raw),
                MarkerFile(new.name, new.bytes, options.pairs.target ?? .raw), options.pairs))
    }

    /// Pairs of the rows of a run with those of another, or with the laser guide.
    init(
        _ rows: SpaceRows, _ partners: RowPartners, on server: Origin, _ options: FitOptions
    ) throws(Failure) {
        let anchors = rows.anchors
        let old = try AnchorFile(
            anchors.name, anchors.bytes, .old, of: options.oldSessions, run: options.oldRun)
        switch partners {
        case .runs:
            let new = try AnchorFile(
                anchors.name, anchors.bytes, .new, of: options.newSessions, run: options.newRun)
            self.init(try RowFiles(old, .run(new)))
        case .grid:
            let guide = try server.listing { () throws(SpaceListingError) in try rows.guide }
            self.init(try RowFiles(old, .guide(GuideFile(guide.name, guide.bytes, options.dots))))
        }
    }
}

extension Origin {
    /// Adds the server to errors of what it listed.
    func listing<Value>(_ body: () throws(SpaceListingError) -> Value) throws(Failure) -> Value {
        do throws(SpaceListingError) { return try body() } catch { throw Failure(error, on: self) }
    }
}
