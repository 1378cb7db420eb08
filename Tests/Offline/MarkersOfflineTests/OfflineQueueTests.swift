import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

@Suite("Edits that wait for a network")
struct OfflineQueueTests {
    private func marker(_ scene: OfflineScene, _ place: Int = 0) async throws -> Marker {
        try #require(try await scene.api.markers(of: scene.session).elements.dropFirst(place).first)
    }

    /// Changes a marker as somebody else would.
    private func change(_ scene: OfflineScene, _ marker: Marker, _ members: String) async throws {
        let now = try await scene.api.marker(marker.id)
        let body = "{\"version\":\(try #require(now.version)),\(members)}"
        guard case .applied = await scene.api.updateMarker(marker.id, Array(body.utf8)) else {
            Issue.record("the other change was refused")
            return
        }
    }

    @Test("are sent in one request where nobody else edits")
    func plain() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await marker(scene)
        let id = try await queue.update(marker, UpdateMarker(label: "new"))
        _ = scene.network.requests()
        let report = await queue.flush()
        #expect(report.done == [id] && report.parked.isEmpty && report.waiting.isEmpty)
        #expect(scene.network.requests() == 1)
        #expect(try await scene.api.marker(marker.id).label == "new")
        #expect(await queue.flush().done.isEmpty && scene.network.requests() == 1)
    }

    @Test("join a change of another field that was made meanwhile")
    func otherField() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await marker(scene)
        _ = try await queue.update(marker, UpdateMarker(label: "mine"))
        try await change(scene, marker, ##""color":"#ff0000""##)
        _ = scene.network.requests()
        #expect(await queue.flush().done.count == 1)
        #expect(scene.network.requests() == 3)
        let now = try await scene.api.marker(marker.id)
        #expect(now.label == "mine" && now.color == "#ff0000")
    }

    @Test("wait for a decision where the same field was changed", arguments: EditPolicy.allCases)
    func sameField(policy: EditPolicy) async throws {
        let scene = try await OfflineScene()
        let queue = OfflineQueue(try scene.store(), scene.api, policy: policy)
        let marker = try await marker(scene)
        let id = try await queue.update(marker, UpdateMarker(label: "mine"))
        try await change(scene, marker, #""label":"theirs""#)
        let report = await queue.flush()
        let label = try await scene.api.marker(marker.id).label
        switch policy {
        case .park:
            #expect(report.parked == [id: .fieldEdited] && label == "theirs")
            let parked = try #require(try await queue.edits([.parked]).first)
            #expect(try Marker(try #require(parked.theirs)).label == "theirs")
            try await queue.retry(id, mine: true)
            #expect(await queue.flush().done == [id])
            #expect(try await scene.api.marker(marker.id).label == "mine")
        case .mine: #expect(report.done == [id] && label == "mine")
        case .theirs: #expect(report.done == [id] && label == "theirs")
        }
    }

    @Test("never overwrite corners that somebody else moved", arguments: EditPolicy.allCases)
    func corners(policy: EditPolicy) async throws {
        let scene = try await OfflineScene()
        let queue = OfflineQueue(try scene.store(), scene.api, policy: policy)
        let marker = try await marker(scene)
        let id = try await queue.update(marker, UpdateMarker(p1: SIMD3(9, 9, 9)))
        try await change(scene, marker, #""p2":[5,5,5]"#)
        _ = scene.network.requests()
        #expect(await queue.flush().parked == [id: .cornersEdited])
        #expect(scene.network.requests() == 2)
        #expect(try await scene.api.marker(marker.id).quad.p1 == marker.quad.p1)
        await #expect(throws: EditError.noSuchEdit) { try await queue.retry(id, mine: true) }
    }

    @Test("merge custom properties member by member")
    func properties() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await marker(scene)
        _ = try await queue.update(marker, UpdateMarker(customProperties: try JSONValue(#"{"a":1}"#)))
        try await change(scene, marker, #""custom_props":{"b":[2, 3.50]}"#)
        #expect(await queue.flush().done.count == 1)
        let now = try #require(try await scene.api.marker(marker.id).customProperties)
        #expect(
            now["a"]?.integer == 1 && now["b"].map { String(decoding: $0.text, as: UTF8.self) } == "[2, 3.50]"
        )
    }

    @Test("become one where they are of one marker, and none where it is removed")
    func coalescing() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await marker(scene), other = try await self.marker(scene, 1)
        let ids = try await [
            queue.update(marker, UpdateMarker(label: "one")),
            queue.update(marker, UpdateMarker(color: "#00ff00")),
            queue.update(marker, UpdateMarker(label: "two")),
        ]
        #expect(Set(ids).count == 1)
        _ = try await queue.update(other, UpdateMarker(label: "never"))
        _ = try await queue.delete(other)
        _ = scene.network.requests()
        #expect(await queue.flush().done.count == 2)
        // One update; a look at the other marker and its removal.
        #expect(scene.network.requests() == 3)
        let now = try await scene.api.markers(of: scene.session).elements
        #expect(now.map(\.label) == ["two", "board-2"] && now[0].color == "#00ff00")
    }

    @Test("do not remove what was edited since it was seen")
    func deletion() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await marker(scene), gone = try await self.marker(scene, 1)
        let kept = try await queue.delete(marker), done = try await queue.delete(gone)
        try await change(scene, marker, #""label":"looked at""#)
        try await scene.api.deleteMarker(gone.id)
        let report = await queue.flush()
        #expect(report.parked == [kept: .editedSince] && report.done == [done])
        #expect(try await scene.api.marker(marker.id).label == "looked at")
    }

    @Test("make each marker once, whatever is lost")
    func creations() async throws {
        let scene = try await OfflineScene(markers: 0), queue = OfflineQueue(try scene.store(), scene.api)
        for place in 0..<5 {
            var marker = CreateMarker(in: scene.session, label: "new-\(place)", Quad.rectangle(1, 1))
            marker.color = "#0000ff"
            _ = try await queue.create(marker)
        }
        scene.server.meet([try #require(Fault("reset:@1:after:POST"))])
        let report = await queue.flush()
        #expect(report.done.count == 5 && report.waiting.isEmpty)
        let made = try await scene.api.markers(of: scene.session).elements
        #expect(Set(made.compactMap(\.label)) == Set((0..<5).map { "new-\($0)" }) && made.count == 5)
    }

    @Test("have one effect where the answer is lost after it")
    func lostAnswer() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await marker(scene)
        _ = try await queue.update(marker, UpdateMarker(label: "once"))
        scene.server.meet([try #require(Fault("reset:@1:after:PATCH"))])
        _ = scene.network.requests()
        #expect(await queue.flush().done.count == 1)
        #expect(scene.network.requests() == 2)
        #expect(scene.server.effects.filter { $0.action == .update }.count == 1)
    }

    @Test("stay where there is no network, and go on once there is one")
    func offline() async throws {
        let scene = try await OfflineScene()
        let marker = try await marker(scene), removed = try await self.marker(scene, 1)
        do {
            let queue = OfflineQueue(try scene.store(), scene.api)
            _ = try await queue.update(marker, UpdateMarker(label: "later"))
            _ = try await queue.delete(removed)
            _ = try await queue.create(CreateMarker(in: scene.session, label: "made", Quad.rectangle(1, 1)))
            scene.network.cut(true)
            let report = await queue.flush()
            #expect(report.waiting.count == 3 && report.failure?.code == "UNRESOLVED" && report.done.isEmpty)
            // Nothing was sent, so that all of it may still be changed.
            #expect(try await queue.edits().allSatisfy { $0.state == .waiting })
        }
        scene.network.cut(false)
        // Another process, on the same file.
        let report = await OfflineQueue(try scene.store(), scene.api).flush()
        #expect(report.done.count == 3 && report.waiting.isEmpty)
        let labels = Set(try await scene.api.markers(of: scene.session).elements.compactMap(\.label))
        #expect(labels == ["later", "made", "board-2"])
    }

    @Test("follow one another of a marker that is made here")
    func refusals() async throws {
        let scene = try await OfflineScene(), queue = OfflineQueue(try scene.store(), scene.api)
        let marker = try await marker(scene)
        await #expect(throws: EditError.nothingWanted) { try await queue.update(marker, UpdateMarker()) }
        await #expect(throws: EditError.self) {
            try await queue.update(marker, UpdateMarker(p1: SIMD3(.nan, 0, 0)))
        }
        await #expect(throws: EditError.noSuchEdit) { try await queue.discard(UUID()) }
        let id = try await queue.update(marker, UpdateMarker(label: "no"))
        try await queue.discard(id)
        #expect(await queue.flush().done.isEmpty)
        #expect(try await queue.edits().map(\.state) == [.dropped])
        let gone = try await queue.update(marker, UpdateMarker(label: "gone"))
        try await scene.api.deleteMarker(marker.id)
        #expect(await queue.flush().parked == [gone: .gone])
    }
}
