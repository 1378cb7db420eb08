import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import MessageSockets
import QuadGeometry

/// The time from the answer to a change until a model shows it as fresh, told by a live socket on loopback.
@MainActor
enum NoticeDelay {
    /// Seconds until a change that is not seen counts as lost.
    private static let patience = 30.0

    nonisolated static func summary(rounds: Int) throws -> [String: Any] {
        let delays = try MainActor.assumeIsolated { try NoticeDelay.delays(rounds: rounds) }
        return [
            "changes": rounds, "median_ms": delays.median * 1e3, "slowest_ms": (delays.max() ?? .nan) * 1e3,
        ]
    }

    private static func delays(rounds: Int) throws -> [Double] {
        let server = try SandboxServer(SandboxOptions(seed: 1)), folder = try OfflineBench.Folder()
        defer { server.stop() }
        let scene = try SandboxScene(server.address, markers: 3), api = scene.api
        let store = try MarkersStore.open(at: folder.path("hall.quadstore"), for: scene.origin)
        let cache = ValidatedCache(store, api), model = MarkersModel(scene.session, in: cache)
        let events = LiveNotices(of: scene.origin).events()
        let tasks = [Task { await cache.follow(events) }, Task { await model.run() }]
        defer { for task in tasks { task.cancel() } }
        try wait { model.staleness == .fresh && model.markers.count == 3 }
        var delays: [Double] = []
        // The socket may open after the first answer: the first change may be seen late.
        for round in 0...rounds {
            guard let marker = model.markers.first else { throw BenchError.violated("no marker is shown") }
            let label = "seen-\(round)"
            _ = try Waiting.forResult { try await api.updateMarker(marker, UpdateMarker(label: label)) }
            let start = Date()
            try wait { model.markers.first?.label == label && model.staleness == .fresh && !model.isLoading }
            if round > 0 { delays.append(-start.timeIntervalSinceNow) }
        }
        return delays
    }

    /// Lets the model work until something holds.
    private static func wait(until holds: () -> Bool) throws {
        let end = Date(timeIntervalSinceNow: patience)
        while !holds() {
            guard Date() < end else { throw BenchError.violated("a change is not seen") }
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1e-4))
        }
    }
}
