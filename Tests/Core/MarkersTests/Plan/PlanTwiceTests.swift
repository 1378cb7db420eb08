import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("No motion is applied twice")
struct PlanTwiceTests {
    private static let vector = SIMD3(1.5, 0.0, 2.0)
    private static let shift = SIMD3(2.0, 0.1, 3)

    /// Markers on a server, and a motion that is known to come from some of them.
    private struct Scene {
        var server: PlanServer
        let motion: PlannedMotion

        init(
            _ motion: AnchoredMotion, from: PointKind = .raw, to: PointKind = .raw, count: Int = 12,
            fitted: ClosedRange<Int> = 5...8, space: SpaceCalibration = SpaceCalibration(), seed: UInt64
        ) throws {
            var random = SeededGenerator(seed: seed)
            let markers = try (0..<count).map {
                try PlanMarkers.marker($0, PlanMarkers.quad(within: 60, using: &random).rounded)
            }
            server = PlanServer(space: space, markers: markers)
            let known = try markers[fitted].map { marker in
                FittedMarker(id: marker.id, corners: try marker.quad.map { $0 + space.shift(to: from) })
            }
            self.motion = PlannedMotion(motion, from: from, to: to, fitted: known)
        }

        func plan(_ mode: PushMode) throws(RecalibrationPlanError) -> RecalibrationPlan {
            try RecalibrationPlan(
                server.markers,
                PlanRequest(
                    motion, mode: mode, frames: PlanMarkers.frames, space: server.space))
        }
    }

    struct Two: Sendable {
        let first, second: PushMode
        let from, to: PointKind
        var hasVector: Bool { first == .vector || second == .vector }
    }

    private static let twice: [Two] = {
        var all: [Two] = []
        for first in PushMode.allCases {
            for second in PushMode.allCases {
                all.append(Two(first: first, second: second, from: .calibrated, to: .calibrated))
                all.append(Two(first: first, second: second, from: .raw, to: .calibrated))
                all.append(Two(first: first, second: second, from: .raw, to: .raw))
            }
        }
        // A vector leads to calibrated points.
        return all.filter { $0.to == .calibrated || !$0.hasVector }
    }()

    @Test(
        "in one mode and then in another, markers are shown where it leads once", arguments: twice, Seeds.few)
    func modes(it: Two, seed: UInt64) throws {
        let motion = try PlanMarkers.motion(
            turn: it.hasVector ? .zero : SIMD3(0.01, 0.7, 0), shift: Self.shift)
        var scene = try Scene(
            motion, from: it.from, to: it.to, space: SpaceCalibration(CalibrationVector(Self.vector)),
            seed: seed)
        let request = PlanRequest(
            scene.motion, mode: it.first, frames: PlanMarkers.frames, space: scene.server.space)
        let moves = try scene.server.markers.map {
            try MarkerMove(try $0.quad, request.motion, in: request.space)
        }
        try scene.server.carryOut(try scene.plan(it.first))
        var last = it.first
        do {
            let second = try scene.plan(it.second)
            last = second.updates.isEmpty ? last : it.second
            try scene.server.carryOut(second)
        } catch let error as RecalibrationPlanError {
            #expect(error.code == "ALREADY_APPLIED", "seed \(seed), \(it)")
        }
        for (index, move) in moves.enumerated() {
            let shown = try scene.server.shown(index, after: last)
            let tolerance = StoredTolerance(move.raw, move.calibrated, shown, shift: scene.server.space.shift)
            #expect(tolerance.allows(shown, move.calibrated), "seed \(seed), \(it), \(index)")
        }
    }

    @Test("a plan that ends early is known by its fitted markers, which are sent first", arguments: Seeds.few)
    func sendingOrder(seed: UInt64) throws {
        let motion = try PlanMarkers.motion(turn: SIMD3(0, 0.1, 0), shift: Self.shift)
        let scene = try Scene(motion, seed: seed)
        let plan = try scene.plan(.raw)
        #expect(plan.sendingOrder.map(\.index) == [5, 6, 7, 8, 0, 1, 2, 3, 4, 9, 10, 11])
        for sent in 1...plan.updates.count {
            var part = scene
            try part.server.carryOut(plan.sendingOrder.prefix(sent))
            for mode in [PushMode.raw, .calibrated] {
                let error = #expect(throws: RecalibrationPlanError.self) { try part.plan(mode) }
                guard case .alreadyApplied(let state)? = error else { continue }
                #expect(state.onTarget.count == min(sent, 4), "seed \(seed), \(sent)")
                #expect(state.isPartial == (sent < 4), "seed \(seed), \(sent)")
            }
        }
    }

    @Test(
        "a server that rounds to a tenth of a millimetre, or a hand that corrects by less, hides nothing",
        arguments: Seeds.few)
    func rounded(seed: UInt64) throws {
        let motion = try PlanMarkers.motion(turn: SIMD3(0, 0.1, 0), shift: Self.shift)
        let scene = try Scene(motion, seed: seed)
        let plan = try scene.plan(.raw)
        func tenths(_ quad: Quad) -> Quad {
            quad.map { ($0 * 1e4).rounded(.toNearestOrAwayFromZero) / 1e4 }
        }
        var rounding = scene
        try rounding.server.carryOut(plan.updates, rounded: tenths)
        var corrected = scene
        var random = SeededGenerator(seed: seed, sample: 1)
        try corrected.server.carryOut(plan.updates) { quad in
            quad.moved(by: SIMD3<Double>.randomDirection(using: &random) * 0.1)
        }
        for now in [rounding, corrected] {
            for mode in [PushMode.raw, .calibrated] {
                let error = #expect(throws: RecalibrationPlanError.self) { try now.plan(mode) }
                guard case .alreadyApplied(let state)? = error else { continue }
                #expect(state.onTarget.count == 4, "seed \(seed), \(mode)")
            }
        }
    }

    @Test("markers that somebody moved about are no sign of it", arguments: Seeds.few)
    func movedAbout(seed: UInt64) throws {
        let motion = try PlanMarkers.motion(turn: .zero, shift: Self.shift)
        var scene = try Scene(motion, seed: seed)
        for index in 5...7 {
            let quad = try scene.server.markers[index].quad
            // Half way to the target, and beside it as far as it is away.
            let step = [Self.shift / 2, Self.shift * 2, SIMD3(0, 0, 0.001)][index - 5]
            try scene.server.markers[index].setQuad(quad.moved(by: step))
        }
        let plan = try scene.plan(.raw)
        #expect(plan.updates.count == 12)
        #expect(plan.notes == [.fittedElsewhere([5, 6, 7].map(PlanMarkers.id))])
    }

    @Test("where no fitted marker is where it was, only the job can tell", arguments: Seeds.few)
    func allGone(seed: UInt64) throws {
        let motion = try PlanMarkers.motion(turn: .zero, shift: Self.shift)
        var scene = try Scene(motion, seed: seed)
        scene.server.markers.removeSubrange(5...8)
        #expect(
            try scene.plan(.raw).notes == [.onlyTheJobCanTell, .fittedMissing((5...8).map(PlanMarkers.id))])
        scene = try Scene(motion, fitted: 0...0, seed: seed)
        #expect(try scene.plan(.raw).notes.isEmpty)
        try scene.server.markers[0].setQuad(try scene.server.markers[0].quad.moved(by: -Self.shift))
        #expect(
            try scene.plan(.raw).notes == [.onlyTheJobCanTell, .fittedElsewhere([PlanMarkers.id(0)])])
    }

    @Test(
        "O16: a fit of other markers, or of markers that were moved on, is no fit of this space",
        arguments: Seeds.few)
    func otherMarkers(seed: UInt64) throws {
        let motion = try PlanMarkers.motion(turn: .zero, shift: Self.shift)
        func code(_ scene: Scene, movesAgain: Bool = false) -> String? {
            var request = PlanRequest(
                scene.motion, mode: .raw, frames: PlanMarkers.frames, space: scene.server.space)
            request.movesAgain = movesAgain
            do throws(RecalibrationPlanError) {
                try RecalibrationPlan(scene.server.markers, request).requireFitOfSpace()
                return nil
            } catch {
                return error.code
            }
        }
        var scene = try Scene(motion, seed: seed)
        #expect(code(scene) == nil)
        let step = SIMD3(0.5, 3, 0)
        for index in 5...6 {
            try scene.server.markers[index].setQuad(scene.server.markers[index].quad.moved(by: step))
        }
        #expect(code(scene) == nil, "half of them were moved on")
        try scene.server.markers[7].setQuad(scene.server.markers[7].quad.moved(by: step))
        #expect(code(scene) == "FITTED_ELSEWHERE")
        scene.server.markers.removeSubrange(5...8)
        #expect(code(scene) == "FITTED_MISSING")
        #expect(code(scene, movesAgain: true) == nil)
    }

    @Test("calibrated data whose stated center is not that of its corners is written again")
    func staleCenter() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let quad = PlanMarkers.quad(within: 9, using: &random).rounded
        let marker = try PlanMarkers.marker(1, quad, calibrated: quad)
        let text = String(decoding: marker.text, as: UTF8.self)
        let motion = PlannedMotion(.identity, from: .raw, to: .raw)
        let request = PlanRequest(motion, mode: .calibrated, frames: PlanMarkers.frames)
        #expect(try RecalibrationPlan([marker], request).unchanged.count == 1)
        let x = quad.center.x
        for (center, isStale) in [(x + 0.5e-6, false), (x + 2e-5, true)] {
            let stated = text.replacing("\"center\":[\(x),", with: "\"center\":[\(center),")
            #expect(stated != text)
            let plan = try RecalibrationPlan([try Marker(Array(stated.utf8))], request)
            #expect(plan.updates.isEmpty == !isStale)
        }
    }

    @Test("what another motion, or a shift on top of it, has put where the rescan has it is moved already")
    func seen() throws {
        var random = SeededGenerator(seed: 5)
        // By the distance from where the motion leads alone they would be elsewhere.
        let motion = try PlanMarkers.motion(turn: .zero, shift: SIMD3(0.4, 0, 0.3)), off = SIMD3(0, 0.25, 0)
        let quads = (0..<6).map { _ in PlanMarkers.quad(within: 20, using: &random) }
        let fitted = quads.enumerated().map { number, quad in
            FittedMarker(
                id: PlanMarkers.id(number), corners: quad, follows: number != 0,
                partner: FittedMarker.Partner(
                    id: PlanMarkers.id(100 + number), corners: quad.map { motion * $0 + off }))
        }
        let markers = try quads.enumerated().map { number, quad in
            let nudge = number == 1 ? SIMD3(0, 0.2, 0) : .zero
            return try PlanMarkers.marker(number, quad.map { motion * $0 + off + nudge })
        }
        let state = FittedState(
            PlannedMotion(motion, from: .raw, to: .raw, fitted: fitted), among: markers,
            in: SpaceCalibration())
        // One that the fit rejected, and one that is not there.
        #expect(state.elsewhere == [PlanMarkers.id(0), PlanMarkers.id(1)])
        #expect(state.onTarget == (2..<6).map { PlanMarkers.id($0) })
    }
}
