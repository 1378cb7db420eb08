import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Markers that wait while their session is recalibrated")
struct FollowTests {
    private static let waiting = 12
    /// The farthest that a marker may be from where it belongs once it has followed, in metres.
    private static let bound = 0.005

    /// The motion of the recalibration.
    private static func motion() throws -> RigidTransform {
        let turn = try #require(Rotation(rotationVector: SIMD3(0, 0.3, 0)))
        return try #require(RigidTransform(rotation: turn, translation: SIMD3(1.5, 0.1, -2)))
    }

    private static func quad(_ place: Int) -> Quad {
        let corner = SIMD3(Double(place % 4) * 2, 1 + Double(place % 3) / 2, Double(place / 4) * 3)
        return Quad.rectangle(0.2, 0.1).map { $0 + corner }
    }

    /// A session whose list is kept, with markers that wait for a network.
    private func scene(
        markers: Int = 8, isKept: Bool = true
    ) async throws -> (scene: OfflineScene, queue: OfflineQueue, ids: [UUID]) {
        let scene = try await OfflineScene(markers: 0)
        for place in 0..<markers {
            var creation = RequestBody.MarkerCreation(
                workSessionID: scene.session, quad: Self.quad(place + 20))
            creation.label = "old-\(place)"
            _ = try await scene.api.createMarker(creation)
        }
        let store = try scene.store()
        if isKept {
            _ = await scene.all(ValidatedCache(store, scene.api).markers(of: scene.session))
        }
        let queue = OfflineQueue(store, scene.api)
        var ids: [UUID] = []
        for place in 0..<Self.waiting {
            let marker = CreateMarker(in: scene.session, label: "new-\(place)", Self.quad(place))
            ids.append(try await queue.create(marker))
        }
        return (scene, queue, ids)
    }

    /// Moves all markers of a session, as somebody's recalibration does.
    private func recalibrate(_ scene: OfflineScene, but stays: Int = 0) async throws {
        let motion = try Self.motion()
        for marker in try await scene.api.markers(of: scene.session).elements.dropFirst(stays) {
            var update = RequestBody.MarkerUpdate(version: try #require(marker.version))
            update.quad = motion * (try marker.quad)
            guard case .applied = await scene.api.updateMarker(marker.id, try update.json()) else {
                Issue.record("a marker was not moved")
                return
            }
        }
    }

    @Test("are parked with the motion, within its prediction, and follow to within 5 mm")
    func follow() async throws {
        let (scene, queue, ids) = try await scene()
        try await recalibrate(scene)
        // The list is read again meanwhile: what was kept when the markers were made counts.
        let cache = ValidatedCache(queue.store, scene.api)
        _ = await scene.all(cache.markers(of: scene.session))
        let report = await queue.flush()
        #expect(report.parked == Dictionary(uniqueKeysWithValues: ids.map { ($0, .sessionMoved) }))
        #expect(report.done.isEmpty && report.uncompared.isEmpty)
        let truth = try Self.motion()
        for edit in try await queue.edits([.parked]) {
            let motion = try #require(edit.motion)
            let place = try #require(ids.firstIndex(of: edit.id))
            let off = Self.distance(motion.moved(Self.quad(place)), truth * Self.quad(place))
            #expect(motion.markers == 8 && off <= motion.error && motion.error < Self.bound)
        }
        #expect(try await Set(queue.follow(scene.session)) == Set(ids))
        #expect(try await queue.follow(scene.session).isEmpty)
        let second = await queue.flush()
        #expect(Set(second.done) == Set(ids) && second.uncompared.isEmpty)
        let made = try await scene.api.markers(of: scene.session).elements
        #expect(made.count == 8 + Self.waiting)
        for place in 0..<Self.waiting {
            let marker = try #require(made.first { $0.label == "new-\(place)" })
            #expect(Self.distance(try marker.quad, truth * Self.quad(place)) < Self.bound)
        }
    }

    @Test("are sent as they are where somebody says so")
    func retried() async throws {
        let (scene, queue, ids) = try await scene()
        try await recalibrate(scene)
        _ = await queue.flush()
        for id in ids { try await queue.retry(id) }
        #expect(await queue.flush().done.count == Self.waiting)
        let made = try await scene.api.markers(of: scene.session).elements
        #expect(try made.first { $0.label == "new-0" }?.quad == Self.quad(0))
    }

    @Test("are sent where a few markers were moved by hand")
    func someEdited() async throws {
        let (scene, queue, ids) = try await scene()
        try await recalibrate(scene, but: 5)
        let report = await queue.flush()
        #expect(Set(report.done) == Set(ids) && report.uncompared.isEmpty)
    }

    @Test("are sent where nothing is kept to compare with, which is said")
    func nothingKept() async throws {
        let (scene, queue, ids) = try await scene(isKept: false)
        let report = await queue.flush()
        #expect(Set(report.done) == Set(ids) && report.uncompared == [scene.session])
    }

    @Test("are made once where the answer was lost and the session then moved")
    func madeBefore() async throws {
        let (scene, queue, ids) = try await scene()
        scene.server.meet([
            try #require(Fault("reset:after:POST")), try #require(Fault("reset:@2-99:GET")),
        ])
        #expect(await queue.flush().done.isEmpty)
        scene.server.meet([])
        try await recalibrate(scene)
        // They are on the server and have moved with their session.
        #expect(await Set(queue.flush().done) == Set(ids))
        #expect(try await scene.api.markers(of: scene.session).elements.count == 8 + Self.waiting)
    }

    @Test("corners that moved with their session are named as that, and follow")
    func corners() async throws {
        let (scene, queue, _) = try await scene()
        _ = await queue.flush()
        let cache = ValidatedCache(queue.store, scene.api)
        await cache.markStale(.markers(scene.session))
        _ = await scene.all(cache.markers(of: scene.session))
        let marker = try #require(try await scene.api.markers(of: scene.session).elements.first)
        let wanted = try marker.quad.map { $0 + SIMD3(0, 0.5, 0) }
        let id = try await queue.update(marker, UpdateMarker(wanted))
        try await recalibrate(scene)
        #expect(await queue.flush().parked == [id: .sessionMoved])
        #expect(try await queue.follow(scene.session) == [id])
        #expect(await queue.flush().done == [id])
        let now = try await scene.api.marker(marker.id).quad
        #expect(Self.distance(now, try Self.motion() * wanted) < Self.bound)
    }

    private static func distance(_ a: Quad, _ b: Quad) -> Double {
        zip(a.corners, b.corners).map { ($0 - $1).length }.max() ?? 0
    }
}
