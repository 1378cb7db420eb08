import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

/// Rescans that once gave a wrong answer which passed; `quadbench silent` makes many more of them.
@Suite("Wrong answers that would look right")
struct SilentAnswerTests {
    private static func kinds(_ fault: String?) -> [String] {
        SilentKind.all.filter { $0.fault == fault }.map(\.name)
    }

    private static func outcomes(_ name: String, trials: Int) throws -> [(
        seed: UInt64, outcome: SilentOutcome
    )] {
        let kind = try #require(SilentKind.named(name))
        return (1...UInt64(kind.trials(trials))).map { ($0, kind.outcome(seed: $0)) }
    }

    @Test(
        "P1, P3: scans with nothing in common give no answer that passes, and need no more support than there is",
        arguments: kinds("P1"))
    func nothingInCommon(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 2) {
            #expect(!outcome.isSilent, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
            #expect(outcome.needed ?? 0 <= outcome.markers, "seed \(seed)")
        }
    }

    @Test("P6: equal labels that two motions explain are refused", arguments: kinds("P6"))
    func symmetric(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 20) {
            guard case .refused(let code) = outcome.answer else {
                Issue.record("seed \(seed): answered, off by \(outcome.wrongBy ?? 0) m")
                continue
            }
            #expect(["AMBIGUOUS_MOTION", "NOT_DETERMINED"].contains(code), "seed \(seed)")
        }
    }

    @Test("P7: half of the markers, moved as a block, are told before a drift is", arguments: kinds("P7"))
    func movedTogether(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 20) {
            #expect(!outcome.isSilent, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
            let codes = outcome.codes
            #expect(
                codes.contains("AMBIGUOUS_MOTION") && !codes.contains("SCAN_DRIFT"), "seed \(seed): \(codes)")
        }
    }

    @Test(
        "P14: markers of another frame, or of an earlier result, are no part of an answer that passes",
        arguments: kinds("P14"))
    func ofAnother(kind: String) throws {
        for codes in try Self.codesOfNoneThatPasses(kind) { #expect(codes.contains("AMBIGUOUS_MOTION")) }
    }

    @Test(
        "P15: two markers, one of which may have been moved unseen, are no answer that passes",
        arguments: kinds("P15"))
    func ofTwo(kind: String) throws {
        for codes in try Self.codesOfNoneThatPasses(kind) { #expect(codes.contains("WEAK_GEOMETRY")) }
    }

    /// The codes of some scenes of a kind, of which none may have an answer that passes, or one that is wrong by more than it says.
    private static func codesOfNoneThatPasses(_ kind: String) throws -> [[String]] {
        try outcomes(kind, trials: 12).map { seed, outcome in
            #expect(
                !outcome.isSilent && outcome.wrongBy == nil, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
            return outcome.codes
        }
    }

    @Test(
        "P19: labels of two floors give no answer that passes for the floor that was not scanned again",
        arguments: kinds("P19"))
    func twoFloors(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 12) {
            #expect(!outcome.isSilent, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
        }
    }

    @Test("P20: a part of a scan that bends is no rigid scan with wrong pairs", arguments: kinds("P20"))
    func bent(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 20) {
            #expect(!outcome.isSilent, "seed \(seed): off by \(outcome.wrongBy ?? 0) m, \(outcome.codes)")
        }
    }

    @Test(
        "P22: markers at the end of a row that bends are not left out as moved",
        arguments: [
            (311, 135), (311, 138), (311, 146), (312, 184), (321, 53), (315, 92), (331, 279), (99, 34),
            (315, 251),
        ] as [(UInt64, UInt64)])
    func endOfBend(seed: UInt64, trial: UInt64) throws {
        let kind = try #require(SilentKind.named("12 of 30 m of a corridor that bends by 2°"))
        let outcome = kind.outcome(seed: seed, trial: trial)
        #expect(!outcome.isSilent, "off by \(outcome.wrongBy ?? 0) m, \(outcome.codes)")
    }

    @Test("P23: far from what was seen the error to expect allows for a bend", arguments: kinds("P23"))
    func bendBeyond(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 20) {
            #expect(outcome.wrongBy == nil, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
        }
    }

    @Test("P24: copies of equal labels do not outvote what was scanned again", arguments: kinds("P24"))
    func copies(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 20) {
            #expect(outcome.wrongBy == nil, "seed \(seed): \(outcome.codes)")
        }
    }

    @Test(
        "P24: one that was scanned again may lie where a copy puts it",
        arguments: [(401, 82), (401, 158), (402, 215)] as [(UInt64, UInt64)])
    func copyBesideChance(seed: UInt64, trial: UInt64) throws {
        let kind = try #require(SilentKind.named("16 of 20 equal labels are copies"))
        let outcome = kind.outcome(seed: seed, trial: trial)
        #expect(outcome.wrongBy == nil, "\(outcome.codes)")
    }

    @Test("P27: a mirrored room is refused though most of it hangs on one wall", arguments: kinds("P27"))
    func mirrored(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 20) {
            guard case .refused = outcome.answer else {
                Issue.record("seed \(seed): \(outcome.codes)")
                continue
            }
        }
    }

    @Test("P27: so it is without labels", arguments: 1...20)
    func mirroredByGeometry(trial: UInt64) throws {
        let kind = try #require(SilentKind.named("mirrored: 5 on a wall and 1 on others"))
        let outcome = kind.outcome(seed: 1, trial: trial, by: .geometry)
        #expect(!outcome.isSilent, "\(outcome.codes)")
    }

    @Test("P21: a row of signs is not laid upside down for the sake of wrong labels", arguments: 1...10)
    func row(seed: UInt64) throws {
        let kind = try #require(SilentKind.named("sound: a row of 20 signs, 3 labels wrong"))
        let outcome = kind.outcome(seed: seed)
        guard case .given = outcome.answer else {
            Issue.record("\(outcome.codes)")
            return
        }
        #expect(outcome.wrongBy == nil)
    }

    @Test("P16: another set of sockets that meets some is refused", arguments: [(12, 151), (20, 650)])
    func sockets(count: Int, trial: UInt64) throws {
        let kind = try #require(SilentKind.named("nothing in common: \(count) sockets"))
        #expect(!kind.outcome(seed: 101, trial: trial).isSilent)
    }

    @Test("P17: four markers, of which two were moved together, follow two motions", arguments: [146, 165])
    func twoOfFour(trial: UInt64) throws {
        let kind = try #require(SilentKind.named("half of 4 moved together by 1 m"))
        #expect(kind.outcome(seed: 20_261_128, trial: trial).codes == ["AMBIGUOUS_MOTION"])
    }

    @Test("P17: two of four markers do not outvote two others, which are too noisy to be a rival")
    func twoOfFourNoisy() throws {
        let kind = try #require(SilentKind.named("half of 4 moved together by 1 m"))
        #expect(kind.outcome(seed: 406, trial: 99).codes == ["NOT_DETERMINED"])
    }

    @Test(
        "P6: a turn that takes a pattern to itself is a rival also where another, which its quads contradict, has as many"
    )
    func pinwheel() throws {
        let kind = try #require(SilentKind.named("5 x 5 tiles, four in a pinwheel seen again"))
        for trial in 1...20 as ClosedRange<UInt64> {
            #expect(kind.outcome(seed: 1, trial: trial).codes == ["AMBIGUOUS_MOTION"], "trial \(trial)")
        }
        let four = try #require(SilentKind.named("5 x 5 tiles, 4 seen again"))
        #expect(four.outcome(seed: 407, trial: 242).codes == ["AMBIGUOUS_MOTION"])
    }

    @Test(
        "P6: a row of equal markers whose ends the rescan does not show leaves open where it begins",
        arguments: [
            "a row of 6, 5 beside each other seen again", "a row of 10, 8 beside each other seen again",
        ])
    func rowWithoutEnds(kind: String) throws {
        let kind = try #require(SilentKind.named(kind))
        for trial in 1...60 as ClosedRange<UInt64> {
            #expect(kind.outcome(seed: 1, trial: trial).codes == ["AMBIGUOUS_MOTION"], "trial \(trial)")
        }
    }

    @Test("P13: some of many markers, moved by a few times the noise, are no noise", arguments: kinds("P13"))
    func movedABit(kind: String) throws {
        for (seed, outcome) in try Self.outcomes(kind, trials: 2) {
            #expect(outcome.wrongBy == nil, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
        }
    }

    @Test("P13: moved markers are no noise where the search first finds their motion badly")
    func foundBadly() throws {
        let kind = try #require(SilentKind.named("40 % of 1000 moved by 8 times the noise"))
        let outcome = kind.outcome(seed: 313, trial: 14)
        #expect(!outcome.isSilent, "off by \(outcome.wrongBy ?? 0) m")
    }

    @Test("equal markers without any extent are paired by their places", arguments: Seeds.few)
    func points(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let places = (0..<8).map { _ in SIMD3<Double>.random(in: 0...6, using: &random) }
        func markers(_ noise: Double) -> [MarkerObservation] {
            places.map { place in
                let point = place + SIMD3<Double>.normal(using: &random) * noise
                return MarkerObservation(
                    id: UUID(), label: "New Marker", quad: Quad(point, point, point, point))
            }
        }
        let joined = try JoinedMarkers(robust: MarkerJoin(markers(0), markers(0.003), by: .label))
        #expect(joined.matches.map(\.new) == Array(0..<8) && joined.matches.map(\.old) == Array(0..<8))
    }

    @Test(
        "P8: rescans that can be answered are, also where hundreds of labels are equal", arguments: kinds(nil)
    )
    func sound(kind: String) throws {
        let outcomes = try Self.outcomes(kind, trials: 3)
        for (seed, outcome) in outcomes {
            #expect(outcome.wrongBy == nil, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
        }
        let isHard = try #require(SilentKind.named(kind)).isHard
        #expect(isHard || outcomes.allSatisfy(\.outcome.isRight), "\(outcomes.map(\.outcome.codes))")
    }
}
