import PushSimulation
import TestSupport
import Testing

@Suite("A million queued edits, of which three requests in ten fail while people edit", .heavy)
struct QueueSimulationTests {
    /// Seeds of a short run; a long one has twenty times as many, and more than a million edits.
    private static let seeds = 13
    private static let markers = 4000
    /// Seeds within which the rule of the guides must be caught.
    private static let guideSeeds: UInt64 = 10

    @Test("none is lost, doubled or overwrites somebody's, and what is reported is so")
    func sound() {
        let campaign = EditCampaign(markers: Self.markers), count = UInt64(Effort.count(Self.seeds))
        let (tally, failed) = campaign.run(Seeds.first..<(Seeds.first + count))
        print(
            "queued edits: \(Int(count) * Self.markers) over \(count) seeds, \(tally.requests) requests, "
                + "\(tally.faults) faults, \(tally.edits) edits by others, \(tally.effects) effects; done \(tally.done), "
                + "parked \(tally.conflicts), gone \(tally.gone), violations \(tally.violations)")
        if let failed {
            let trace = campaign.trace(seed: failed).joined(separator: "\n")
            Issue.record("seed \(failed): \(tally.violations)\n\(trace)")
        }
        #expect(tally.faults * 4 > tally.requests)
        #expect(tally.edits > 0 && tally.conflicts > 0 && tally.gone > 0)
        #expect(tally.done + tally.conflicts + tally.gone == Int(count) * Self.markers)
    }

    @Test("the rule of the guides overwrites, which is caught")
    func guides() {
        let seeds = Seeds.first..<(Seeds.first + Self.guideSeeds)
        let (tally, failed) = EditCampaign(markers: 200, followsGuides: true).run(seeds)
        #expect(failed != nil)
        #expect(tally.violations[.lost] ?? 0 > 0 && tally.violations[.doubled] ?? 0 > 0)
    }
}
