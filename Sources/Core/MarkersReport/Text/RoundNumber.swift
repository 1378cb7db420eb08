internal import Foundation

/// Numbers that are easy to read on an axis: 1, 2 or 5 times a power of ten.
package enum RoundNumber {
    /// The largest one that is at most this.
    package static func below(_ number: Double) -> Double {
        guard number > 0, number.isFinite else { return 1 }
        let power = pow(10, log10(number).rounded(.down))
        let share = number / power
        return (share >= 5 ? 5 : share >= 2 ? 2 : 1) * power
    }

    /// The least one that is at least this.
    static func above(_ number: Double) -> Double {
        guard number > 0, number.isFinite else { return 1 }
        let power = pow(10, log10(number).rounded(.down))
        return ([1, 2, 5].first { $0 * power >= number * 0.999_999 } ?? 10) * power
    }

    /// Multiples of a step within a range, as integers of the step.
    static func multiples(of step: Double, in range: ClosedRange<Double>) -> [Double] {
        let first = (range.lowerBound / step - 1e-9).rounded(.up)
        let last = (range.upperBound / step + 1e-9).rounded(.down)
        guard first <= last, last - first < 200 else { return [] }
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    static func text(_ number: Double, step: Double) -> String {
        ReportText.fixed(max(0, -Int((log10(step) + 1e-9).rounded(.down))), number)
    }
}
