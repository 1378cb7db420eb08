import Foundation
import KillSweep

/// Somebody who edits markers, with the version that they read and no care for failures.
struct CampaignPeople: Sendable {
    let exchange: Exchange
    let scene: CampaignScene

    /// A kind of edit.
    enum Edit: Sendable { case label, corner, calibrated, removal, vector }

    static let usual: [Edit] = [.label, .corner, .calibrated]

    /// Makes one edit of a marker that is drawn.
    func edit(_ kinds: [Edit], by random: inout SeededGenerator) {
        let id = scene.markers[Int.random(in: scene.markers.indices, using: &random)].id
        let kind = kinds[Int.random(in: kinds.indices, using: &random)]
        // What does not take effect was no edit; the log says what was.
        try? make(kind, id, Double.random(in: 0.01...0.02, using: &random))
    }

    /// Whether the server answers.
    func reach() -> Bool { (try? exchange.ask("GET", "health")) != nil }

    private func make(_ kind: Edit, _ id: String, _ step: Double) throws {
        if kind == .removal {
            _ = try exchange.ask("DELETE", "markers/\(id)")
            return
        }
        if kind == .vector {
            let vector = (CampaignScene.vector + Point(step, 0, 0)).numbers
            _ = try exchange.ask("PATCH", "spaces/\(scene.space)", ["calibration_vector": vector])
            return
        }
        guard let marker = try exchange.ask("GET", "markers/\(id)") as? [String: Any],
            marker["id"] as? String == id, let version = marker["version"] as? Int,
            let corners = Corners(marker)
        else { return }
        var body: [String: Any] = ["version": version]
        switch kind {
        case .label: body["label"] = "seen at \(step)"
        case .corner: body["p1"] = (corners.points[0] + Point(step, step, 0)).numbers
        default:
            let data = (Corners(marker["calibrated_data"]) ?? corners).map { $0 + Point(0, 0, step) }
            body["calibrated_data"] = Dictionary(
                uniqueKeysWithValues: zip(Corners.names, data.points.map(\.numbers)))
        }
        _ = try exchange.ask("PATCH", "markers/\(id)", body)
    }
}

/// People who edit while a command runs.
final class CampaignCrowd: @unchecked Sendable {
    private let lock = NSLock()
    private var isEnding = false
    private let ended = DispatchSemaphore(value: 0)

    init(_ people: CampaignPeople, edits: Int, seed: UInt64) {
        Thread.detachNewThread { [self] in
            var random = SeededGenerator(seed: seed)
            for _ in 0..<edits where !lock.withLock({ isEnding }) {
                people.edit(CampaignPeople.usual, by: &random)
                usleep(2000)
            }
            ended.signal()
        }
    }

    /// Lets them end, and waits for that.
    func end() {
        lock.withLock { isEnding = true }
        ended.wait()
    }
}
