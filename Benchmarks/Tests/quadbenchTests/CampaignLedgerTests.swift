import Foundation
import KillSweep
import Testing

@testable import MarkersSandbox
@testable import quadbench

@Suite("The judge of campaigns")
struct CampaignLedgerTests {
    /// A scene, and the log of what is done to it.
    private struct Story {
        let mode: CampaignMode
        let motions: [CampaignMotion]
        let scene: CampaignScene
        private(set) var ledger: CampaignLedger
        private var version: Int64 = 1

        init(_ mode: CampaignMode) throws {
            let server = try SandboxServer(SandboxOptions(seed: 1))
            defer { server.stop() }
            (self.mode, motions) = (mode, CampaignMotion.all(mode))
            scene = try CampaignScene(
                Exchange(port: server.port), markers: 4, vector: CampaignScene.vector, motions[0])
            ledger = CampaignLedger(scene, mode, motions, [])
        }

        var marker: CampaignScene.Made { scene.markers[0] }

        /// The first motion of the corners that are there, and back.
        var moved: Corners { corners.map(motions[0].callAsFunction) }
        var corners: Corners { ledger.tracks[marker.id]?.corners ?? Corners([]) }
        /// The calibrated data that a job makes of the corners that are there.
        var wanted: Corners { ledger.wanted(corners, 0) }

        mutating func write(_ corners: Corners, by agent: String? = nil) {
            send(
                Dictionary(uniqueKeysWithValues: zip(Corners.names, corners.points.map(\.numbers))), by: agent
            )
        }

        mutating func write(calibrated: Corners, by agent: String? = nil) {
            let data = Dictionary(uniqueKeysWithValues: zip(Corners.names, calibrated.points.map(\.numbers)))
            send(["calibrated_data": data], by: agent)
        }

        mutating func send(_ body: [String: Any], by agent: String? = nil) {
            version += 1
            var body = body
            body["version"] = version - 1
            let text = (try? JSONSerialization.data(withJSONObject: body)).map {
                String(decoding: $0, as: UTF8.self)
            }
            ledger.take([
                Effect(
                    number: version, at: "", request: 0, agent: agent, action: .update, kind: "marker",
                    id: marker.id, version: version, body: text)
            ])
        }

        /// Somebody moves a corner.
        mutating func edit() {
            send(["p1": (corners.points[0] + Point(0.02, 0, 0)).numbers], by: CampaignLedger.editor)
        }

        var kinds: [CampaignFinding.Kind] { ledger.findings.map(\.kind) }

        /// The kinds of what is wrong with a report that finds these markers open.
        func misreported(
            _ open: [String: String] = [:], gone: [String] = [], isUndo: Bool = false
        ) throws -> [CampaignFinding.Kind] {
            let document: [String: Any] = [
                "direction": isUndo ? "undo" : "apply", "counts": [String: Int](),
                "open": open.map { ["id": $0.key, "state": $0.value] },
                "comparison": ["asPlanned": 0, "different": [Any](), "gone": gone] as [String: Any],
            ]
            let run = CampaignRun(
                words: [], exit: 0, isLate: false,
                output: try JSONSerialization.data(withJSONObject: document),
                advice: "")
            return CampaignJudge(
                ledger: ledger, mode: mode, scene: scene, motions: motions, motion: 0, hasRival: false,
                hasOldReads: false, hasShortLists: false
            ).findings(run).map(\.kind)
        }
    }

    @Test("finds nothing in markers that are moved once and back, also after an edit")
    func sound() throws {
        var story = try Story(.raw)
        story.write(story.moved)
        story.edit()
        story.write(story.corners.map(story.motions[0].inverse))
        #expect(story.kinds.isEmpty)
        var other = try Story(.calibrated)
        other.write(calibrated: other.wanted)
        other.edit()
        other.write(calibrated: other.wanted)
        other.write(calibrated: other.corners.map { $0 + CampaignScene.vector })
        #expect(other.kinds.isEmpty)
    }

    @Test("sees corners that are moved twice, or back twice")
    func doubled() throws {
        var story = try Story(.raw)
        story.write(story.moved)
        story.write(story.moved)
        #expect(story.kinds == [.doubled])
        var rival = try Story(.raw)
        rival.write(rival.moved)
        rival.write(rival.corners.map(rival.motions[1].callAsFunction))
        #expect(rival.kinds == [.doubled])
        var back = try Story(.raw)
        back.write(back.corners.map(back.motions[0].inverse))
        #expect(back.kinds == [.doubled])
    }

    @Test("sees what was there already, and what belongs to nothing")
    func rewritten() throws {
        var story = try Story(.raw)
        story.write(story.corners)
        story.write(story.corners.map { $0 + Point(3, 0, 0) })
        story.send(["label": "ours"])
        #expect(story.kinds == [.rewritten, .stale, .lost])
        var other = try Story(.calibrated)
        other.write(calibrated: other.wanted)
        other.write(calibrated: other.wanted)
        #expect(other.kinds == [.rewritten])
        other.write(calibrated: other.wanted.map { $0 + Point(1, 0, 0) })
        #expect(other.kinds == [.rewritten, .stale])
    }

    @Test("sees edits that are overwritten")
    func overwritten() throws {
        var story = try Story(.raw)
        let before = story.corners
        story.write(story.moved)
        story.edit()
        story.write(before)
        #expect(story.kinds == [.overwritten])
        // An undo that puts back what belonged to other corners.
        var other = try Story(.calibrated)
        let computed = other.corners.map { $0 + CampaignScene.vector }
        other.edit()
        other.write(calibrated: other.wanted)
        other.write(calibrated: computed)
        #expect(other.kinds == [.overwritten])
        other.write(calibrated: other.wanted.map { $0 + Point(0, 0, 1) }, by: CampaignLedger.editor)
        other.write(calibrated: other.wanted)
        #expect(other.kinds == [.overwritten, .overwritten])
    }

    @Test("sees claims that are not so")
    func misreported() throws {
        var story = try Story(.raw)
        for marker in story.scene.markers.dropFirst() { #expect(story.ledger.tracks[marker.id] != nil) }
        let others = Dictionary(
            uniqueKeysWithValues: story.scene.markers.dropFirst().map { ($0.id, "pending") })
        #expect(try story.misreported(others) == [.lost])
        story.write(story.moved)
        #expect(try story.misreported(others).isEmpty)
        #expect(try story.misreported(others, isUndo: true) == [.lost])
        #expect(try story.misreported(others, gone: [story.marker.id]) == [.misreported])
        let blamed = others.merging([story.marker.id: "conflict"]) { $1 }
        #expect(try story.misreported(blamed) == [.misreported])
        story.edit()
        #expect(try story.misreported(blamed).isEmpty)
    }
}
