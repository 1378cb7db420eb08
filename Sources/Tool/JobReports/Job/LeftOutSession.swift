import Foundation
import Markers
import MarkersJobs
import StrictJSON

/// A session whose markers stay where they are because of the rule by which sessions were chosen.
struct LeftOutSession: WrittenObject, Sendable {
    private let id: UUID
    private let reason: String
    private let markers: Int

    static let members: [DocumentMember<LeftOutSession>] = [
        .always("id", \.id.wireText, "The id of the session."),
        .always("reason", \.reason, "The code of the reason."),
        .always("markers", \.markers, "The number of its markers."),
    ]

    /// The sessions that a plan leaves out, by reason and id; not those that were not named where others were.
    static func sessions(_ plan: SpacePlan) -> [LeftOutSession] {
        var counts: [UUID: (reason: String, markers: Int)] = [:]
        for one in plan.plan.leftOut {
            guard case .session(let reason) = one.reason, reason != .notChosen else { continue }
            counts[plan.listing.markers[one.index].workSessionID, default: (reason.code, 0)].markers += 1
        }
        return counts.map { LeftOutSession(id: $0.key, reason: $0.value.reason, markers: $0.value.markers) }
            .sorted { ($0.reason, $0.id.wireText) < ($1.reason, $1.id.wireText) }
    }
}
