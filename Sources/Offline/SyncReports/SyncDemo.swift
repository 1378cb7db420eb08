internal import Foundation
internal import Markers
internal import MarkersEndpoint
internal import MarkersOffline
internal import MarkersSandbox
internal import QuadGeometry
internal import SandboxServing
internal import ToolServer
internal import ToolTerminal

/// A made-up server on this machine: twelve markers and three labels wait while people edit, the session is recalibrated, and the
/// network drops twice.
package enum SyncDemo {
    /// The markers that show how the session moved.
    private static let kept = 8

    static func outcome(_ options: SyncOptions) throws(Failure) -> SyncOutcome {
        let seed = options.seed ?? 1, server: SandboxServer
        do throws(SandboxError) { server = try SandboxServer(SandboxOptions(seed: seed)) } catch {
            throw .sandbox(error)
        }
        defer { server.stop() }
        let origin = try ConnectionOptions.demoOrigin(server.address + "/api/v1")
        let api = try options.connection.api(of: origin)
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "quadcal-sync-\(UUID().uuidString)")
        let file = folder.appending(path: "demo.quadstore").path
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw .outputFailed(file: folder.path, errno: EACCES)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try waiting { () async throws(Failure) in
            do {
                return try await run(seed, server, api, try MarkersStore.open(at: file, for: origin))
            } catch let error as APIError {
                throw .server("the demo's server", error)
            } catch let error as StoreError {
                throw .store(file: file, error)
            } catch let error as EditError {
                throw .edit("of the demo", error)
            } catch {
                throw .stopped
            }
        }
    }

    private static func run(
        _ seed: UInt64, _ server: SandboxServer, _ api: MarkersAPI, _ store: MarkersStore
    ) async throws -> SyncOutcome {
        var result = SyncDemoResult(seed: seed)
        let space = try await api.createSpace(CreateSpace(key: "hall", name: "Hall"))
        let session = try await api.createWorkSession(CreateWorkSession(in: space.id)).id
        for place in 0..<kept {
            _ = try await api.createMarker(
                CreateMarker(in: session, label: "board \(place)", quad(place + 40)))
        }
        let queue = OfflineQueue(store, api), sync = StoreSync(queue, api)
        _ = await sync.run(keeping: space.id)

        for place in 0..<SyncDemoResult.markers {
            _ = try await queue.create(CreateMarker(in: session, label: "new \(place)", quad(place)))
        }
        let before = try await api.markers(of: session).elements
        for marker in before.prefix(3) { _ = try await queue.update(marker, UpdateMarker(label: "mine")) }
        result.queued = try await queue.edits([.waiting]).count

        try await change(before[0], api) { $0.color = "#ff0000" }
        try await change(before[1], api) { $0.label = "theirs" }
        for marker in before {
            let moved = motion * (try marker.quad)
            try await change(marker, api) { $0.quad = moved }
        }
        server.meet(["reset:@1:after:PATCH", "reset:@1:after:POST"].compactMap { Fault($0) })
        var report = await sync.run()
        result.moved = report.flush.parked.values.count { $0 == .sessionMoved }
        result.contested = report.flush.parked.values.count { $0 == .fieldEdited }
        result.predicted = report.parked.compactMap(\.motion?.error).max() ?? 0
        _ = try await queue.follow(session)
        let sent = report.flush.done
        report = await sync.run()
        result.lost = server.faults.count
        server.meet([])

        let now = try await api.markers(of: session).elements
        for place in 0..<SyncDemoResult.markers {
            let named = now.filter { $0.label == "new \(place)" }
            result.made += named.isEmpty ? 0 : 1
            result.doubled += max(named.count - 1, 0)
            for marker in named {
                result.off = max(result.off, (motion * quad(place)).distance(to: try marker.quad))
            }
        }
        let colored = now.first { $0.id == before[0].id }, named = now.first { $0.id == before[1].id }
        result.overwritten = (colored?.color == "#ff0000" ? 0 : 1) + (named?.label == "theirs" ? 0 : 1)
        var outcome = SyncOutcome(
            file: "demo.quadstore", server: "the demo's server", report: report.after(sent))
        outcome.demo = result
        return outcome
    }

    private static let motion: RigidTransform = {
        guard let turn = Rotation(rotationVector: SIMD3(0, 0.3, 0)),
            let motion = RigidTransform(rotation: turn, translation: SIMD3(1.5, 0.1, -2))
        else { return .identity }
        return motion
    }()

    private static func quad(_ place: Int) -> Quad {
        let corner = SIMD3(Double(place % 8) * 1.5, 1 + Double(place % 3) / 2, Double(place / 8) * 2)
        return Quad(
            corner, corner + SIMD3(0.2, 0, 0), corner + SIMD3(0.2, 0.1, 0), corner + SIMD3(0, 0.1, 0))
    }

    /// Changes a marker as somebody else does.
    private static func change(
        _ marker: Marker, _ api: MarkersAPI, _ edit: (inout RequestBody.MarkerUpdate) -> Void
    ) async throws {
        var update = RequestBody.MarkerUpdate(version: try await api.marker(marker.id).version ?? 0)
        edit(&update)
        _ = await api.updateMarker(marker.id, try update.json())
    }
}
