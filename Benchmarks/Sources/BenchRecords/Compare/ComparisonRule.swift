import Foundation

/// The bounds by which a comparison is decided.
package struct ComparisonRule: Sendable {
    /// The ratio of medians above which a cost is worse.
    package var worseRatio = 1.10
    /// The precision at which no more pairs are taken.
    package var precision = 0.02
    /// The precision at the last pair below which a ratio is still told.
    package var coarsest = 0.05
    package var fewestPairs = 8
    package var mostPairs = 100
    /// The chance that an interval misses, at every look.
    package var risk = 0.01
    /// The loss of digits that is nothing.
    package var digitsFloor = 0.1

    package init() {}

    /// The looks at the samples: few, since each look is a chance to be wrong.
    package func isLook(_ pairs: Int) -> Bool {
        guard pairs >= fewestPairs else { return false }
        return pairs >= mostPairs || [8, 12, 16, 24, 32, 48, 64, 80].contains(pairs)
    }

    var worse: Double { log(worseRatio) }
    func isWithin(_ width: Double, _ bound: Double) -> Bool { width <= log1p(bound) }
}
