import Foundation
import KillSweep

/// A space on a server that has nothing else: two old sessions of markers, one more, and the targets of the old ones.
struct CampaignScene: Sendable {
    let space: String
    /// The sessions that jobs move, and one that they leave.
    let sessions: [String], other: String
    /// The reference set that has the targets under the labels of the markers.
    let targets: String
    /// The markers of the old sessions, as they were made.
    let markers: [Made]
    /// The vector that the space adds to raw points at first; nil for none.
    let vector: Point?

    /// A marker as it was made.
    struct Made: Sendable {
        let id: String
        let corners: Corners
    }

    static let key = "hall"
    static let vector = Point(0.5, 0.25, -0.125)
    private static let others = 3

    /// Makes it.
    init(_ exchange: Exchange, markers count: Int, vector: Point?, _ motion: CampaignMotion) throws {
        self.vector = vector
        func make(_ path: String, _ body: [String: Any]) throws -> String {
            try CampaignScene.id(try exchange.ask("POST", path, body))
        }
        var body: [String: Any] = ["key": CampaignScene.key, "name": "Hall"]
        body["calibration_vector"] = vector?.numbers
        let space = try make("spaces", body)
        let made = try (0..<3).map { _ in
            try make("work-sessions", ["space_id": space, "session_type": "inspection"])
        }
        (sessions, other) = (Array(made.prefix(2)), made[2])
        let quads = (0..<count).map(CampaignScene.quad)
        var bodies = quads.enumerated().map { place, quad in
            CampaignScene.body(quad, "m\(place)", ["work_session_id": made[place % 2]])
        }
        bodies += (0..<CampaignScene.others).map { place in
            CampaignScene.body(CampaignScene.quad(place), "other \(place)", ["work_session_id": made[2]])
        }
        let listed = try exchange.ask("POST", "markers/bulk", ["markers": bodies]) as? [Any] ?? []
        markers = try zip(listed, quads).map { Made(id: try CampaignScene.id($0), corners: $1) }
        let wanted = quads.enumerated().map { place, quad in
            CampaignScene.body(
                quad.map { motion($0) }, "m\(place)", ["id": UUID().uuidString.lowercased()])
        }
        targets = try make("spaces/\(space)/reference-sets", ["name": "targets", "markers": wanted])
        self.space = space
    }

    private static func id(_ value: Any) throws -> String {
        guard let id = (value as? [String: Any])?["id"] as? String else {
            throw BenchError.peer("sandbox", "made something without an id")
        }
        return id
    }

    private static func body(_ quad: Corners, _ label: String, _ more: [String: Any]) -> [String: Any] {
        var body = more
        body["label"] = label
        for (name, corner) in zip(Corners.names, quad.points) { body[name] = corner.numbers }
        return body
    }

    /// A marker of half a metre by a quarter, each further along a wall that is not quite even.
    private static func quad(_ place: Int) -> Corners {
        let start = Point(Double(place % 10) * 0.75, Double(place / 10) * 0.5, 2 + 0.1 * Double(place % 3))
        return Corners(
            [Point(0, 0, 0), Point(0.5, 0, 0), Point(0.5, 0.25, 0), Point(0, 0.25, 0)].map { start + $0 })
    }
}
