import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry

/// The memory that a long queue takes, and the requests of a marker that was edited often.
enum QueueMemory {
    private static let creations = 100_000, group = 1000, edits = 10_000

    static func summary(_ tool: String?) throws -> [String: Any] {
        let server = try ServerProcess.sandbox(tool), folder = try OfflineBench.Folder()
        let scene = try SandboxScene(server.lines[0], markers: 1), session = scene.session
        let store = try MarkersStore.open(at: folder.path("hall.quadstore"), for: scene.origin)
        let queue = OfflineQueue(store, scene.api)
        // Once through, so that what is loaded and kept by then does not count.
        try make(group, in: session, queue)
        let queuing = PeakMemory()
        for _ in 1..<(creations / group) { try queued(group, in: session, queue) }
        let queued = queuing.grown
        let flushing = PeakMemory()
        try sent(creations - group, queue)
        return [
            "creations": creations, "grown_mb_queuing": queued ?? .nan,
            "grown_mb_sending": flushing.grown ?? .nan,
            "edits_of_one_marker": edits, "requests": try requestsOfOneMarker(),
        ]
    }

    private static func make(_ count: Int, in session: UUID, _ queue: OfflineQueue) throws {
        try queued(count, in: session, queue)
        try sent(count, queue)
    }

    private static func queued(_ count: Int, in session: UUID, _ queue: OfflineQueue) throws {
        let markers = (0..<count).map { _ in
            (id: UUID(), marker: CreateMarker(in: session, Quad.rectangle(0.2, 0.1)))
        }
        try Waiting.forResult { try await queue.create(markers) }
    }

    private static func sent(_ count: Int, _ queue: OfflineQueue) throws {
        let report = try Waiting.forResult { await queue.flush() }
        guard report.done.count == count, report.waiting.isEmpty else {
            throw BenchError.violated(
                "\(report.done.count) of \(count) markers are made: \(report.failure as Any)")
        }
    }

    /// The requests, by the server's log, of a marker that was edited again and again without a network.
    private static func requestsOfOneMarker() throws -> Int {
        let server = try SandboxServer(SandboxOptions(seed: 1)), folder = try OfflineBench.Folder()
        defer { server.stop() }
        let scene = try SandboxScene(server.address, markers: 1), marker = scene.markers[0]
        let store = try MarkersStore.open(at: folder.path("hall.quadstore"), for: scene.origin)
        let queue = OfflineQueue(store, scene.api)
        for start in stride(from: 0, to: edits, by: group) {
            let wanted = (start..<start + group).map { (marker, UpdateMarker(label: "edit \($0)")) }
            _ = try Waiting.forResult { try await queue.update(wanted) }
        }
        let before = server.requestCount
        try sent(1, queue)
        return server.requestCount - before
    }
}
