import CPeers
import Foundation
import Markers
import MarkersClient
import MarkersOffline

/// Queuing edits beside bare commits of SQLite in C, and sending a queue beside a job and httpx, by the wall's clock.
struct QueueSpeed {
    /// Edits of one commit.
    private static let group = 256
    /// Edits that are queued one at a time, each with a bare commit beside it.
    private static let single = 60
    private let rounds: Int
    private let python: String?
    private let server: ServerProcess
    private let scene: SandboxScene
    private let folder: OfflineBench.Folder

    init(_ tool: String?, _ python: String?, rounds: Int, edits: Int) throws {
        (self.rounds, self.python) = (rounds, python)
        server = try ServerProcess.sandbox(tool)
        scene = try SandboxScene(server.lines[0], markers: edits)
        folder = try OfflineBench.Folder()
    }

    func summary() throws -> [String: Any] {
        let store = try MarkersStore.open(at: folder.path("hall.quadstore"), for: scene.origin)
        let queue = OfflineQueue(store, scene.api)
        return ["edits": scene.markers.count, "enqueue": try commits(queue), "flush": try flushes(queue)]
    }

    private func commits(_ queue: OfflineQueue) throws -> [String: Any] {
        guard let bare = peer_store_open(folder.path("bare.db")) else {
            throw BenchError.peer("SQLite", "cannot be opened")
        }
        defer { peer_store_close(bare) }
        // As many bytes as an edit has with what it was made on.
        let bytes = [UInt8](repeating: 0x20, count: 600)
        var ours: [Double] = [], theirs: [Double] = [], groups: [Double] = []
        for marker in scene.markers.prefix(QueueSpeed.single) {
            ours.append(
                try PushBench.wall {
                    _ = try Waiting.forResult { try await queue.update(marker, UpdateMarker(label: "one")) }
                })
            theirs.append(
                try PushBench.wall {
                    guard peer_store_commit(bare, bytes, Int32(bytes.count)) == 0 else {
                        throw BenchError.peer("SQLite", "did not commit")
                    }
                })
        }
        let wanted = scene.markers.prefix(QueueSpeed.group).map { ($0, UpdateMarker(label: "many")) }
        for _ in 0..<rounds {
            groups.append(
                try PushBench.wall { _ = try Waiting.forResult { try await queue.update(wanted) } })
        }
        try send(queue, all: Swift.max(QueueSpeed.single, wanted.count))
        return [
            "ours_ms": ours.median / 1e6, "bare_ms": theirs.median / 1e6,
            "times_bare": ours.median / theirs.median,
            "group_of": wanted.count, "group_ms": groups.median / 1e6,
            "group_us_per_edit": groups.median / 1e3 / Double(wanted.count),
        ]
    }

    /// Sends all that waits.
    private func send(_ queue: OfflineQueue, all count: Int) throws {
        let report = try Waiting.forResult { await queue.flush() }
        guard report.done.count == count, report.waiting.isEmpty, report.parked.isEmpty else {
            throw BenchError.violated("\(report.done.count) of \(count) edits are done: \(report)")
        }
    }

    private func flushes(_ queue: OfflineQueue) throws -> [String: Any] {
        let count = scene.markers.count
        var contenders = [flush(queue), try PushBench.job(scene)]
        if let python { contenders.append(try PushBench.httpx(python, scene)) }
        var times = [[Double]](repeating: [], count: contenders.count)
        for round in 0...rounds {
            for (place, contender) in contenders.enumerated() {
                let api = scene.api, session = scene.session
                try contender.prepare(try Waiting.forResult { try await api.markers(of: session).elements })
                let time = try contender.round() / Double(contender.count)
                if round > 0 { times[place].append(time) }
            }
        }
        var rates: [String: Any] = [:]
        for (name, times) in zip(["queue", "job", "httpx"], times) { rates[name] = 1e9 / times.median }
        return [
            "in_flight": PushBench.inFlight, "edits": count, "per_second": rates,
            "names": contenders.map(\.name),
        ]
    }

    private func flush(_ queue: OfflineQueue) -> PushBench.Contender {
        PushBench.Contender(name: "queue", count: scene.markers.count) { markers in
            for start in stride(from: 0, to: markers.count, by: QueueSpeed.group) {
                let wanted = markers[start...].prefix(QueueSpeed.group).map {
                    ($0, UpdateMarker(label: "of version \($0.version ?? 0)"))
                }
                _ = try Waiting.forResult { try await queue.update(wanted) }
            }
        } round: {
            try PushBench.wall { try send(queue, all: scene.markers.count) }
        }
    }
}
