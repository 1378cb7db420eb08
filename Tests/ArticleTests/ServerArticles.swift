import Foundation
import Markers
import MarkersClient
import MarkersEndpoint
import MarkersOffline
import MarkersSandbox
import MarkersURLSession
import QuadGeometry
import Testing
import VisionSensor
import VisionSensorClient
import WebSocket

/// The code of the articles of MarkersEndpoint, MarkersJobs, MarkersOffline, MarkersURLSession, MarkersSandbox, VisionSensorClient and WebSocket.
@Suite("Articles on servers")
struct ServerArticles {
    /// Compiled, and run against no server.
    private func recalibrate(_ referenceSet: UUID, _ oldSession: UUID) async throws -> JobStatus {
        let origin = try Origin("https://api.example.com/api/v1")
        let transport = try AuthorizedTransport(
            CurlTransport(origin),
            Credentials(field: "X-Api-Key", .environment("MARKERS_KEY"), for: origin))
        let recalibration = Recalibration(MarkersAPI(transport), on: origin, as: "ann")
        let request = SpaceRequest(
            "hall", mode: .raw, motion: .markers(by: .label, onto: [referenceSet], corners: .raw),
            frames: FrameMembership(chosen: [oldSession]))
        let status = try await recalibration.run(request, job: "hall.job")
        return status
    }

    /// Compiled, and run against no server.
    private func list() async throws {
        let api = try MarkersAPI("https://api.example.com/api/v1", token: .environment("MARKERS_TOKEN"))
        for space in try await api.spaces().elements {
            print(space.key, try await api.workSessions(in: space.id).elements.count)
        }
    }

    /// Compiled, and run against no server.
    private func keep(_ session: UUID, _ marker: Marker, _ markers: [Marker]) async throws {
        let transport = try CurlTransport(Origin("https://markers.example/api/v1"))
        let api = MarkersAPI(transport)
        let store = try MarkersStore.open(at: "hall.quadstore", for: transport.origin)

        let cache = ValidatedCache(store, api)
        for await shown in cache.markers(of: session) {
            print(shown.value?.count ?? 0, "markers,", shown.staleness.rawValue)
        }

        let queue = OfflineQueue(store, api)
        _ = try await queue.update(marker, UpdateMarker(label: "board 7"))
        let report = await queue.flush()
        print(report.done.count, "sent,", report.parked.count, "wait for a decision")

        _ = try await queue.update(markers.map { ($0, UpdateMarker(color: "#00aa00")) })
    }

    /// Compiled, and run against no server.
    private func listSpaces() async throws {
        let origin = try Origin("https://api.example.com/api/v1")
        let api = MarkersAPI(try URLSessionTransport(origin))
        for space in try await api.spaces().elements { print(space.key, space.name) }
    }

    @Test("a message goes from a client to a server")
    func message() {
        let now = 0.0  // seconds since any moment
        var client = WebSocketConnection(.client, at: now)
        var server = WebSocketConnection(.server, at: now)
        client.send(text: "Hello".utf8)
        server.receive(client.outgoing, at: now)  // in your program, through a socket
        client.removeOutgoing()
        while let event = server.next(at: now) {
            if event == .text { print(String(decoding: server.payload, as: UTF8.self)) }  // Hello
        }
        #expect(server.state == .open && server.outgoing.isEmpty)
    }

    /// Compiled, and run against no phone.
    private func askPhone() async throws {
        let phone = try Origin("http://172.20.10.1:8080")
        let sensor = SensorAPI(try CurlTransport(phone, SensorAPI.transportOptions))
        print(try await sensor.health().model)
        let answer = try await sensor.detect()
        for object in answer.reply.objects { print(object.label, object.confidence, object.distance ?? 0) }
        _ = try await sensor.change(SensorSettings(confidenceThreshold: 0.55, targetFPS: 20))
    }

    @Test("a recalibration is tried on a sandbox")
    func recalibration() async throws {
        let quad = Quad([0, 0, 1], [0.5, 0, 1], [0.5, 0.25, 1], [0, 0.25, 1])

        let server = try SandboxServer()
        defer { server.stop() }
        let origin = try Origin(server.address + "/api/v1")
        let api = MarkersAPI(try CurlTransport(origin))

        let space = try await api.createSpace(CreateSpace(key: "hall", name: "Hall"))
        let oldSession = try await api.createWorkSession(CreateWorkSession(in: space.id)).id
        let newSession = try await api.createWorkSession(CreateWorkSession(in: space.id)).id
        _ = try await api.createMarkers([CreateMarker(in: oldSession, label: "door", quad)], in: oldSession)
        _ = try await api.createMarkers([CreateMarker(in: newSession, label: "door", quad)], in: newSession)
        let recalibration = Recalibration(api, on: origin, as: "ann")

        let listing = try await SpaceListing.read("hall", recalibration.api)
        #expect(listing.markers.count == 2)
    }

    @Test("a sandbox with faults is started")
    func sandbox() throws {
        let server = try SandboxServer(SandboxOptions(seed: 7, faults: [Fault(.reset, .rate(0.1), .after)]))
        defer { server.stop() }
        // Requests to \(server.address)/api/v1/...
        let writes = server.effects.filter { $0.kind == "marker" }
        let injected = server.faults

        #expect(writes.isEmpty && injected.isEmpty)
    }

    @Test("a sandbox with a phone is started")
    func phone() throws {
        var options = SandboxOptions(seed: 1, faults: [Fault(.status(503), .rate(0.1), .after)])
        options.phone = .wall
        let server = try SandboxServer(options)
        defer { server.stop() }
        let truth = try Data(contentsOf: URL(string: server.address + "/sandbox/objects")!)
        // Requests to \(server.address)/detect, and to /sandbox/camera/ID for each of them

        #expect(try JSONValue(Array(truth))["objects"]?.elements.count == 12)
    }
}
