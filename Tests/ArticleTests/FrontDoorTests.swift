import Foundation
import MarkersClient
import MarkersSandbox
import Quadcal
import SandboxTransport
import TestSupport
import Testing

/// First guesses of Swift developers, each as it is typed without a look at the documentation.
@Suite("First guesses in Swift")
struct FrontDoorTests {
    private static let quad = Quad([0, 1.5, -2], [0.75, 1.5, -2], [0.75, 1, -2], [0, 1, -2])

    @Test("about a quad: center, normal, planarity, defects and rays")
    func quads() throws {
        let quad = Self.quad
        #expect(quad.center == [0.375, 1.25, -2])
        #expect(quad.normal == [0, 0, -1])
        #expect(try #require(quad.planarity) < 1e-12 && quad.area == 0.375)
        #expect(quad.issues().isEmpty)
        let bowTie = Quad(quad.p1, quad.p2, quad.p4, quad.p3)
        #expect("\(bowTie.issues()[0])".hasPrefix("ERROR SELF_INTERSECTING the outline crosses itself"))
        let ray = try Ray(origin: [0.25, 1.25, 3], direction: [0, 0, -1])
        let hit = try #require(quad.intersection(with: ray))
        #expect(hit.point == [0.25, 1.25, -2] && hit.distance == 5 && hit.face == .back)
        let far = quad.map { $0 - [0, 0, 1] }
        let nearest = try #require([far, quad].nearestHit(by: ray))
        #expect(nearest.index == 1 && nearest.point == hit.point)
        #expect([far].nearestHit(by: try Ray(origin: [9, 9, 9], direction: [0, 0, -1])) == nil)
        #expect(quad.intersection(with: ray, only: .front) == nil)
    }

    @Test("about a calibration: what moves, by what, and how far off it may be")
    func calibrations() throws {
        let old = (0..<6).map { place in Self.quad.map { $0 + [Double(place), 0, Double(place % 3)] } }
        let turn = try RigidTransform(rowMajor: [0, 0, 1, 4, 0, 1, 0, 0.5, -1, 0, 0, -1, 0, 0, 0, 1])
        let slips: [SIMD3<Double>] = [
            [0.001, 0, 0], [0, -0.001, 0.002], [-0.001, 0, 0], [0, 0.001, 0], [0, 0, -0.002], [0, 0, 0],
        ]
        let new = zip(old, slips).map { quad, slip in (turn * quad).map { $0 + slip } }
        let calibration = try Calibration(old, new)
        #expect(calibration.verdict == .pass, "\(calibration.judgements)")
        let moved = calibration.moved(old[0])
        #expect((moved.center - new[0].center).length < 0.01)
        #expect(calibration.moved(old[0].p1) == moved.p1)
        #expect(calibration.rotation == calibration.motion.rotation)
        #expect((calibration.translation - SIMD3(4, 0.5, -1)).length < 0.02)
        let near = try #require(calibration.predictedError(at: old[0].center))
        let far = try #require(calibration.predictedError(at: old[0].center + [50, 0, 0]))
        #expect(near > 0 && far > near)
        let points = try Calibration(old.map(\.center), new.map(\.center))
        #expect((points.moved(old[0].center) - new[0].center).length < 0.01)
    }

    @Test("about a server: its address alone, and a space recalibrated in one call")
    func servers() async throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let api = try MarkersAPI(server.address)
        #expect(api.origin?.basePath == MarkersAPI.usualPath)
        let space = try await api.createSpace(CreateSpace(key: "hall", name: "Hall"))
        let old = (0..<8).map { place in Self.quad.map { $0 + [Double(place), 0, Double(place % 3)] } }
        let turn = try RigidTransform(rowMajor: [0, 0, 1, 4, 0, 1, 0, 0, -1, 0, 0, -1, 0, 0, 0, 1])
        let slip = { (place: Int) in SIMD3<Double>(0.001 * Double(place % 2), 0, -0.001 * Double(place % 3)) }
        var sessions: [WorkSession] = []
        for quads in [old, old.enumerated().map { place, quad in (turn * quad).map { $0 + slip(place) } }] {
            let session = try await api.createWorkSession(CreateWorkSession(in: space.id))
            let markers = quads.enumerated().map { CreateMarker(in: session.id, label: "\($0)", $1) }
            _ = try await api.createMarkers(markers, in: session.id)
            sessions.append(session)
        }
        #expect("\(space.id)" == space.id.text)
        let folder = try Folder(), job = folder.url.appending(path: "hall.job").path
        let status = try await api.recalibrate(
            "hall", moving: [sessions[0].id], onto: [sessions[1].id], job: job)
        #expect(status.isComplete && status.counts[.done] == 8)
        let moved = try await api.markers(of: sessions[0].id).elements
        #expect(try (moved[0].quad.center - (turn * old[0]).center).length < 0.01)
        let unnamed = MarkersAPI(Unnamed())
        await #expect(throws: RecalibrationError.noOrigin) {
            try await unnamed.recalibrate("hall", moving: [], onto: [], job: job)
        }
    }

    /// A transport that does not say where it leads.
    private struct Unnamed: Transport {
        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            HTTPResponse(404)
        }
    }

    @Test("refuse what they cannot do by errors with codes")
    func refusals() throws {
        #expect(throws: RigidFitError.self) { try Calibration([Quad](), []) }
        #expect(throws: RigidFitError.self) { try Calibration([Marker](), []) }
        #expect(throws: RigidFitError.self) { try Calibration([Self.quad], []) }
        let broken = Self.quad.map { $0 * .nan }
        #expect(throws: RigidFitError.self) { try Calibration([broken], [Self.quad]) }
        #expect(Set(broken.issues().map(\.code)) == [.nonFinite] && broken.planarity == nil)
        let ray = try Ray(origin: [0.25, 1.25, 3], direction: [0, 0, -1])
        #expect(broken.intersection(with: ray) == nil && [Quad]().nearestHit(by: ray) == nil)
        for url in ["", "host", "ftp://host", "https://user@host", "https://host/?q"] {
            #expect(throws: OriginError.self) { try MarkersAPI(url) }
        }
        #expect(throws: CredentialsError.self) { try MarkersAPI("http://host", token: Secret("token")) }
        #expect(throws: CredentialsError.self) { try MarkersAPI("http://host", key: Secret("key")) }
    }
}
