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

        init(_ motion: AnchoredMotion, noise: Double, count: Int = 12, seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            let quads = (0..<count).map { _ in PlanMarkers.quad(within: 20, using: &random) }
            markers = try quads.enumerated().map { try PlanMarkers.marker($0, $1) }
            let targets = quads.map { quad in
                (motion * quad).map { $0 + SIMD3<Double>.normal(using: &random) * noise }
            }
            calibration = try Calibration(try Correspondences(quads: quads, targets: targets))
            self.motion = PlannedMotion(
                calibration, from: .raw, to: .raw,
                fitted: zip(markers, quads).map { FittedMarker(id: $0.id, corners: $1) })
        }

        func plan(_ mode: PushMode = .raw) throws -> RecalibrationPlan {
            try RecalibrationPlan(
                markers, RecalibrationRequest(motion, mode: mode, frames: PlanMarkers.frames))
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
        let covariance = try #require(rescan.calibration.evidence.covariance)
        for update in plan.updates {
            guard case .corners(let quad, _) = update.change else { continue }
            let errors = quad.corners.map { covariance.predictedError(atMoved: $0) }
            #expect(update.predictedError == errors.max())
        }
        let bare = try RecalibrationPlan(
            rescan.markers,
            RecalibrationRequest(
                PlannedMotion(rescan.motion.targetFromSource, from: .raw, to: .raw), mode: .raw,
                frames: PlanMarkers.frames))
        #expect(bare.updates.allSatisfy { $0.predictedError == nil })
        #expect(bare.notes == [.onlyTheJobCanTell])
    }

    @Test("markers that are where they should be are not moved by noise", arguments: Seeds.few)
    func applied(seed: UInt64) throws {
        let rescan = try Rescan(.identity, noise: 0.01, seed: seed)
        for mode in [PushMode.raw, .calibrated] {
            let error = #expect(throws: RecalibrationPlanError.self, "seed \(seed)") { try rescan.plan(mode) }
            #expect(error?.code == "ALREADY_APPLIED", "seed \(seed)")
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
                RecalibrationRequest(
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
                RecalibrationRequest(
                    PlannedMotion(calibration, from: .raw, to: .raw), mode: .raw, frames: PlanMarkers.frames))
        }
        #expect(error?.code == "STRETCHES")
    }

    @Test("fitting again on the result of a plan moves nothing", arguments: [PushMode.raw], Seeds.few)
    func refit(mode: PushMode, seed: UInt64) throws {
        let rescan = try Rescan(try Self.motion(), noise: 0.01, seed: seed)
        var server = PlanServer(space: SpaceCalibration(), markers: rescan.markers)
        try server.carryOut(try rescan.plan(mode))
        let calibration = try Calibration(
            try Correspondences(
                sources: try server.markers.flatMap { try $0.quad.corners },
                targets: rescan.calibration.pairs.targets,
                groups: rescan.calibration.pairs.groups))
        let request = RecalibrationRequest(
            PlannedMotion(calibration, from: .raw, to: .raw), mode: mode, frames: PlanMarkers.frames)
        do {
            #expect(try RecalibrationPlan(server.markers, request).updates.isEmpty, "seed \(seed)")
        } catch {
            #expect(error.code == "ALREADY_APPLIED", "seed \(seed)")
        }
    }
}
