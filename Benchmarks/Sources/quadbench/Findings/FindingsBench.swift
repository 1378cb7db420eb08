import Foundation
import QuadGeometry

/// Made-up spaces, each sound and with one mistake at a time: the shares of false alarms, of mistakes that were missed,
/// and of units that were named wrongly.
enum FindingsBench {
    static let usage = "findings [--seed S] [--spaces N]"

    private static let spaces = 2_000
    /// The largest share of sound spaces with a false alarm, in percent.
    private static let mostFalse = 1.0
    /// The largest share of missed mistakes, in percent, where sizes and places can tell.
    private static let mostMissed: [(fault: FindingsFault, kinds: [FindingsSpace.Kind], percent: Double)] = [
        (.allIn(.millimetres), [.room, .blade, .bench, .floor, .roof, .pipe, .halls], 1),
        (.allIn(.centimetres), [.room, .blade, .floor, .roof, .halls], 2),
        (.oneIn(.millimetres), [.room, .bench, .floor, .roof, .pipe, .halls], 5),
        (.oneFarAway, [.room, .blade, .bench, .floor, .roof, .pipe], 5),
    ]

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let count = try options.count("spaces", default: spaces)
        let check = QuadCheck()
        var rows: [FindingsSpace.Kind: [FindingsFault: FindingsTally]] = [:]
        var calibrated: [CalibratedFault: CalibratedTally] = [:]
        for number in 0..<count {
            let kind = FindingsSpace.Kind.allCases[number % FindingsSpace.Kind.allCases.count]
            let space = FindingsSpace(kind, seed: seed, number: number)
            for (place, fault) in FindingsFault.all.enumerated() where fault.applies(to: kind) {
                var random = SeededGenerator(seed: seed ^ UInt64(place + 1), sample: number)
                let (quads, marker) = fault.planted(in: space, using: &random)
                let found = check.batchIssues(among: quads)
                let verdict = fault.judged(found, place: marker, alone: quads.count == 1)
                rows[kind, default: [:]][fault, default: FindingsTally()].add(
                    verdict, fault: fault, number: number)
            }
            for (place, fault) in CalibratedFault.allCases.enumerated() {
                var random = SeededGenerator(seed: ~seed &+ UInt64(place), sample: number)
                calibrated[fault, default: CalibratedTally()].add(
                    fault.judged(space.quads, using: &random))
            }
        }
        var broken: [String] = []
        let sound = rows.values.compactMap { $0[.none] }.reduce(into: FindingsTally()) { $0.add($1) }
        if sound.falseAlarms > mostFalse {
            broken.append("false alarms in \(sound.falseAlarms) % of sound spaces")
        }
        for (fault, kinds, most) in mostMissed {
            for kind in kinds {
                guard let missed = rows[kind]?[fault]?.missed, missed > most else { continue }
                broken.append("\(kind): \(fault.name) missed in \(missed) %")
            }
        }
        for (fault, tally) in calibrated where !tally.isExact {
            broken.append("calibrated data, \(fault.rawValue): \(tally.summary)")
        }
        let table = rows.map { kind, faults in
            (kind.rawValue, Dictionary(uniqueKeysWithValues: faults.map { ($0.name, $1.summary) }))
        }
        return [
            "seed": seed, "spaces": count, "falseAlarmsPercent": sound.falseAlarms,
            "kinds": Dictionary(uniqueKeysWithValues: table),
            "calibratedData": Dictionary(
                uniqueKeysWithValues: calibrated.map { ($0.rawValue, $1.summary) }), "brokenBounds": broken,
            QuadBench.failure: !broken.isEmpty,
        ] as [String: Any]
    }
}

/// The results of one mistake in the spaces of one kind.
struct FindingsTally {
    private var spaces = 0, named = 0, wrong = 0, other = 0
    private var examples: [Int] = []
    private var isSound = false

    mutating func add(
        _ verdict: (isNamed: Bool, isWrong: Bool, isOther: Bool), fault: FindingsFault, number: Int
    ) {
        spaces += 1
        isSound = fault == .none
        if verdict.isNamed { named += 1 }
        if verdict.isWrong { wrong += 1 }
        if verdict.isOther { other += 1 }
        if verdict.isOther, examples.count < 3 { examples.append(number) }
    }

    mutating func add(_ tally: FindingsTally) {
        (spaces, named, wrong, other) = (
            spaces + tally.spaces, named + tally.named, wrong + tally.wrong, other + tally.other
        )
    }

    private func percent(_ count: Int) -> Double { 100 * Double(count) / Double(max(spaces, 1)) }

    /// The share of spaces with a finding that is not the mistake.
    var falseAlarms: Double { percent(other) }
    /// The share of spaces whose mistake was not named.
    var missed: Double { percent(spaces - named) }

    var summary: [String: Any] {
        var all: [String: Any] = ["spaces": spaces, "falseAlarmsPercent": falseAlarms]
        if !isSound { (all["missedPercent"], all["wrongUnitPercent"]) = (missed, percent(wrong)) }
        if !examples.isEmpty { all["falseAlarmsIn"] = examples }
        return all
    }
}
