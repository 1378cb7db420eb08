public import Foundation
internal import QuadGeometry

/// A session that the new scan shows elsewhere: where a plan takes its markers, the scan has not those of their label, anchor or corners.
///
/// A motion is one of all sessions that are in one frame. A session of another frame looks the same in a list, and a fit to the others
/// knows nothing of it; but what the new scan has of it tells.
public struct StraySession: Hashable, Sendable {
    public let id: UUID
    /// Its markers that would come away from those of the new scan, in the order of the plan.
    public let astray: [UUID]
    /// The number of its markers that the new scan has.
    public let seen: Int
    /// The farthest that one of them would be from where the scan has it, in metres.
    public let distance: Double
    /// Whether one other motion takes most of them to where the scan has them, so that the session is in a frame of its own. Where there is
    /// none, they may have been moved one by one, or have their labels by chance.
    public let hasOwnFrame: Bool

    /// So many times the error to expect, and at least so many metres, a marker has to be off to be astray.
    private static let clearly = 3.0, leastClear = 0.02
    /// A session whose frame is off by less than this, in metres, was scanned in the frame of the others, as well as devices find that.
    private static let leastFrame = 0.1
    /// The fewest markers whose corners alone tell where they are, and the most pairs of markers of all sessions that are compared for it.
    private static let leastShaped = 4, mostCompared = 1_000_000
    /// The most markers of which each two are asked for the motion of all.
    private static let mostAsked = 40

    /// The sessions that a scan shows elsewhere.
    ///
    /// - Complexity: that of looking up each marker, and for a session astray of comparing at most 40 markers of it two by two. Sessions
    ///   without names are joined by geometry, as long as a million pairs of markers have not been compared.
    static func all(among updates: [MarkerUpdate], _ scan: [MarkerObservation]) -> [StraySession] {
        let labels = unique(scan) { $0.label }, anchors = unique(scan) { $0.anchor }
        guard !scan.isEmpty else { return [] }
        var asked = 0
        return sessions(of: updates).compactMap { id, places in
            let own = places.compactMap { place in
                (try? MarkerObservation(updates[place].marker, .raw)).map { (place, $0) }
            }
            let ownLabels = unique(own.map(\.1)) { $0.label }, ownAnchors = unique(own.map(\.1)) { $0.anchor }
            let seen = own.indices.compactMap { number -> SeenMarker? in
                let (place, marker) = own[number]
                func partner(
                    _ name: String?, _ here: [String: Int?], _ there: [String: Int?]
                ) -> MarkerObservation? {
                    guard let key = name.flatMap(JoinKey.folded), here[key] == .some(number),
                        let found = there[key], let found
                    else { return nil }
                    return scan[found]
                }
                let found =
                    partner(marker.anchor, ownAnchors, anchors) ?? partner(marker.label, ownLabels, labels)
                return found.map { SeenMarker(updates[place], marker.quad, $0.quad) }
            }
            let named = StraySession(id, seen)
            guard seen.count < leastShaped, named?.hasOwnFrame != true else { return named }
            return StraySession(id, paired(own, updates, scan, &asked)) ?? named
        }
    }

    /// The sessions with their updates, in the order of ids.
    private static func sessions(of updates: [MarkerUpdate]) -> [(key: UUID, value: [Int])] {
        Dictionary(grouping: updates.indices) { updates[$0].marker.workSessionID }
            .sorted { $0.key.wireText < $1.key.wireText }
    }

    /// The markers of a session of which the scan knows few by name, with those that their corners pair them with; empty where
    /// most would come to one of the scan, or where corners do not tell.
    private static func paired(
        _ own: [(place: Int, marker: MarkerObservation)], _ updates: [MarkerUpdate],
        _ scan: [MarkerObservation],
        _ asked: inout Int
    ) -> [SeenMarker] {
        let cost = own.count * scan.count
        guard own.count >= leastShaped, asked + cost <= mostCompared else { return [] }
        let centers = scan.map(\.quad.center)
        let landing = own.count { place, _ in
            let here = updates[place].target.center, reach = reach(of: updates[place])
            return centers.contains { ($0 - here).length <= reach }
        }
        asked += cost
        guard 2 * landing < own.count,
            let joined = try? JoinedMarkers(MarkerJoin(own.map(\.marker), scan, by: .geometry)),
            joined.matches.count >= leastShaped, 2 * joined.matches.count > own.count
        else { return [] }
        return joined.matches.map {
            SeenMarker(updates[own[$0.old].place], own[$0.old].marker.quad, scan[$0.new].quad)
        }
    }

    /// How many of its markers the new scan has elsewhere, and how far; without a full stop.
    package var sentence: String {
        "\(astray.count) of \(counted(seen, "marker")) seen again would be up to \(MeasureText.length(distance)) from where the new scan has "
            + (seen == 1 ? "it" : "them")
            + (hasOwnFrame ? ", and one other motion takes most of them there" : "")
    }

    /// `nil` where most markers that the scan has come to it, or are there already.
    private init?(_ id: UUID, _ seen: [SeenMarker]) {
        let astray = seen.filter { !$0.isThere && $0.gap > $0.reach }
        guard astray.count * 2 > seen.count else { return nil }
        (self.id, self.astray, self.seen) = (id, astray.map(\.id), seen.count)
        distance = astray.map(\.miss).max() ?? 0
        hasOwnFrame = distance > StraySession.leastFrame && StraySession.shareMotion(astray)
        // Of many, those that do come to theirs say that the frame is right.
        guard hasOwnFrame || astray.count == seen.count else { return nil }
    }

    /// Whether the motion of two takes most of all to where the scan has them.
    private static func shareMotion(_ markers: [SeenMarker]) -> Bool {
        let asked = markers.prefix(mostAsked)
        return asked.enumerated().contains { number, first in
            asked.dropFirst(number + 1).contains { second in
                guard let level = LevelMotion(first, second) else { return false }
                let following = asked.count {
                    (level.moved($0.from) - $0.seen).length <= max($0.reach, leastFrame)
                }
                return 2 * following > asked.count
            }
        }
    }

    /// The farthest that a marker may be off without being astray, in metres.
    private static func reach(of update: MarkerUpdate) -> Double {
        max(leastClear, clearly * (update.predictedError ?? 0))
    }

    /// The places of names that are there once; `nil` for those that are there more often.
    private static func unique(
        _ markers: [MarkerObservation], _ name: (MarkerObservation) -> String?
    ) -> [String: Int?] {
        markers.indices.reduce(into: [:]) { places, place in
            guard let key = name(markers[place]).flatMap(JoinKey.folded) else { return }
            places[key] = .some(places[key] == nil ? place : nil)
        }
    }

    /// A marker that the new scan has, too; by its middle, since its corners may be in another order there.
    private struct SeenMarker {
        let id: UUID
        /// Where it is now, and where the scan has it.
        let from, seen: SIMD3<Double>
        /// How far it would be from there, and how far it is from there now, in metres.
        let miss, gap: Double
        /// The farthest that it may be off.
        let reach: Double

        var isThere: Bool { miss <= reach }

        init(_ update: MarkerUpdate, _ from: Quad, _ seen: Quad) {
            (id, self.from, self.seen) = (update.marker.id, from.center, seen.center)
            (miss, gap) = ((update.target.center - self.seen).length, (self.from - self.seen).length)
            // The error to expect takes longer than all the rest.
            reach = miss <= StraySession.leastClear ? StraySession.leastClear : StraySession.reach(of: update)
        }
    }

    /// A turn about the vertical and a shift, from two markers; both their distance and their difference in height have to agree.
    private struct LevelMotion {
        private let from, to: SIMD3<Double>
        private let cosine, sine: Double

        /// The least distance between the two that fixes a direction, in metres.
        private static let leastBase = 0.2

        /// `nil` where the two agree on no motion.
        init?(_ first: SeenMarker, _ second: SeenMarker) {
            let old = second.from - first.from, new = second.seen - first.seen
            let sizes = (
                (old.x * old.x + old.z * old.z).squareRoot(), (new.x * new.x + new.z * new.z).squareRoot()
            )
            let allowed = max(first.reach, second.reach, StraySession.leastFrame)
            guard min(sizes.0, sizes.1) >= LevelMotion.leastBase, (sizes.0 - sizes.1).magnitude <= allowed,
                (old.y - new.y).magnitude <= allowed
            else { return nil }
            (from, to) = ((first.from + second.from) / 2, (first.seen + second.seen) / 2)
            cosine = (old.x * new.x + old.z * new.z) / (sizes.0 * sizes.1)
            sine = (old.z * new.x - old.x * new.z) / (sizes.0 * sizes.1)
        }

        func moved(_ point: SIMD3<Double>) -> SIMD3<Double> {
            let arm = point - from
            return to + SIMD3(cosine * arm.x + sine * arm.z, arm.y, cosine * arm.z - sine * arm.x)
        }
    }
}
