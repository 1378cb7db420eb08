import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("What the answers to queued edits lead to")
struct QueueAnswerTests {
    /// A fit of four points that turns about the vertical and shifts.
    private static func fit(shift: SIMD3<Double> = SIMD3(2, 0, 1)) throws -> SavedFit {
        let points: [SIMD3<Double>] = [[0, 0, 0], [4, 0, 0], [0, 0, 3], [0, 2, 0], [4, 2, 3]]
        let turn = try #require(Rotation(rotationVector: SIMD3(0, 0.4, 0)))
        let pairs = try Correspondences(sources: points, targets: points.map { turn * $0 + shift })
        return try SavedFit(FitDocument(try Calibration(pairs), of: pairs).bytes)
    }

    private static let space = SpaceCalibration(CalibrationVector(SIMD3(0, 0, 0)))

    private func rule(_ fit: SavedFit) -> UpdateRule {
        UpdateRule(
            PlannedMotion(fit, from: .raw, to: .calibrated), mode: .calibrated, in: Self.space,
            policy: .skip)
    }

    @Test("calibrated data follow corners that were edited behind us, to the bit, in three requests")
    func calibration() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker(), fit = try Self.fit()
        let id = try await queue.calibrate(marker, by: fit, in: Self.space)
        #expect(try await queue.calibrate(marker, by: fit, in: Self.space) == id)
        try await scene.change(marker, #""p1":[0.125,1,2.5]"#)
        _ = scene.network.requests()
        #expect(await queue.flush().done == [id])
        #expect(scene.network.requests() == 3)
        let now = try await scene.api.marker(marker.id)
        let corners = try now.quad, data = try #require(try now.calibratedData)
        #expect(corners.p1 == SIMD3(0.125, 1, 2.5))
        // The sandbox keeps what it was sent.
        #expect(data.quad == rule(fit).calibrated(from: corners))
    }

    @Test("calibrated data that nobody else edits take one request")
    func plainCalibration() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker()
        let id = try await queue.calibrate(marker, by: try Self.fit(), in: Self.space)
        _ = scene.network.requests()
        #expect(await queue.flush().done == [id] && scene.network.requests() == 1)
    }

    @Test("a newer fit takes the place of an older one of its session")
    func superseded() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker(), other = try await scene.marker(1)
        let old = try await queue.calibrate(marker, by: try Self.fit(), in: Self.space)
        let fit = try Self.fit(shift: SIMD3(5, 0, 0))
        let new = try await queue.calibrate(other, by: fit, in: Self.space)
        let dropped = try #require(try await queue.edits([.dropped]).first)
        #expect(dropped.id == old && dropped.reason == .superseded)
        #expect(await queue.flush().done == [new])
        #expect(try await scene.api.marker(marker.id).calibratedData == nil)
    }

    @Test("an older fit that was sent and is unclear is not sent again once there is a newer one")
    func supersededWhenSent() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker()
        let old = try await queue.calibrate(marker, by: try Self.fit(), in: Self.space)
        scene.server.meet([try #require(Fault("reset:after:PATCH")), try #require(Fault("reset:GET"))])
        #expect(await queue.flush().waiting == [old])
        scene.server.meet([])
        let fit = try Self.fit(shift: SIMD3(5, 0, 0))
        let new = try await queue.calibrate(
            try await scene.api.marker(marker.id), by: fit, in: Self.space)
        let report = await queue.flush()
        #expect(report.superseded == [old] && report.done == [new])
        let now = try await scene.api.marker(marker.id)
        #expect(try now.calibratedData?.quad == rule(fit).calibrated(from: try now.quad))
    }

    @Test("calibrated data of somebody else are not overwritten")
    func theirData() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker()
        let id = try await queue.calibrate(marker, by: try Self.fit(), in: Self.space)
        let theirs = #"{"p1":[9,9,9],"p2":[8,9,9],"p3":[8,8,9],"p4":[9,8,9]}"#
        try await scene.change(marker, #""calibrated_data":\#(theirs)"#)
        #expect(await queue.flush().parked == [id: .calibratedDataEdited])
        #expect(try await scene.api.marker(marker.id).calibratedData?.quad.p1 == SIMD3(9, 9, 9))
    }

    @Test("two corners moved one after the other both move")
    func twoCorners() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker()
        _ = try await queue.update(marker, UpdateMarker(p1: SIMD3(0.5, 1, 2)))
        _ = try await queue.update(marker, UpdateMarker(p2: SIMD3(0.75, 1, 2)))
        _ = scene.network.requests()
        #expect(await queue.flush().done.count == 1 && scene.network.requests() == 1)
        let quad = try await scene.api.marker(marker.id).quad
        #expect(quad.p1 == SIMD3(0.5, 1, 2) && quad.p2 == SIMD3(0.75, 1, 2))
        #expect(try quad.p3 == marker.quad.p3)
    }

    @Test("an edit joined to another never overwrites what it was not made on")
    func olderCopy() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let old = try await scene.marker()
        try await scene.change(old, ##""color":"#ff0000""##)
        // The first is made on the marker as it is now, the second on a copy from before somebody gave it a color.
        let id = try await queue.update(
            try await scene.api.marker(old.id), UpdateMarker(label: "mine"))
        _ = try await queue.update(old, UpdateMarker(color: "#00ff00"))
        #expect(await queue.flush().parked == [id: .fieldEdited])
        #expect(try await scene.api.marker(old.id).color == "#ff0000")
    }

    @Test(
        "what the server alters is parked, not sent for ever", arguments: [EditPolicy.park, .mine, .theirs])
    func altered(policy: EditPolicy) async throws {
        let scene = try await OfflineScene()
        let transport = AlteringTransport(scene.network)
        let api = MarkersAPI(transport, clock: scene.api.clock)
        let queue = OfflineQueue(try scene.store(), api, policy: policy)
        let id = try await queue.update(try await scene.marker(), UpdateMarker(label: "LOUD"))
        #expect(await queue.flush().parked == [id: .notAsWritten])
    }

    @Test("a marker at which the server fails keeps no other waiting")
    func oneFails() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let bad = try await scene.marker(), good = try await scene.marker(1)
        let stuck = try await queue.update(bad, UpdateMarker(label: "never"))
        let sent = try await queue.update(good, UpdateMarker(label: "sent"))
        scene.network.fail(bad.id.wireText, status: 500)
        let report = await queue.flush()
        #expect(report.done == [sent] && report.waiting == [stuck] && report.failure == nil)
        let left = try #require(try await queue.edits([.sent, .waiting]).first)
        #expect(left.code == "HTTP_500" && left.attempts > 0)
        scene.network.fail(nil)
        #expect(await queue.flush().done == [stuck])
    }

    @Test("a credential that is refused stops everything, and everything stays")
    func unauthorized() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker()
        let id = try await queue.update(marker, UpdateMarker(label: "later"))
        scene.network.fail("/", status: 401)
        let report = await queue.flush()
        #expect(report.waiting == [id] && report.failure?.code == "HTTP_401" && report.parked.isEmpty)
        scene.network.fail(nil)
        #expect(await queue.flush().done == [id])
    }

    @Test("words of the server are kept with what it refuses", arguments: [400, 422, 413])
    func refused(status: Int) async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let id = try await queue.update(try await scene.marker(), UpdateMarker(label: "no"))
        scene.network.fail("/markers/", status: status)
        #expect(await queue.flush().parked == [id: .refused])
        #expect(try await queue.edits([.parked]).first?.code == "HTTP_\(status)")
    }

    @Test("markers of a session that is gone are parked as that, in one request")
    func sessionGone() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let ids = try await [1, 2, 3].asyncMap { _ in
            try await queue.create(CreateMarker(in: scene.session, label: "new", Quad.rectangle(1, 1)))
        }
        _ = scene.network.requests()
        scene.network.fail("/markers", status: 404)
        let report = await queue.flush()
        #expect(report.parked == Dictionary(uniqueKeysWithValues: ids.map { ($0, .gone) }))
        #expect(scene.network.requests() <= 2)
    }

    @Test("a removal after an edit of our own that was unclear removes")
    func removalAfterOwn() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await scene.marker()
        let first = try await queue.update(marker, UpdateMarker(label: "once"))
        scene.server.meet([try #require(Fault("reset:after:PATCH")), try #require(Fault("reset:GET"))])
        #expect(await queue.flush().waiting == [first])
        scene.server.meet([])
        let second = try await queue.delete(marker)
        #expect(await queue.flush().done == [first, second])
        #expect(try await scene.api.markers(of: scene.session).elements.count == 2)
    }
}

/// A server that writes labels in another form than they are sent.
private struct AlteringTransport: BoundTransport {
    private let inner: OfflineScene.Network

    init(_ inner: OfflineScene.Network) { self.inner = inner }

    var origin: Origin { inner.origin }

    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        var request = request
        if request.method == .patch {
            let body = String(decoding: request.body, as: UTF8.self)
            request.body = Array(body.replacing("LOUD", with: "loud").utf8)
        }
        return try await inner.send(request, timeout: timeout)
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows
        -> [Result]
    {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
