import Foundation

/// The comparison of two programs, or of two saved runs, by all their measurements.
package struct Comparison: Sendable {
    /// A compared measurement, in words and numbers.
    package struct Row: Codable, Sendable {
        package var name: String
        package var unit: String
        package var quantity: Quantity
        package var base: Double
        package var new: Double
        /// The new value over the base, or its inverse where higher is better: above one is worse.
        package var times: Double?
        package var better: Better?
        package var low: Double?
        package var high: Double?
        /// The largest such ratio of the first program to itself.
        package var floor: Double?
        package var pairs: Int
        package var outcome: Outcome
        /// The batches of the first program, of the second, and of the first again; none of saved runs.
        package var batches: [[Double]] = []

        package init(
            name: String, unit: String, quantity: Quantity, base: Double, new: Double, times: Double? = nil,
            floor: Double? = nil, pairs: Int, outcome: Outcome
        ) {
            (self.name, self.unit, self.quantity) = (name, unit, quantity)
            (self.base, self.new, self.times, self.floor) = (base, new, times, floor)
            (self.pairs, self.outcome) = (pairs, outcome)
        }
    }

    package let rows: [Row]
    /// Measurements of only one side.
    package let unmatched: [String]

    package init(_ series: [PairedSeries], rule: ComparisonRule, unmatched: [String] = []) {
        rows = series.map { Row($0, rule) }
        self.unmatched = unmatched
    }

    package init(rows: [Row], unmatched: [String]) { (self.rows, self.unmatched) = (rows, unmatched) }

    /// The exit code: lost digits before lost time, since a fast wrong number is worth nothing.
    package var code: ComparisonCode {
        func has(_ outcome: Outcome, _ quantities: [Quantity]) -> Bool {
            rows.contains { $0.outcome == outcome && quantities.contains($0.quantity) }
        }
        if rows.isEmpty { return .broken }
        if has(.worse, [.digits]) { return .fewerDigits }
        if has(.worse, [.cost, .count, .judged]) { return .slower }
        return has(.noisy, Quantity.allCases) ? .noisy : .good
    }

    /// A line a measurement and the verdict.
    package var text: String {
        let lines = rows.map(\.text) + unmatched.map { "only one side has \"\($0)\"" }
        let verdict =
            switch code {
            case .good: "PASS  the same or better"
            case .slower: "FAIL  worse in time or counts"
            case .fewerDigits: "FAIL  worse in digits"
            case .noisy: "WARN  too noisy to tell"
            case .broken: "FAIL  nothing was compared"
            }
        return (lines + [verdict]).joined(separator: "\n") + "\n"
    }
}

extension Comparison.Row {
    init(_ series: PairedSeries, _ rule: ComparisonRule) {
        (name, unit, quantity, better) = (series.name, series.unit, series.quantity, series.better)
        func middle(_ values: [Double]) -> Double {
            values.isEmpty ? .nan : values.sorted()[(values.count - 1) / 2]
        }
        (base, new, pairs) = (middle(series.base), middle(series.new), series.base.count)
        outcome = series.outcome(rule, isLast: true)
        batches = [series.base, series.new, series.copy]
        guard series.quantity == .cost, let loss = series.loss(rule) else { return }
        (times, low, high) = (exp(loss.median), exp(loss.low), exp(loss.high))
        floor = series.floor(rule).map { exp($0.reach) }
    }

    fileprivate var text: String {
        func short(_ value: Double) -> String { String(format: "%.4g", value) }
        var text = "\(outcome.rawValue.uppercased())  \(name): \(short(base)) to \(short(new)) \(unit)"
        if let times, let low, let high {
            text += String(format: ", %.3f times (%.3f to %.3f", times, low, high)
            text += floor.map { String(format: ", floor %.3f", $0) } ?? ""
            text += ")"
        }
        return text + ", \(pairs) pair\(pairs == 1 ? "" : "s")"
    }
}
