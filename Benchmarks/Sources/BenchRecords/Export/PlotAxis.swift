import Foundation

/// An axis that holds all values between whole steps: powers of ten, or even steps.
struct PlotAxis {
    let isLogarithmic: Bool
    let ticks: [Double]

    init(_ values: [Double], isLogarithmic: Bool) {
        let finite = values.filter(\.isFinite)
        // Zero and less have no place among powers of ten.
        self.isLogarithmic = isLogarithmic && finite.allSatisfy { $0 > 0 } && !finite.isEmpty
        let least = finite.min() ?? 0, most = finite.max() ?? 1
        if self.isLogarithmic {
            let first = log10(least).rounded(.down), last = max(log10(most).rounded(.up), first + 1)
            ticks = stride(from: first, through: last, by: 1).map { pow(10, $0) }
        } else {
            let span = max(most - least, most.magnitude * 1e-3, 1e-9)
            let power = pow(10, log10(span / 4).rounded(.down))
            let step = [1, 2, 5, 10].map { $0 * power }.first { span / $0 <= 6 } ?? span
            let first = (least / step).rounded(.down), last = max((most / step).rounded(.up), first + 1)
            ticks = stride(from: first, through: last, by: 1).map { $0 * step }
        }
    }

    /// The place of a value between the first tick and the last, from 0 to 1.
    func share(_ value: Double) -> Double {
        guard let first = ticks.first, let last = ticks.last, value.isFinite else { return 0 }
        let share =
            isLogarithmic
            ? value > 0 ? log10(value / first) / log10(last / first) : 0 : (value - first) / (last - first)
        return min(1, max(0, share))
    }

    static func label(_ tick: Double) -> String {
        tick == 0
            ? "0"
            : String(format: "%g", (tick * 1e9).rounded() / 1e9 == 0 ? tick : (tick * 1e9).rounded() / 1e9)
    }
}
