import Foundation

/// The comparison of two saved runs, whose samples are no pairs.
package enum SavedComparison {
    /// Compares what both runs measured. Costs are compared only on the same class of processor; on another one the
    /// ratios to the peers are.
    package static func compare(
        _ base: RunRecord, _ new: RunRecord, rule: ComparisonRule = ComparisonRule()
    ) throws -> Comparison {
        let isSameClass = base.machine.processorClass == new.machine.processorClass
        let known = Dictionary(uniqueKeysWithValues: base.measurements.map { ($0.name, $0) })
        let rows = new.measurements.compactMap { now -> Comparison.Row? in
            known[now.name].flatMap { row($0, now, isSameClass: isSameClass, rule) }
        }
        let matched = Set(rows.map(\.name))
        let unmatched = Set((base.measurements + new.measurements).map(\.name)).subtracting(matched)
        return Comparison(rows: rows, unmatched: unmatched.sorted())
    }

    private static func row(
        _ base: MeasuredValue, _ new: MeasuredValue, isSameClass: Bool, _ rule: ComparisonRule
    ) -> Comparison.Row? {
        var row = Comparison.Row(
            name: new.name, unit: new.unit, quantity: new.quantity, base: base.value, new: new.value,
            pairs: min(base.samples.count, new.samples.count), outcome: .same)
        switch new.quantity {
        case .cost:
            guard let (old, now) = comparable(base, new, isSameClass: isSameClass) else { return nil }
            let sign = new.better == .lower ? 1.0 : -1
            let spread = old.spread + now.spread
            let loss = sign * log(now.value / old.value)
            (row.times, row.low, row.high) = (exp(loss), exp(loss - spread), exp(loss + spread))
            row.floor = exp(old.spread)
            // What the samples of one run differ by is no less between two runs.
            let isWorse = loss > rule.worse && loss - spread > 0
            row.outcome =
                isWorse ? .worse : loss > rule.worse ? .noisy : loss + spread < -old.spread ? .better : .same
        case .digits:
            let lost = base.value - new.value
            row.outcome =
                !(lost <= rule.digitsFloor) ? .worse : lost < -rule.digitsFloor ? .better : .same
        case .count:
            let more = new.better == .lower ? new.value - base.value : base.value - new.value
            row.outcome = more > 0 ? .worse : more < 0 ? .better : .same
        case .judged:
            row.outcome = new.isWithinLimit == false && base.isWithinLimit != false ? .worse : .same
        }
        return row
    }

    private typealias Side = (value: Double, spread: Double)

    /// The values to compare with half the spread of their samples, in logarithms.
    private static func comparable(
        _ base: MeasuredValue, _ new: MeasuredValue, isSameClass: Bool
    ) -> (Side, Side)? {
        func spread(_ measured: MeasuredValue) -> Double {
            guard let least = measured.samples.min(), let most = measured.samples.max(), least > 0 else {
                return 0
            }
            return log(most / least) / 2
        }
        if isSameClass { return ((base.value, spread(base)), (new.value, spread(new))) }
        guard let old = base.ratio, let now = new.ratio, base.peer?.name == new.peer?.name else { return nil }
        return ((old, spread(base)), (now, spread(new)))
    }
}
