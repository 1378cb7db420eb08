import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import StrictJSON
import TestSupport
import Testing

@testable import FitReports
@testable import ToolTerminal

@Suite("The drift of a fit that was kept in a file")
struct SavedDriftTests {
    private static func report(_ seed: UInt64) throws -> FitReport {
        let scene = FitScene(seed: seed, noise: 0.002, shared: 0.02), folder = try Folder()
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        var options = FitOptions()
        options.join = .label
        return try FitReport(
            reading: ["old.json", "new.json"].map { folder.url.appendingPathComponent($0).path }, options)
    }

    private static let pointer = "/evidence/covariance/drift"

    private static func refuses(
        _ member: String, _ change: (JSONValue) -> String
    ) throws {
        let bytes = FitDocument(try report(Seeds.first)).bytes
        let damaged = try FitMembers.changing(bytes, "\(pointer)/\(member)", change)
        let error = #expect(throws: SavedFitError.self) { try SavedFit(damaged) }
        #expect(error?.code == "CONTRADICTS" && error?.pointer == pointer, "\(error as Any)")
    }

    @Test(
        "one that is not the motion's own is refused, as no error can have a negative variance",
        arguments: [
            ("variance", 1000, 1), ("shares/0/9", 0, 0.9), ("shares/2/0", 1, 0.1), ("centers/0/0", 0, 500),
        ] as [(String, Double, Double)])
    func changed(member: String, factor: Double, more: Double) throws {
        try Self.refuses(member, { "\(($0.double ?? 0) * factor + more)" })
    }

    @Test("so is one that no error of the scan moves")
    func still() throws {
        let none = "[" + [String](repeating: "0", count: 18).joined(separator: ",") + "]"
        try Self.refuses("shares", { "[" + $0.elements.map { _ in none }.joined(separator: ",") + "]" })
    }

    @Test("every drift that a fit saves is its own, however few and thin the markers", arguments: Seeds.few)
    func drifts(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed), drifts = 0
        let extents = [SIMD3(9, 2.5, 6.0), SIMD3(60, 0.01, 0.01), SIMD3(5, 0.001, 5), SIMD3(0, 0, 30.0)]
        for (markers, noise) in [(3, 0.002), (4, 0), (8, 0.002), (8, 1e-12), (8, 0), (40, 0.002)] {
            for extent in extents {
                for model in [MotionModel.yaw, .gravity(tilt: 0.5), .rigid, .similarity, nil] {
                    let scene = MarkerScene(
                        markers: markers, points: 3, extent: extent, noise: noise, using: &random)
                    var options = CalibrationOptions()
                    options.model = model
                    guard let calibration = try? Calibration(scene.pairs, options: options) else { continue }
                    let bytes = FitDocument(calibration, of: scene.pairs).bytes
                    let read = try SavedFit(bytes).covariance?.drift
                    #expect(read == calibration.evidence.covariance?.drift, "seed \(seed)")
                    drifts += read == nil ? 0 : 1
                }
            }
        }
        #expect(drifts > 40, "seed \(seed)")
    }
}
