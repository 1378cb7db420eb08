import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import TestSupport
import Testing

@Suite("A job carried out on the sandbox, over sockets")
struct SandboxJobTests {
    /// About three changes in ten meet one of these.
    private static let faults = [
        "503:0.06:before:PATCH", "500:0.06:after:PATCH", "reset:0.06:after:PATCH", "close:0.06:before:PATCH",
        "truncate:0.06:after:PATCH",
    ]

    @Test(
        "writes each marker once through faults, and takes all back", arguments: PushMode.allCases, Seeds.few)
    func there(mode: PushMode, seed: UInt64) async throws {
        let faults = try Self.faults.map { try #require(Fault($0)) }
        let server = try SandboxServer(SandboxOptions(seed: seed, faults: faults))
        defer { server.stop() }
        let transport = try CurlTransport(Origin(server.address + "/api/v1"))
        defer { transport.close() }
        let api = MarkersAPI(transport)
        let scene = try await SandboxJob(api, server.address, mode)
        defer { scene.clear() }
        let made = server.effects.count
        try await scene.carryOut(.apply, api)
        #expect(try await JobRun(api, scene.job).verify().isSound, "seed \(seed)")
        let updates = server.effects[made...].filter { $0.action == .update }
        #expect(updates.count == (mode == .vector ? 1 : SandboxJob.count), "seed \(seed)")
        #expect(Set(updates.map(\.id)).count == updates.count, "seed \(seed): none twice")
        try await scene.carryOut(.undo, api)
        let after = try await api.markers(of: scene.session).elements
        for (old, new) in zip(scene.before, after) {
            #expect(try old.id == new.id && old.quad == new.quad, "seed \(seed)")
            #expect(
                try old.calibratedData?.quad == new.calibratedData?.quad && old[.meta] == new[.meta],
                "seed \(seed)")
        }
        // The faults to be survived must have happened.
        #expect(mode == .vector || !server.faults.isEmpty, "seed \(seed)")
    }

    @Test(
        "A job over lines that break, stall and crawl writes each marker once",
        arguments: [PushMode.raw, .calibrated])
    func job(mode: PushMode) async throws {
        let proxy = try FaultProxy()
        var options = SandboxOptions(seed: 1)
        options.hosts = ["127.0.0.1:\(proxy.port)"]
        let server = try SandboxServer(options)
        defer { server.stop() }
        let direct = try CurlTransport(Origin(server.address + "/api/v1"))
        defer { direct.close() }
        let lines = try Origin("http://127.0.0.1:\(proxy.port)/api/v1")
        let scene = try await SandboxJob(MarkersAPI(direct), lines.description, mode)
        defer { scene.clear() }
        let made = server.effects.count
        proxy.carry(to: server.port) { connection in
            switch connection % 6 {
            case 0: FaultProxy.Plan(toServer: .split(11), toClient: .split(97))
            case 1: FaultProxy.Plan(toClient: .reset(after: 15_000))
            case 2: FaultProxy.Plan(toServer: .swallow(after: 1700))
            case 3: FaultProxy.Plan(toClient: .swallow(after: 4100))
            case 4: FaultProxy.Plan(toServer: .cut(after: 2900))
            default: FaultProxy.Plan(toClient: .cut(after: 5300))
            }
        }
        let crawling = try CurlTransport(lines)
        defer { crawling.close() }
        try await scene.carryOut(.apply, MarkersAPI(crawling, timeout: .milliseconds(400)))
        let past = ScriptedTransport(lines) { request, timeout throws(TransportError) in
            try await direct.send(request, timeout: timeout)
        }
        #expect(try await JobRun(MarkersAPI(past), scene.job).verify().isSound)
        let updates = server.effects[made...].filter { $0.action == .update }
        #expect(updates.count == SandboxJob.count)
        #expect(Set(updates.map(\.id)).count == updates.count, "none twice")
        // Each kind of line must have been met.
        #expect(proxy.connectionCount >= 6)
    }
}
