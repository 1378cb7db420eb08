/// Batches of two programs in turn, in an order drawn for every round, until all is decided.
package struct AlternatingRun {
    /// The program of a batch; `copy` is the first one again.
    package enum Side: Sendable, CaseIterable {
        case base, new, copy
    }

    package let rule: ComparisonRule
    private let batch: (Side) throws -> RunRecord
    private var random: any RandomNumberGenerator

    package init(
        rule: ComparisonRule = ComparisonRule(),
        random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        batch: @escaping (Side) throws -> RunRecord
    ) {
        (self.rule, self.random, self.batch) = (rule, random, batch)
    }

    /// Runs until every measurement is decided, or the last pair.
    package mutating func run() throws -> Comparison {
        // A first round fills caches and does not count.
        let first = try round()
        let base = first[.base] ?? [:], new = first[.new] ?? [:]
        var series = base.values.sorted { $0.name < $1.name }.filter { new[$0.name] != nil }
            .map(PairedSeries.init)
        let unmatched = Set(base.keys).symmetricDifference(new.keys).sorted()
        guard !series.isEmpty else { throw RecordError.nothingInCommon("the first", "the second") }
        for pairs in 1...rule.mostPairs {
            let values = try round()
            for index in series.indices {
                let name = series[index].name
                guard let base = values[.base]?[name], let new = values[.new]?[name],
                    let copy = values[.copy]?[name]
                else { throw RecordError.unreadable("a batch", "\"\(name)\" is missing") }
                series[index].add(base: base.value, new: new.value, copy: copy.value)
            }
            guard rule.isLook(pairs) else { continue }
            // Lost digits decide, whatever times may yet come.
            let hasLost = series.contains {
                $0.quantity == .digits && $0.outcome(rule, isLast: false) == .worse
            }
            if hasLost { break }
            if series.allSatisfy({ $0.outcome(rule, isLast: pairs == rule.mostPairs) != .open }) { break }
        }
        return Comparison(series, rule: rule, unmatched: unmatched)
    }

    /// A batch of each, by its side and the names of its measurements.
    private mutating func round() throws -> [Side: [String: MeasuredValue]] {
        var values: [Side: [String: MeasuredValue]] = [:]
        for side in Side.allCases.shuffled(using: &random) {
            let measured = try batch(side).measurements
            values[side] = Dictionary(measured.map { ($0.name, $0) }) { first, _ in first }
        }
        return values
    }
}
