import Foundation
import Markers
import MarkersClient
import MarkersOffline
import QuadGeometry

/// The lists of 100 sessions of 400 markers on a device: the first value that is shown, and validating all of them over
/// loopback, in turn with what Python's caches take for the same.
struct ListSpeed {
    private static let sessions = 100, markers = 400
    /// The things that Python is asked for: see kept_lists.py.
    private static let peers = ["requests-cache", "hishel", "conditional"]
    private let rounds: Int
    private let python: String?
    private let server: ServerProcess
    private let origin: Origin
    private let api: MarkersAPI
    private let lists: [UUID]
    private let folder: OfflineBench.Folder

    init(_ tool: String?, _ python: String?, rounds: Int) throws {
        (self.rounds, self.python) = (rounds, python)
        server = try ServerProcess.sandbox(tool)
        let scene = try SandboxScene(server.lines[0], markers: ListSpeed.markers)
        let api = scene.api, body = RequestBody.Session(in: scene.space, type: "inspection").json
        (origin, self.api, folder) = (scene.origin, api, try OfflineBench.Folder())
        let quads = try scene.markers.map { try $0.quad }
        lists =
            try [scene.session]
            + (1..<ListSpeed.sessions).map { _ in
                let session = try Waiting.forResult { try await api.createWorkSession(body).id }
                let bodies = quads.map { RequestBody.MarkerCreation(workSessionID: session, quad: $0) }
                _ = try Waiting.forResult {
                    try await MarkerCreation(api).create(
                        bodies, keys: bodies.indices.map { "\(session.wireText) \($0)" }, in: session)
                }
                return session
            }
        // Markers that were made in the second of an answer may change once more in it, so that their list is read again.
        Thread.sleep(forTimeInterval: 1.5)
    }

    func summary() throws -> [String: Any] {
        let store = try open()
        try validate(ValidatedCache(store, api), isCold: true)
        let peers = try peers()
        var opened: [Double] = [], first: [Double] = [], reopened: [Double] = [], wall: [Double] = []
        var beyond: [Double] = [], theirs = [[Double]](repeating: [], count: peers.count)
        let bytes = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        for round in 0...rounds {
            // A file of its own, since a store is open in one process at a time.
            let copy = folder.path("copy-\(round).quadstore")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            let start = DispatchTime.now().uptimeNanoseconds
            let other = try MarkersStore.open(at: copy, for: origin)
            let middle = DispatchTime.now().uptimeNanoseconds
            try showFirst(of: lists[round * 7 % lists.count], in: ValidatedCache(other, api))
            let end = DispatchTime.now().uptimeNanoseconds
            let fresh = try PushBench.wall { try validate(ValidatedCache(other, api)) }
            let before = server.processorNanoseconds
            let again = try PushBench.wall { try validate(ValidatedCache(other, api)) }
            let served = server.processorNanoseconds - before
            let others = try peers.map { try $0.round() }
            guard round > 0 else { continue }
            opened.append(Double(middle - start))
            first.append(Double(end - middle))
            reopened.append(fresh)
            wall.append(again)
            beyond.append(again - served)
            for (place, time) in others.enumerated() { theirs[place].append(time) }
        }
        let times = Dictionary(
            zip(ListSpeed.peers, theirs.map { $0.median / 1e6 }), uniquingKeysWith: { first, _ in first })
        return [
            "sessions": lists.count, "markers": ListSpeed.markers, "store_mb": Double(bytes ?? 0) / 1e6,
            "open_ms": opened.median / 1e6, "first_value_ms": first.median / 1e6,
            "validate_ms": wall.median / 1e6, "validate_beyond_server_ms": beyond.median / 1e6,
            "first_validation_ms": reopened.median / 1e6, "peers": peers.map(\.name), "peers_ms": times,
        ]
    }

    private var path: String { folder.path("hall.quadstore") }

    private func open() throws -> MarkersStore { try MarkersStore.open(at: path, for: origin) }

    private func showFirst(of session: UUID, in cache: ValidatedCache) throws {
        let value = try Waiting.forResult {
            await cache.markers(of: session).first { _ in true }
        }
        guard value?.value?.count == ListSpeed.markers else { throw BenchError.violated("no first value") }
    }

    private func validate(_ cache: ValidatedCache, isCold: Bool = false) throws {
        let all = lists.map { CacheCategory.markers($0) }
        let found = try Waiting.forResult { await cache.validate(all, for: "ann") }
        guard found.staleness.count == all.count, found.staleness.values.allSatisfy({ $0 == .fresh }),
            isCold || found.fallback == nil
        else { throw BenchError.violated("not every list is fresh: \(found.failures)") }
    }

    private func peers() throws -> [PeerProcess] {
        guard let python else { return [] }
        let urls = lists.map { "\(origin)/markers?work_session_id=\($0.wireText)" }
        try (urls.joined(separator: "\n") + "\n").write(
            toFile: folder.path("urls.txt"), atomically: true, encoding: .utf8)
        return try ListSpeed.peers.map { kind in
            let kept = folder.path(kind)
            try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
            return try PeerProcess(
                "\(python) Benchmarks/Peers/kept_lists.py \(kind)", files: kept, folder.path("urls.txt"))
        }
    }
}
