import Foundation
import Markers
import RigidCalibration
import TestSupport
import Testing

@testable import quadcal

@Suite("What a saved fit says of how good it is")
struct SavedEvidenceTests {
    private static func report(_ name: String, change: (inout FitOptions) -> Void = { _ in }) throws
        -> FitReport
    {
        var options = FitOptions()
        change(&options)
        return try FitReport(reading: [Dataset.folder.appendingPathComponent("pairs/\(name)").path], options)
    }

    @Test("is read back bit for bit", arguments: ["room.csv", "wrong-corner.csv", "one-marker.csv"])
    func roundTrip(name: String) throws {
        let report = try Self.report(name) { options in
            options.isRobust = name == "wrong-corner.csv"
            options.tolerance = 0.02
        }
        let saved = try SavedEvidence(FitJSON.document(report)), evidence = report.calibration.evidence
        let figures = try #require(saved.figures)
        #expect(
            figures.rms == evidence.rms && figures.median == evidence.median && figures.p95 == evidence.p95)
        #expect(figures.largest == evidence.largest && figures.freedom == evidence.freedom)
        #expect(figures.noise == evidence.noise && figures.leaveOneOutRMS == evidence.leaveOneOutRMS)
        #expect(figures.strength.map(\.deviation) == (evidence.strength ?? []).map(\.deviation))
        #expect(figures.comparison.map(\.model) == evidence.comparison.map(\.model.name))
        #expect(figures.trend?.peakToPeak == evidence.trend?.peakToPeak)
        #expect(figures.errorAtWorstPair == report.worstErrorAtPairs)
        #expect(saved.tolerance == 0.02 && saved.modelReason == report.modelReason)
        #expect(saved.shift?.value == report.shift && saved.shift?.bound95 == report.shiftBounds)
        #expect(saved.pairs.map(\.id) == report.pairs.ids && saved.pairs.map(\.line) == report.pairs.lines)
        #expect(saved.pairs.map(\.residual) == evidence.pairs.map(\.residual))
        #expect(saved.pairs.map(\.standardised) == evidence.pairs.map(\.standardised))
        #expect(saved.pairs.map(\.influence) == evidence.pairs.map(\.influence))
        let followers = report.calibration.selection?.inliers ?? saved.pairs.map { _ in true }
        #expect(saved.pairs.map(\.follows) == followers)
        #expect(saved.pairs.allSatisfy { $0.follows == ($0.reason == nil) })
    }

    @Test("points and check pairs are read, too")
    func results() throws {
        let report = try Self.report("room.csv") { options in
            options.pointFile = Dataset.folder.appendingPathComponent("pairs/points.csv").path
            options.checkFile = Dataset.folder.appendingPathComponent("pairs/kept-apart.csv").path
        }
        let saved = try SavedEvidence(FitJSON.document(report))
        #expect(saved.points.map(\.error95) == report.predictions.map(\.error) && !saved.points.isEmpty)
        #expect(saved.checks.map(\.bound) == report.checks.map(\.bound) && !saved.checks.isEmpty)
        #expect(saved.checks.map(\.misses) == report.checks.map(\.misses))
    }

    @Test("what is missing or of another kind is refused where it stands")
    func damaged() throws {
        let bytes = FitJSON.document(try Self.report("room.csv"))
        for pointer in [
            "/evidence/rms", "/evidence/noiseIsEstimated", "/evidence/error95", "/evidence/comparison",
            "/evidence/comparison/1/rms", "/pairs/3/leverage", "/pairs/3/line", "/motion/rotationDegrees",
        ] {
            let damaged = try FitMembers.changing(bytes, pointer) { $0.kind == .array ? "7" : "[true]" }
            let error = #expect(throws: SavedFitError.self, "\(pointer)") { try SavedEvidence(damaged) }
            #expect(error?.pointer == pointer, "\(error as Any)")
            let missing = try FitMembers.renaming(bytes, pointer)
            #expect(throws: SavedFitError.self, "\(pointer)") { try SavedEvidence(missing) }
        }
    }
}
