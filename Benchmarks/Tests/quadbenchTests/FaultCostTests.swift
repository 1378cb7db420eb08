import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import Testing

@testable import quadbench

@Suite("The judge of what faults cost", .serialized)
struct FaultCostTests {
    /// A mistake that a client makes after its job is done; to know no version is none where somebody's data came in between.
    enum Mistake: String, CaseIterable {
        case nothing, movesAgain, overwritesCorners, usesOldCorners, writesMore, skips, forgetsVersion,
            isOvertaken

        var mode: PushMode { self == .usesOldCorners ? .calibrated : .raw }

        var name: String? {
            switch self {
            case .nothing, .isOvertaken: nil
            case .movesAgain: "doubled"
            case .overwritesCorners, .writesMore, .skips, .forgetsVersion: "lost"
            case .usesOldCorners: "stale"
            }
        }
    }

    @Test("names every mistake and no other", arguments: Mistake.allCases)
    func mistakes(mistake: Mistake) throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let scene = try SandboxScene(server.address, markers: 3)
        let folder = FileManager.default.temporaryDirectory.appending(path: "audit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let made = server.effects.count
        let one = FaultCostJob(mistake.mode, markers: 3, seed: 1, faults: [], tool: nil)
        let job = try Job.create(
            at: folder.appending(path: "a.job").path,
            JobHead(try one.plan(scene), server: server.address, space: scene.space, created: ""),
            try one.plan(scene), space: Array("{}".utf8))
        let items = try Waiting.forResult { () -> [JobItem] in
            let agents = try ["job", "editor"].map { agent in
                MarkersAPI(
                    NamedTransport(
                        base: try CurlTransport(scene.origin), agent: agent, counter: RequestCounter()))
            }
            if mistake != .skips { _ = await JobRun(agents[0], job).run() }
            try await Self.make(mistake, scene.markers[0].id, as: agents[0], after: agents[1])
            var items: [JobItem] = []
            for row in try await job.rows() { items.append(try await job.item(row)) }
            if [.forgetsVersion, .isOvertaken].contains(mistake) {
                for place in items.indices where items[place].before.id == scene.markers[0].id {
                    items[place].state.version = nil
                }
            }
            return items
        }
        var audit = FaultCostAudit(job.head, items, by: "job")
        for effect in server.effects[made...] { audit.take(effect) }
        let findings = audit.findings()
        #expect(findings.isEmpty == (mistake.name == nil), "\(findings)")
        if let name = mistake.name { #expect(findings.contains { $0.hasPrefix(name) }, "\(findings)") }
    }

    private static func make(
        _ mistake: Mistake, _ id: UUID, as job: MarkersAPI, after editor: MarkersAPI
    ) async throws {
        func change(_ api: MarkersAPI, _ edit: (inout RequestBody.MarkerUpdate, Marker) throws -> Void)
            async throws
        {
            let marker = try await api.marker(id)
            var update = RequestBody.MarkerUpdate(version: marker.version ?? 0)
            try edit(&update, marker)
            _ = await api.updateMarker(id, try update.json())
        }
        let step = SIMD3(0.5, 0, 0)
        switch mistake {
        case .nothing, .skips, .forgetsVersion: break
        case .isOvertaken:
            try await change(editor) { $0.calibratedData = CalibratedData(try $1.quad.moved(by: step)) }
        case .movesAgain: try await change(job) { $0.quad = try $1.quad.moved(by: step) }
        case .overwritesCorners:
            try await change(editor) { $0.quad = try $1.quad.moved(by: step) }
            try await change(job) { $0.quad = try $1.quad.moved(by: -step) }
        case .usesOldCorners:
            let old = try await job.marker(id).calibratedData
            try await change(editor) { $0.quad = try $1.quad.moved(by: step) }
            try await change(job) { update, _ in update.calibratedData = old }
        case .writesMore: try await change(job) { $0.label = "ours" + ($1.label ?? "") }
        }
    }
}
