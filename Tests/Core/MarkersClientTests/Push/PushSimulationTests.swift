import Markers
import MarkersClient
import PushSimulation
import TestSupport
import Testing

@Suite("Pushes in a simulated world of faults and other people")
struct PushSimulationTests {
    private static let seeds = Seeds.first..<(Seeds.first + 4)
    /// The seeds within which a planted mistake must be found.
    private static let plantedSeeds = Seeds.first..<(Seeds.first + 10)

    @Test("lose, double and leave behind nothing, and report what is", arguments: PushMode.allCases)
    func sound(mode: PushMode) {
        // Enough that with any seed some of them meet somebody else's edit.
        let campaign = Campaign(mode, markers: 600)
        let (tally, failed) = campaign.run(Self.seeds)
        if let failed {
            let trace = campaign.trace(seed: failed).joined(separator: "\n")
            Issue.record("seed \(failed): \(tally.violations)\n\(trace)")
        }
        // The faults to be survived must have happened.
        #expect(tally.faults * 5 > tally.requests)
        #expect(tally.edits > 0 && tally.conflicts > 0 && tally.done > 4 * tally.conflicts)
        #expect(tally.effects >= tally.done + tally.undone)
        #expect(10 * tally.undone > 7 * tally.done && tally.undone < tally.done)
    }

    @Test("a seed gives the same run again", arguments: PushMode.allCases)
    func repeats(mode: PushMode) {
        let campaign = Campaign(mode, markers: 60)
        #expect(campaign.run(seed: Seeds.first) == campaign.run(seed: Seeds.first))
        #expect(campaign.run(seed: Seeds.first) != campaign.run(seed: Seeds.first + 1))
    }

    @Test(
        "a planted mistake is found, and its trace ends with it",
        arguments: [
            (PlantedFault.guideRule, PushMode.raw), (.guideRule, .calibrated), (.noReadBack, .raw),
            (.noReadBack, .calibrated), (.noReadBack, .vector), (.blindRecompute, .raw),
            (.vectorAddedTwice, .vector),
        ])
    func planted(fault: PlantedFault, mode: PushMode) throws {
        let campaign = Campaign(mode, markers: 120, planted: fault)
        let (tally, failed) = campaign.run(Self.plantedSeeds)
        let seed = try #require(failed, "\(fault) in \(mode) is not found: \(tally)")
        #expect(!campaign.trace(seed: seed).isEmpty)
    }
}
