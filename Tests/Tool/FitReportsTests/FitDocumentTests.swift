import Foundation
import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import FitReports
@testable import ToolTerminal

@Suite("The document of a fit")
struct FitDocumentTests {
    private static func report(_ name: String, change: (inout FitOptions) -> Void = { _ in }) throws
        -> FitReport
    {
        var options = FitOptions()
        change(&options)
        return try FitReport(reading: [file(name)], options)
    }

    private static func file(_ name: String) -> String {
        Dataset.folder.appendingPathComponent("pairs/\(name)").path
    }

    @Test("is read back bit for bit", arguments: ["room.csv", "wrong-corner.csv", "one-marker.csv"])
    func roundTrip(name: String) throws {
        let report = try Self.report(name) { options in
            options.isRobust = name == "wrong-corner.csv"
            options.tolerance = 0.02
        }
        let document = FitDocument(report), saved = try FitDocument(document.bytes)
        #expect(saved == document && saved.bytes == document.bytes)
        let calibration = report.calibration, evidence = calibration.evidence
        let figures = try #require(saved.evidence)
        #expect(figures.rms == evidence.rms && figures.p95 == evidence.p95)
        #expect(figures.noise == evidence.noise && figures.leaveOneOutRMS == evidence.leaveOneOutRMS)
        #expect(figures.comparison.map(\.model) == evidence.comparison.map(\.model.name))
        #expect(figures.error95.atWorstPair == report.worstErrorAtPairs)
        #expect(saved.options.tolerance == 0.02 && saved.motion.modelReason == report.modelReason)
        #expect(saved.motion.shift?.value == calibration.shift)
        #expect(saved.pairs.map(\.id) == report.pairs.ids && saved.pairs.map(\.line) == report.pairs.lines)
        #expect(saved.pairs.map(\.residual) == evidence.pairs.map(\.residual))
        #expect(saved.pairs.map(\.influence) == evidence.pairs.map(\.influence))
        let followers = calibration.selection?.inliers ?? saved.pairs.map { _ in true }
        #expect(saved.pairs.map(\.follows) == followers)
        #expect(saved.selection?.rejected.count == (report.options.isRobust ? 1 : nil))
    }

    @Test("keeps what every kind of fit and each of its files has")
    func everyKind() throws {
        let scene = FitScene(seed: Seeds.first, noise: 0.002), folder = try Folder()
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        try folder.write("1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1", to: "old.txt")
        try folder.write("0 0 1 5  0 1 0 6  -1 0 0 7.25  0 0 0 1", to: "new.txt")
        func files(_ names: String...) -> [String] {
            names.map { folder.url.appendingPathComponent($0).path }
        }
        var join = FitOptions()
        join.join = .label
        var results = FitOptions()
        (results.pointFile, results.checkFile) = (Self.file("points.csv"), Self.file("kept-apart.csv"))
        let documents = [
            FitDocument(try FitReport(reading: files("old.json", "new.json"), join)),
            FitDocument(try FitReport(reading: [Self.file("room.csv")], results)),
            FitDocument(try MatrixReport(reading: files("old.txt", "new.txt"), .modelFromScan, results)),
            FitDocument(try Self.report("millimetres.csv")),
        ]
        for document in documents {
            let saved = try FitDocument(document.bytes)
            #expect(saved == document && saved.bytes == document.bytes)
            #expect(try SavedFit(document).sha256 == SavedFit(document.bytes).sha256)
        }
        #expect(documents[1].points?.isEmpty == false && documents[1].checks?.isEmpty == false)
        #expect(documents[2].evidence == nil && documents[2].motion.turn.bound95 == nil)
        #expect(documents[3].judgements.first?.unit == "millimetres")
    }

    @Test("is written by a program as the tool writes it", arguments: ["room.csv", "wrong-corner.csv"])
    func library(name: String) throws {
        let report = try Self.report(name) { $0.isRobust = true }
        var options = FitDocument.Options.Fit()
        options.isRobust = true
        let pairs = report.pairs.pairs
        var own = FitDocument(
            report.calibration, of: pairs,
            names: FitDocument.PairNames(
                pairs, lines: report.pairs.lines, groups: report.pairs.groupNames), options: options
        ) { report.sentence(.judged($0)) }
        let tool = FitDocument(report)
        (own.version, own.inputs) = (tool.version, tool.inputs)
        #expect(own.bytes == tool.bytes)
        #expect(try SavedFit(own).targetFromSource == report.calibration.targetFromSource)
    }

    @Test("knows the words of the tool")
    func words() { #expect(FitDocument.exits == ExitCode.allCases.map(\.word)) }

    @Test("what is missing or of another kind is refused where it stands")
    func damaged() throws {
        let bytes = FitDocument(try Self.report("room.csv")).bytes
        for pointer in [
            "/evidence/rms", "/evidence/noiseIsEstimated", "/evidence/error95", "/evidence/comparison",
            "/evidence/comparison/1/rms", "/pairs/3/leverage", "/pairs/3/line", "/motion/rotationDegrees",
        ] {
            let damaged = try FitMembers.changing(bytes, pointer) { $0.kind == .array ? "7" : "[true]" }
            let error = #expect(throws: SavedFitError.self, "\(pointer)") { try FitDocument(damaged) }
            #expect(error?.pointer == pointer, "\(error as Any)")
            let missing = try FitMembers.renaming(bytes, pointer)
            #expect(throws: SavedFitError.self, "\(pointer)") { try FitDocument(missing) }
        }
    }
}
