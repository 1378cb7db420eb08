import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("A plan from a fit")
struct PlanFitTests {
    /// Old and new corners of some markers, and the fit to them.
    private struct Rescan {
        let markers: [Marker]
        let calibration: Calibration
        let motion: PlannedMotion

        init(
            _ motion: AnchoredMotion, noise: Double, count: Int = 12, seed: UInt64,
            options: CalibrationOptions = CalibrationOptions()
        ) throws {
            var random = SeededGenerator(seed: seed)
            let quads = (0..<count).map { _ in PlanMarkers.quad(within: 20, using: &random) }
            markers = try quads.enumerated().map { try PlanMarkers.marker($0, $1) }
            let targets = quads.map { quad in
                (motion * quad).map { $0 + SIMD3<Double>.normal(using: &random) * noise }
            }
            calibration = try Calibration(
                try Correspondences(quads: quads, targets: targets), options: options)
            self.motion = PlannedMotion(
                calibration, from: .raw, to: .raw,
                fitted: zip(markers, quads).map { FittedMarker(id: $0.id, corners: $1) })
        }

        func plan(_ mode: PushMode = .raw) throws -> RecalibrationPlan {
            try RecalibrationPlan(
                markers, PlanRequest(motion, mode: mode, frames: PlanMarkers.frames))
        }
    }

    private static func motion() throws -> AnchoredMotion {
        try PlanMarkers.motion(turn: SIMD3(0, 0.5, 0), shift: SIMD3(3, 0.2, -1))
    }

    @Test("each update says how far off its worst corner may be", arguments: Seeds.few)
    func predicted(seed: UInt64) throws {
        let rescan = try Rescan(try Self.motion(), noise: 0.01, seed: seed)
        let plan = try rescan.plan()
        #expect(plan.updates.count == rescan.markers.count)
        #expect(plan.notes.isEmpty)
        let covariance = try #require(rescan.calibration.evidence.markerCovariance)
        for update in plan.updates {
            guard case .corners(let quad, _) = update.change else { continue }
            #expect(update.predictedError == covariance.worstError(atMoved: quad.corners))
            #expect((update.predictedError ?? 0) > 0)
        }
        let bare = try RecalibrationPlan(
            rescan.markers,
            PlanRequest(
                PlannedMotion(rescan.motion.targetFromSource, from: .raw, to: .raw), mode: .raw,
                frames: PlanMarkers.frames))
        #expect(bare.updates.allSatisfy { $0.predictedError == nil })
        #expect(bare.notes == [.onlyTheJobCanTell])
    }

    @Test("markers that are where they should be are not moved by noise", arguments: [0.01, 1e-4], Seeds.few)
    func applied(noise: Double, seed: UInt64) throws {
        let rescan = try Rescan(.identity, noise: noise, seed: seed)
        for mode in [PushMode.raw, .calibrated] {
            let error = #expect(throws: RecalibrationPlanError.self, "seed \(seed)") { try rescan.plan(mode) }
            #expect(error?.code == "ALREADY_APPLIED", "seed \(seed)")
        }
    }

    @Test("without any noise they are unchanged", arguments: [PushMode.raw, .calibrated])
    func exact(mode: PushMode) throws {
        let rescan = try Rescan(.identity, noise: 0, seed: Seeds.first)
        do {
            #expect(try rescan.plan(mode).updates.isEmpty)
        } catch {
            #expect((error as? RecalibrationPlanError)?.code == "ALREADY_APPLIED")
        }
    }

    @Test("a fit that must not be used makes no plan")
    func failed() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let quads = (0..<12).map { _ in PlanMarkers.quad(within: 20, using: &random) }
        let mirror = quads.map { quad in quad.map { SIMD3(-$0.x, $0.y, $0.z) } }
        let calibration = try Calibration(try Correspondences(quads: quads, targets: mirror))
        let error = #expect(throws: RecalibrationPlanError.self) {
            try RecalibrationPlan(
                [],
                PlanRequest(
                    PlannedMotion(calibration, from: .raw, to: .raw), mode: .raw, frames: PlanMarkers.frames))
        }
        #expect(error?.code == "FAILED_FIT")
    }

    @Test("a fit that stretches makes no plan")
    func stretched() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let quads = (0..<12).map { _ in PlanMarkers.quad(within: 20, using: &random) }
        let longer = quads.map { quad in quad.map { $0 * 1.01 } }
        var options = CalibrationOptions()
        options.model = .similarity
        let calibration = try Calibration(
            try Correspondences(quads: quads, targets: longer), options: options)
        let error = #expect(throws: RecalibrationPlanError.self) {
            try RecalibrationPlan(
                [],
                PlanRequest(
                    PlannedMotion(calibration, from: .raw, to: .raw), mode: .raw, frames: PlanMarkers.frames))
        }
        #expect(error?.code == "STRETCHES")
    }

    @Test(
        "fitting again on the result of a plan, without ids, moves nothing",
        arguments: [PushMode.raw, .calibrated], Seeds.few)
    func refit(mode: PushMode, seed: UInt64) throws {
        let rescan = try Rescan(try Self.motion(), noise: 0.01, seed: seed)
        var server = PlanServer(space: SpaceCalibration(), markers: rescan.markers)
        try server.carryOut(try rescan.plan(mode))
        try expectNothing(server, rescan, mode, from: .raw, to: .raw)
    }

    @Test("nor does it with a vector", arguments: [PointKind.raw, .calibrated], Seeds.few)
    func refitVector(from: PointKind, seed: UInt64) throws {
        let shift = try PlanMarkers.motion(turn: .zero, shift: SIMD3(3, 0.2, -1))
        var options = CalibrationOptions()
        options.model = .translation
        let rescan = try Rescan(shift, noise: 0.01, seed: seed, options: options)
        let space = SpaceCalibration(from == .raw ? nil : CalibrationVector(.zero))
        var server = PlanServer(space: space, markers: rescan.markers)
        let motion = PlannedMotion(rescan.calibration, from: from, to: .calibrated)
        try server.carryOut(
            try RecalibrationPlan(
                server.markers,
                PlanRequest(motion, mode: .vector, frames: PlanMarkers.frames, space: space)))
        #expect(server.space.shift != .zero)
        try expectNothing(server, rescan, .vector, from: from, to: .calibrated, options: options)
    }

    /// Fits to the present places of the markers, as somebody does who knows nothing of the first time.
    private func expectNothing(
        _ server: PlanServer, _ rescan: Rescan, _ mode: PushMode, from: PointKind, to: PointKind,
        options: CalibrationOptions = CalibrationOptions()
    ) throws {
        let now = try server.markers.flatMap { try $0.quad.corners }.map { $0 + server.space.shift(to: from) }
        let (targets, groups) = (rescan.calibration.pairs.targets, rescan.calibration.pairs.groups)
        let calibration = try Calibration(
            try Correspondences(sources: now, targets: targets, groups: groups), options: options)
        let request = PlanRequest(
            PlannedMotion(calibration, from: from, to: to), mode: mode, frames: PlanMarkers.frames,
            space: server.space)
        do {
            let plan = try RecalibrationPlan(server.markers, request)
            #expect(plan.updates.isEmpty && plan.vectorUpdate == nil)
        } catch {
            #expect(error.code == "ALREADY_APPLIED")
        }
    }
}
