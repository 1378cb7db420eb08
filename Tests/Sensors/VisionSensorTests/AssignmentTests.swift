import TestSupport
import Testing

@testable import VisionSensor

@Suite("Least sums of costs")
struct AssignmentTests {
    /// The largest number of pairs, and of these the least sum, by trying all.
    private func best(_ costs: [[Double]], row: Int = 0, used: Set<Int> = []) -> (pairs: Int, sum: Double) {
        guard row < costs.count else { return (0, 0) }
        var best = self.best(costs, row: row + 1, used: used)
        for (column, cost) in costs[row].enumerated() where cost.isFinite && !used.contains(column) {
            let rest = self.best(costs, row: row + 1, used: used.union([column]))
            let found = (pairs: rest.pairs + 1, sum: rest.sum + cost)
            if found.pairs > best.pairs || (found.pairs == best.pairs && found.sum < best.sum) {
                best = found
            }
        }
        return best
    }

    @Test(
        "T2: are found as by trying all, alone in each part of a crowd, with as many pairs as there can be",
        arguments: Seeds.few)
    func exhaustive(seed: UInt64) {
        for sample in 0..<Effort.count(2000, quick: 400) {
            var generator = SeededGenerator(seed: seed, sample: sample)
            let rows = Int.random(in: 1...5, using: &generator),
                width = Int.random(in: 1...5, using: &generator)
            let costs = (0..<rows).map { _ in
                (0..<width).map { _ in
                    Bool.random(using: &generator)
                        ? Double.infinity : Double.random(in: 0...14, using: &generator)
                }
            }
            let columns = Assignment(costs).columns
            let chosen = columns.compactMap(\.self)
            #expect(Set(chosen).count == chosen.count && columns.count == rows)
            let sum = zip(costs, columns).reduce(0.0) { sum, pair in sum + (pair.1.map { pair.0[$0] } ?? 0) }
            let best = best(costs)
            #expect(chosen.count == best.pairs, "seed \(seed), sample \(sample)")
            #expect(abs(sum - best.sum) < 1e-9, "seed \(seed), sample \(sample)")
            let pairs = costs.map { row in
                row.indices.filter { row[$0].isFinite }.map { (column: $0, cost: row[$0]) }
            }
            let parts = Assignment.columns(pairs)
            let ofParts = zip(costs, parts).reduce(0.0) { sum, pair in
                sum + (pair.1.map { pair.0[$0] } ?? 0)
            }
            #expect(parts.compactMap(\.self).count == best.pairs && abs(ofParts - best.sum) < 1e-9)
        }
        #expect(Assignment.columns([]).isEmpty)
        #expect(Assignment([]).columns.isEmpty)
        #expect(Assignment([[], []]).columns == [nil, nil])
    }
}
