import Testing

@testable import BenchRecords

@Suite("The interval of a median")
struct MedianIntervalTests {
    @Test("the ranks are those of tables of the sign test")
    func ranks() {
        // Conover, Practical Nonparametric Statistics, table A3: two-sided 5 % and 1 %.
        #expect([6, 8, 10, 20, 40].map { MedianInterval.rank($0, risk: 0.05) } == [1, 1, 2, 6, 14])
        #expect([7, 8, 10, 20, 40].map { MedianInterval.rank($0, risk: 0.01) } == [0, 1, 1, 4, 12])
        #expect(MedianInterval([1, 2, 3], risk: 0.05) == nil)
        #expect(MedianInterval([], risk: 0.05) == nil)
        #expect(MedianInterval([1, 2, 3, .nan, 5, 6, 7, 8], risk: 0.05) == nil)
    }

    @Test("it misses the true median no more often than it says", arguments: NoiseLaw.allCases)
    func coverage(law: NoiseLaw) throws {
        let risk = 0.05, trials = 2000, size = 24
        var random = CountedRandom(seed: 11)
        // Drift is no law of independent samples by itself.
        guard law != .drift else { return }
        let many = (0..<200_001).map { _ in law.factor(0, using: &random) }.sorted()
        let truth = many[many.count / 2]
        var missed = 0
        for _ in 0..<trials {
            let samples = (0..<size).map { _ in law.factor(0, using: &random) }
            let interval = try #require(MedianInterval(samples, risk: risk))
            #expect(interval.low <= interval.median && interval.median <= interval.high)
            if truth < interval.low || interval.high < truth { missed += 1 }
        }
        // Three deviations of a count with this chance, of either side.
        let deviation = (Double(trials) * risk * (1 - risk)).squareRoot()
        #expect(Double(missed) <= Double(trials) * risk + 3 * deviation)
    }
}
