import Foundation
import QuadGeometry
import Testing

@testable import quadbench

@Suite("The judge of jobs")
struct ScenarioCheckTests {
    private static func scene(_ name: String) throws -> ScenarioScene {
        let kind = try #require(ScenarioKind.all.first { $0.name == name })
        var scene = ScenarioScene(kind, seed: 1, job: 0)
        kind.spoil(&scene)
        return scene
    }

    /// An answer that moves all markers to where they are, or beside that, and predicts a centimetre.
    private static func answer(
        _ scene: ScenarioScene, codes: Set<String> = [], rejected: Set<String>? = nil, off: Double = 0
    ) -> ScenarioAnswer {
        var answer = ScenarioAnswer()
        (answer.codes, answer.isSelective, answer.rejected) = (codes, rejected != nil, rejected ?? [])
        for (number, quad) in scene.old.enumerated() {
            let id = ScenarioFiles.id(number, ScenarioFiles.oldSession).uuidString.lowercased()
            let corners = quad.corners.map { scene.image(of: $0, on: number) + SIMD3(off, 0, 0) }
            answer.moved[id] = (corners, 0.01)
        }
        return answer
    }

    @Test("a code that must not be reported is a mistake")
    func never() throws {
        let scene = try Self.scene("two pairs, noise not stated")
        #expect(ScenarioCheck(Self.answer(scene), scene).mistake == nil)
        let wrong = ScenarioCheck(Self.answer(scene, codes: ["ALREADY_APPLIED"]), scene)
        #expect(wrong.mistake == #"says ["ALREADY_APPLIED"]"#)
    }

    @Test("a code that must come with the motion is missed, and so is a motion that is off")
    func motionWith() throws {
        let scene = try Self.scene("two markers far from the others")
        #expect(ScenarioCheck(Self.answer(scene), scene).mistake != nil)
        #expect(ScenarioCheck(Self.answer(scene, codes: ["WEAK_GEOMETRY"]), scene).mistake == nil)
        let off = ScenarioCheck(Self.answer(scene, codes: ["WEAK_GEOMETRY"], off: 0.1), scene)
        #expect(off.mistake != nil && off.silentError.map { $0 > 0.09 } == true)
    }

    @Test("a code that must be reported is missed, silently if a usable motion is off by more than it says")
    func report() throws {
        let scene = try Self.scene("1 % scale")
        #expect(ScenarioCheck(Self.answer(scene, codes: ["SCALE_DIFFERS"]), scene).mistake == nil)
        let near = ScenarioCheck(Self.answer(scene), scene)
        #expect(near.mistake != nil && near.silentError == nil)
        #expect(ScenarioCheck(Self.answer(scene, off: 0.1), scene).silentError.map { $0 > 0.09 } == true)
        var refused = Self.answer(scene, codes: ["SCALE_SLIP"], off: 0.1)
        refused.fails = true
        let check = ScenarioCheck(refused, scene)
        #expect(check.mistake != nil && check.silentError == nil)
    }

    @Test("markers of a scan that drifts belong where it has them")
    func drift() throws {
        let scene = try Self.scene("room that drifts")
        #expect(scene.drifts.contains { $0.length > 0.01 })
        let check = ScenarioCheck(Self.answer(scene), scene)
        #expect(check.mistake == nil && check.shares.isEmpty)
        #expect(check.driftingShares.count == 32 && check.driftingShares.allSatisfy { $0 < 1e-3 })
        let off = ScenarioCheck(Self.answer(scene, off: 0.015), scene)
        #expect(off.driftingShares.allSatisfy { $0 > 1.4 })
    }

    @Test("more pairs than the wrong ones are no longer exactly those")
    func exact() throws {
        let scene = try Self.scene("two corners of a marker mistapped")
        #expect(scene.wrong.count == 2)
        #expect(ScenarioCheck(Self.answer(scene, rejected: scene.wrong), scene).mistake == nil)
        let more = scene.wrong.union(["M0.p1", "M0.p2", "M0.p3", "M0.p4"])
        let check = ScenarioCheck(Self.answer(scene, rejected: more), scene)
        #expect(check.mistake != nil && check.named.right == 2 && check.named.wrong >= 2)
    }
}
