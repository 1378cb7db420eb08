package import Foundation
package import Markers

extension SpaceListing {
    /// The old markers that a fit is to do without where only unmoved ones move: those that were updated or made since the rescan began, so
    /// that they may be in its frame already, unless a person says that their session was not moved.
    package func doubted(
        _ frames: FrameMembership, onto targets: Set<UUID>, _ decisions: MoveDecisions
    ) -> Set<UUID> {
        guard decisions.onlyUnmoved, !decisions.movesAgain else { return [] }
        var frames = frames
        frames.targets.formUnion(sessions(among: targets))
        let dated = frames.dated(by: sessions)
        let old = markers.filter { dated.reasonToLeaveOut($0.workSessionID) == nil }
        let moving = Set(old.map(\.workSessionID))
        let dates = RescanDates(self, targets: targets, moving: moving)
        return Set(
            old.lazy.filter { dates.isLate($0) && !decisions.notMovedYet.contains($0.workSessionID) }
                .map(\.id))
    }
}
