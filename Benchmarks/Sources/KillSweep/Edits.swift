internal import Foundation

/// Edits by somebody else on the server while a job is half done.
struct Edits {
    /// A marker that was renamed, and one whose corners were moved, with their new place.
    let renamed, moved: String
    let corners: Corners
    /// Whether the tool had written the second one before.
    let isOfMoved: Bool
    static let label = "seen by somebody else"
    private static let move = Point(0, 2, 0)

    /// Makes them; the tool's writes count from a change of the server.
    init(on scene: Scene, since change: Int) throws {
        let now = try Snapshot(scene, after: change)
        guard now.markers.count > 2 else { throw KillError.unexpected("too few markers to edit") }
        let (first, second) = (now.markers[now.markers.count / 4], now.markers[now.markers.count / 2])
        (renamed, moved) = (first.id, second.id)
        isOfMoved = now.ours[second.id, default: 0] > 0
        corners = second.corners.map { $0 + Edits.move }
        _ = try scene.exchange.ask("PATCH", "spaces/\(scene.space)", ["description": Edits.label])
        _ = try scene.exchange.ask(
            "PATCH", "markers/\(renamed)", ["version": first.version, "label": Edits.label])
        var body: [String: Any] = ["version": second.version]
        for (name, corner) in zip(Corners.names, corners.points) { body[name] = corner.numbers }
        _ = try scene.exchange.ask("PATCH", "markers/\(moved)", body)
    }
}
