import Markers
import PushSimulation
import TestSupport
import Testing

@Suite("Millions of requests of which three in ten fail", .heavy)
struct SimulationTests {
    /// Seeds of a short run; a long one has 1,200, and more than ten million requests in all modes.
    private static let seeds = 6
    private static let markers = 4000

    @Test("nothing is lost, doubled or stale, and what is reported is so", arguments: PushMode.allCases)
    func sound(mode: PushMode) {
        let campaign = Campaign(mode, markers: Self.markers)
        let count = UInt64(Effort.count(Self.seeds, night: 200))
        let clock = ContinuousClock(), start = clock.now
        let (tally, failed) = campaign.run(Seeds.first..<(Seeds.first + count))
        let rate = Double(tally.requests) / ((clock.now - start) / .seconds(1))
        print(
            "simulation, \(mode): \(tally.requests) requests, \(tally.faults) faults, \(tally.edits) edits, "
                + "\(tally.effects) effects over \(count) seeds, \(Int(rate)) requests a second; done \(tally.done), "
                + "conflicts \(tally.conflicts), gone \(tally.gone), taken back \(tally.undone), taken up again \(tally.unfinished), "
                + "edits that no client could see \(tally.unseen), violations \(tally.violations)")
        if let failed {
            let trace = campaign.trace(seed: failed).joined(separator: "\n")
            Issue.record("seed \(failed): \(tally.violations)\n\(trace)")
        }
        #expect(tally.faults * 4 > tally.requests)
        #expect(tally.edits > 0 && tally.conflicts > 0)
        #expect(10 * tally.undone > 8 * tally.done)
        #expect(tally.requests > Int(count) * Self.markers)
    }
}
