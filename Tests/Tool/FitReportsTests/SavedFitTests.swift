import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import FitReports

@Suite("A fit that was kept in a file")
struct SavedFitTests {
    /// Markers of two scans in files, and the fit to them.
    private static func report(
        seed: UInt64, noise: Double = 0.002, change: (inout FitOptions) -> Void = { _ in }
    ) throws -> FitReport {
        let scene = FitScene(seed: seed, noise: noise)
        let folder = try Folder()
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        var options = FitOptions()
        options.join = .label
        change(&options)
        return try FitReport(
            reading: ["old.json", "new.json"].map { folder.url.appendingPathComponent($0).path }, options)
    }

    @Test("is read back bit for bit, and predicts the same errors", arguments: Seeds.few, [false, true])
    func roundTrip(seed: UInt64, states: Bool) throws {
        let report = try Self.report(seed: seed) {
            $0.model = .gravity
            $0.noise = states ? 0.003 : nil
        }
        let fit = try SavedFit(FitDocument(report).bytes), calibration = report.calibration
        #expect(fit.targetFromSource == calibration.targetFromSource, "seed \(seed)")
        #expect(fit.growth == 1 && fit.model == calibration.model.name)
        let (before, after) = (try #require(calibration.evidence.covariance), try #require(fit.covariance))
        #expect(after.matrix == before.matrix && after.estimated == before.estimated, "seed \(seed)")
        #expect(after.commonError == before.commonError && after.freedom == before.freedom)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let point = SIMD3<Double>.normal(using: &random) * 30
            #expect(
                after.predictedError(atMoved: point) == before.predictedError(atMoved: point), "seed \(seed)")
        }
        #expect(fit.kinds?.source == .raw && fit.kinds?.target == .raw)
        #expect(fit.targetSessions == [FitScene.newSession])
        #expect(
            fit.fitted.map(\.corners.corners).flatMap { $0 } == report.pairs.pairs.sources, "seed \(seed)")
        #expect(fit.fitted.map(\.id) == (0..<FitScene.count).map(FitScene.oldID))
        #expect(fit.failures.isEmpty && fit.verdict != .fail)
        #expect(fit.inputs.map(\.role) == ["old", "new"])
    }

    @Test("a similarity keeps its growth, and is refused by a plan")
    func similarity() throws {
        let report = try Self.report(seed: Seeds.first) { $0.model = .similarity }
        let fit = try SavedFit(FitDocument(report).bytes)
        #expect(fit.growth == report.calibration.growth && fit.growth != 1)
        let error = #expect(throws: RecalibrationPlanError.self) {
            try RecalibrationPlan(
                [], PlanRequest(PlannedMotion(fit), mode: .raw, frames: FrameMembership(rule: .all)))
        }
        #expect(error?.code == "STRETCHES")
    }

    @Test("what failed a fit fails a plan", arguments: [true, false])
    func failed(byTolerance: Bool) throws {
        let report = try Self.report(seed: Seeds.first, noise: byTolerance ? 0.002 : 0) {
            $0.tolerance = byTolerance ? 1e-9 : nil
            $0.failsOn = .warning
            $0.model = byTolerance ? .auto : .translation
        }
        let fit = try SavedFit(FitDocument(report).bytes)
        #expect(fit.verdict == .fail && !fit.failures.isEmpty)
        let error = #expect(throws: RecalibrationPlanError.self) {
            try RecalibrationPlan(
                [], PlanRequest(PlannedMotion(fit), mode: .raw, frames: FrameMembership(rule: .all)))
        }
        guard case .failedFit(fit.failures, let worst)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        // A tolerance speaks against no pair.
        #expect(worst.isEmpty == byTolerance)
        #expect(worst.map(\.distance) == worst.map(\.distance).sorted(by: >))
    }

    @Test("pairs whose groups are UUIDs name markers; others do not")
    func named() throws {
        let scene = FitScene(seed: Seeds.first, noise: 0.002)
        let ids = (0..<FitScene.count).map { FitScene.oldID($0).uuidString }
        for (names, count) in [(ids, FitScene.count), (ids.map { "m" + $0 }, 0)] {
            let folder = try Folder()
            try folder.write(scene.pairs(names), to: "pairs.csv")
            let path = folder.url.appendingPathComponent("pairs.csv").path
            let fit = try SavedFit(FitDocument(try FitReport(reading: [path], FitOptions())).bytes)
            #expect(fit.fitted.count == count && fit.kinds == nil && fit.targetSessions.isEmpty)
        }
    }

    @Test("matrices are a fit without markers")
    func matrices() throws {
        let folder = try Folder()
        let files = ["old.txt", "new.txt"].map { folder.url.appendingPathComponent($0).path }
        try folder.write("1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1", to: "old.txt")
        try folder.write("0 0 1 5  0 1 0 6  -1 0 0 7.25  0 0 0 1", to: "new.txt")
        let report = try MatrixReport(reading: files, .scanFromModel, FitOptions())
        let fit = try SavedFit(FitDocument(report).bytes)
        #expect(fit.targetFromSource == AnchoredMotion(report.newFromOld))
        #expect(fit.fitted.isEmpty && fit.covariance == nil && fit.model == "matrices")
    }

    @Test("every member that counts must be there and be of its kind")
    func members() throws {
        let bytes = FitDocument(try Self.report(seed: Seeds.first)).bytes
        for pointer in FitMembers.needed {
            let damaged = try FitMembers.changing(bytes, pointer) { value in
                value.kind == .array ? "7" : "[true]"
            }
            let wrong = #expect(throws: SavedFitError.self, "\(pointer)") { try SavedFit(damaged) }
            #expect(wrong?.pointer == pointer && (wrong?.line ?? 0) > 0, "\(pointer): \(wrong as Any)")
            let without = try FitMembers.renaming(bytes, pointer)
            let missing = #expect(throws: SavedFitError.self, "\(pointer)") { try SavedFit(without) }
            #expect(missing?.pointer == pointer && missing?.code == "MISSING_MEMBER", "\(pointer)")
        }
    }

    @Test("a motion or a pair that somebody changed is seen", arguments: FitMembers.numbers)
    func edited(pointer: String) throws {
        let bytes = FitDocument(try Self.report(seed: Seeds.first)).bytes
        for factor in [1.000_001, -1, 1e70] {
            let damaged = try FitMembers.changing(bytes, pointer) { value in
                "\((value.double ?? 0) * factor + 1e-6 * factor)"
            }
            let error = #expect(throws: SavedFitError.self, "\(pointer)") { try SavedFit(damaged) }
            let expected = ["CONTRADICTS", "NO_ROTATION", "OUT_OF_RANGE"]
            #expect(expected.contains(error?.code ?? ""), "\(pointer): \(error as Any)")
        }
    }

    @Test("what cannot be is refused with its place", arguments: FitMembers.impossible)
    func impossible(pointer: String, value: String, code: String) throws {
        let bytes = FitDocument(try Self.report(seed: Seeds.first)).bytes
        let damaged = try FitMembers.changing(bytes, pointer) { _ in value }
        let error = #expect(throws: SavedFitError.self) { try SavedFit(damaged) }
        #expect(error?.code == code, "\(error as Any)")
    }

    @Test("no byte that is another one changes where markers go", arguments: Seeds.few)
    func flipped(seed: UInt64) throws {
        let report = try Self.report(seed: seed)
        let bytes = FitDocument(report).bytes, motion = report.calibration.targetFromSource
        var random = SeededGenerator(seed: seed), accepted = 0
        for _ in 0..<150 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                in: 32..<127, using: &random)
            guard let fit = try? SavedFit(damaged) else { continue }
            accepted += 1
            for source in report.pairs.pairs.sources {
                let off = (fit.targetFromSource * source - motion * source).length
                #expect(off <= 1000 * SavedFitTests.rounding * motion.targetCenter.length, "seed \(seed)")
            }
        }
        #expect(accepted > 0, "seed \(seed)")
    }

    /// One digit at the end of a number, as a share of it.
    private static let rounding = Double.ulpOfOne

    @Test("is refused cut anywhere")
    func cut() throws {
        let bytes = FitDocument(try Self.report(seed: Seeds.first)).bytes
        for length in stride(from: 0, to: bytes.count - 2, by: 251) {
            #expect(throws: SavedFitError.self) { try SavedFit(Array(bytes[..<length])) }
        }
    }
}
