internal import Foundation

/// The corners of a marker, by the names that they have on the server.
package struct Corners: Equatable, Sendable {
    package static let names = ["p1", "p2", "p3", "p4"]
    package let points: [Point]

    package init(_ points: [Point]) { self.points = points }

    /// The corners of a marker or its calibrated data; nil if there are none.
    package init?(_ value: Any?) {
        guard let value = value as? [String: Any] else { return nil }
        points = Corners.names.compactMap { (value[$0] as? [NSNumber]).flatMap(Point.init) }
        guard points.count == Corners.names.count else { return nil }
    }

    /// Many orders above the errors of a saved fit and stored numbers, many below any motion here; metres.
    private static let tolerance = 1e-6

    package func isNear(_ other: Corners?) -> Bool {
        guard let other else { return false }
        return zip(points, other.points).allSatisfy { (($0 - $1) * ($0 - $1)).sum() < Corners.tolerance }
    }

    package func map(_ body: (Point) -> Point) -> Corners { Corners(points.map(body)) }
}

extension Point {
    init?(_ numbers: [NSNumber]) {
        guard numbers.count == 3 else { return nil }
        self.init(numbers[0].doubleValue, numbers[1].doubleValue, numbers[2].doubleValue)
    }
}

/// A server's data of a scene, and the changes made to it.
struct Snapshot {
    /// A marker as it is listed.
    struct Marker {
        let id: String
        let label: String
        let version: Int
        let corners: Corners
        let calibrated: Corners?
        let value: NSDictionary
    }

    /// A write that took effect.
    struct Write {
        let id: String
        /// True if it is by somebody other than the tool.
        let isEdit: Bool
    }

    let markers: [Marker]
    let vector: Point?
    /// The description of the space, which only its editors change.
    let note: String?
    /// Changes of markers and of the space, in the order they happened.
    let writes: [Write]
    /// True if the session was written, as a job does before its first marker.
    let isMarked: Bool
    /// The change from which a later snapshot's writes are counted.
    let last: Int

    init(_ scene: Scene, after number: Int = 0) throws {
        let listed = try scene.exchange.ask("GET", "markers?work_session_id=\(scene.session)")
        markers = try (listed as? [[String: Any]] ?? []).map { value in
            guard let id = value["id"] as? String, let corners = Corners(value),
                let version = value["version"] as? Int
            else { throw KillError.server("a marker cannot be read") }
            return Marker(
                id: id, label: value["label"] as? String ?? "", version: version, corners: corners,
                calibrated: Corners(value["calibrated_data"]), value: value as NSDictionary)
        }
        let space = try scene.exchange.ask("GET", "spaces/\(scene.space)") as? [String: Any]
        vector = (space?["calibration_vector"] as? [NSNumber]).flatMap(Point.init)
        note = space?["description"] as? String
        let events = try scene.exchange.ask("GET", "events?after=\(number)") as? [[String: Any]] ?? []
        last = events.last?["number"] as? Int ?? number
        let updates = events.filter { $0["action"] as? String == "update" }
        // A job's mark on its session is nothing of anybody else's, and is written when it begins and when it ends.
        isMarked = updates.contains { $0["entity_id"] as? String == scene.session }
        writes = updates.compactMap { event in
            guard let id = event["entity_id"] as? String, id != scene.session else { return nil }
            return Write(id: id, isEdit: event["agent"] as? String == Exchange.agent)
        }
    }

    /// The number of times the tool has written each thing.
    var ours: [String: Int] {
        Dictionary(writes.filter { !$0.isEdit }.map { ($0.id, 1) }, uniquingKeysWith: +)
    }

    func marker(_ id: String) -> Marker? { markers.first { $0.id == id } }
}
