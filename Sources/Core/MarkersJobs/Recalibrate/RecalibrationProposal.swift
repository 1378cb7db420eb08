package import Foundation
package import Markers

/// The choices that a space's own data suggest for its recalibration: the markers that the others move onto, and the key that pairs them.
///
/// It is a suggestion for people to read before anything is planned.
package struct RecalibrationProposal: Hashable, Sendable {
    /// The newest session with markers; where only one has any, the reference set with most of them.
    package let onto: UUID
    /// The older sessions, if all of them are done or archived, which only move if they are named; empty otherwise.
    package let named: Set<UUID>
    /// The key by which most markers follow one motion, labels first; `nil` where no key pairs enough of them, or labels and geometry lead to
    /// different motions.
    package let key: JoinKey?
    /// The number of markers that do.
    package let pairCount: Int

    /// Fewer markers have no residuals that could tell a wrong pair.
    private static let leastPairs = 3

    /// `nil` where nothing can be told: only one session has markers and there is no reference set, or the sessions' dates do not say
    /// which is newest.
    package init?(_ listing: SpaceListing) {
        let filled = Set(listing.lists.filter { !$0.markers.isEmpty }.map(\.session))
        let sessions = listing.sessions.filter { filled.contains($0.id) }
        guard let onto = Self.newest(sessions) ?? Self.fullest(listing.sets, besides: sessions) else {
            return nil
        }
        self.onto = onto
        var frames = FrameMembership(rule: .all, targets: listing.sessions(among: [onto])).dated(
            by: listing.sessions)
        let others = filled.subtracting([onto])
        named = others.isSubset(of: frames.finished) ? others : []
        frames.chosen = named
        let old = (try? listing.oldMarkers(frames)).map { Self.observations($0) } ?? []
        let new = Self.observations(listing.targetMarkers([onto]))
        do {
            let proposal = try JoinProposal(old, new, placingAtMost: JoinProposal.mostOfMoment)
            (key, pairCount) = (proposal.way.key, proposal.way.followers)
        } catch {
            // Labels and geometry that lead to different motions are for people to compare.
            let labelled = MarkerJoin(old, new, by: .label).matches.count
            let isTold: Bool = if case .disagreement = error { false } else { labelled >= Self.leastPairs }
            (key, pairCount) = (isTold ? .label : nil, labelled)
        }
    }

    private static func newest(_ sessions: [WorkSession]) -> UUID? {
        guard sessions.count > 1 else { return nil }
        let dated = sessions.compactMap { session in
            session.createdAt.flatMap(WireDate.init).map { (session.id, $0) }
        }
        guard dated.count == sessions.count else { return nil }
        let ordered = dated.sorted { $0.1 > $1.1 }
        return ordered[0].1 == ordered[1].1 ? nil : ordered[0].0
    }

    private static func fullest(_ sets: [ReferenceSet], besides sessions: [WorkSession]) -> UUID? {
        guard sessions.count == 1 else { return nil }
        return sets.filter { !$0.markers.isEmpty }.max { $0.markers.count < $1.markers.count }?.id
    }

    private static func observations(_ document: ListedDocument) -> [MarkerObservation] {
        (try? ObservationList(ByteSource(document.bytes), .raw))?.observations ?? []
    }
}
