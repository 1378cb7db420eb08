internal import Foundation
internal import Markers
internal import QuadGeometry

/// The markers of sessions that stay, beside those of the same label that a plan moves: what lies where tells which frame is which.
struct Namesakes {
    private let updates: [MarkerUpdate]
    /// The corners of markers that stay, by label and session, and whether they were never updated, so that nothing has moved them.
    private var places: [String: [UUID: [(quad: Quad, isUntouched: Bool)]]] = [:]

    /// The distance within which two markers are in one place, in metres; and the most of one label that are compared with one.
    private static let near = 0.05, mostAlike = 1000
    /// The fewest markers that show a session to be in the new frame.
    private static let fewest = 3

    init(_ updates: [MarkerUpdate], in listing: SpaceListing) {
        self.updates = updates
        let moving = Set(updates.map(\.marker.workSessionID))
        let dates = RescanDates(listing, targets: [])
        for marker in listing.markers where !moving.contains(marker.workSessionID) {
            guard let label = marker.label, let quad = try? marker.quad else { continue }
            places[label, default: [:]][marker.workSessionID, default: []].append(
                (quad, !dates.isUpdated(marker)))
        }
    }

    /// Sessions that nothing has moved, and onto whose markers the motion leads those of the same label: scans in the new frame,
    /// whoever names them.
    var scans: Set<UUID> {
        var shown: [UUID: Int] = [:], denied: [UUID: Int] = [:]
        for (_, here, moved, label) in moves {
            for (session, there) in places[label] ?? [:] where there.count == 1 && there[0].isUntouched {
                let isHere = here.distance(to: there[0].quad) < Namesakes.near
                let isThere = moved.distance(to: there[0].quad) < Namesakes.near
                if isThere, !isHere { shown[session, default: 0] += 1 }
                if isHere, !isThere { denied[session, default: 0] += 1 }
            }
        }
        return Set(
            shown.filter { $0.value >= Namesakes.fewest && $0.value > denied[$0.key, default: 0] }.keys)
    }

    /// Markers that lie on one of their label in the new frame, from which the motion takes them away. Of several with one label a
    /// neighbor may lie there: those count only where the motion leads to none of them.
    func inPlace(in targets: Set<UUID>) -> Set<UUID> {
        Set(
            moves.lazy.filter { move in
                let there = (places[move.label] ?? [:]).filter { targets.contains($0.key) }.values.joined()
                guard !there.isEmpty, there.count <= Namesakes.mostAlike else { return false }
                func off(_ quad: Quad) -> Double {
                    there.lazy.map { quad.distance(to: $0.quad) }.min() ?? .infinity
                }
                let now = off(move.here)
                guard now < Namesakes.near else { return false }
                let then = off(move.moved)
                return now < then && (there.count == 1 || then >= Namesakes.near)
            }.map(\.id))
    }

    private var moves: [(id: UUID, here: Quad, moved: Quad, label: String)] {
        updates.compactMap { update in
            guard let label = update.marker.label, let here = try? update.marker.quad,
                case .corners(let moved, _) = update.change
            else { return nil }
            return (update.marker.id, here, moved, label)
        }
    }
}
