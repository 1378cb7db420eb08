import CQuadcal
import Foundation
import QuadcalC
import RigidCalibration
import Testing

@Suite struct DoorWordsTests {
    /// The enumerators of the header that begin with a word, and their numbers.
    private static func header(_ word: String) throws -> [(name: String, number: Int32)] {
        let header = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/Bindings/CQuadcal/include/quadcal.h")
        return try String(contentsOf: header, encoding: .utf8).matches(
            of: #/QUADCAL_(\w+) = (\d+)/#
        ).compactMap { match in
            guard match.1.hasPrefix(word), let number = Int32(match.2) else { return nil }
            return (String(match.1.dropFirst(word.count)), number)
        }
    }

    @Test("judgements have the names of the header and of the library")
    func judgements() throws {
        let declared = try DoorWordsTests.header("JUDGED_")
        #expect(declared.count == Int(QUADCAL_JUDGEMENTS))
        for (name, number) in declared { #expect(String(cString: quadcal_judgement_name(number)) == name) }
        let judgements: [FitJudgement] = [
            .scaleSlip(factor: 2, deviation: 0), .scaleDiffers(factor: 1, deviation: 0, effect: 0, error: 0),
            .mirrored(rms: 1, mirroredRMS: 0), .upsideDown(tilt: 180), .poorFit(rms: 1, extent: 1),
            .outlyingPairs([0], probability: 0), .ambiguousMotion(support: 2, second: 2),
            .scanDrift(bend: 1, rms: 1, length: 1), .alreadyApplied(probability: 1),
            .weakGeometry(.onePlace, reach: nil), .tilted(degrees: 1, expected: 0),
            .noiseMisfit(chiSquare: 1, freedom: 1, probability: 0), .noRedundancy,
        ]
        #expect(judgements.map { $0.code } == declared.map { $0.name })
    }

    @Test("the version of the header is that of the library, whole and in its parts")
    func version() {
        #expect(String(cString: quadcal_version()) == QUADCAL_VERSION)
        let parts = [QUADCAL_VERSION_MAJOR, QUADCAL_VERSION_MINOR, QUADCAL_VERSION_PATCH]
        #expect(QUADCAL_VERSION.prefix { $0 != "-" } == parts.map { "\($0)" }.joined(separator: "."))
    }

    @Test("statuses have the names of the header, but for two that reports name by what is wrong")
    func statuses() throws {
        let renamed = ["NON_FINITE_POINT": "NON_FINITE", "POINT_OUT_OF_RANGE": "OUT_OF_RANGE"]
        let text = try DoorWordsTests.header("").prefix { $0.name != "LEVEL_BEST" }
        #expect(text.count == 38)
        for (name, number) in text {
            #expect(String(cString: quadcal_status_name(number)) == renamed[name] ?? name)
            #expect(quadcal_status_text(number).pointee != 0)
        }
    }
}
