import Foundation

/// A measurement of two programs in alternating batches, with a second batch of the first one in every round.
///
/// The second batch shows what the machine alone does to equal programs: the floor below which nothing is said.
package struct PairedSeries: Sendable {
    package let name: String
    package let unit: String
    package let quantity: Quantity
    package let better: Better
    package private(set) var base: [Double] = []
    package private(set) var new: [Double] = []
    package private(set) var copy: [Double] = []

    package init(_ measured: MeasuredValue) {
        (name, unit, quantity) = (measured.name, measured.unit, measured.quantity)
        better = measured.better
    }

    package mutating func add(base: Double, new: Double, copy: Double) {
        self.base.append(base)
        self.new.append(new)
        self.copy.append(copy)
    }

    /// Logarithms of how many times worse the second of each pair is than the first.
    private func losses(_ others: [Double]) -> [Double] {
        zip(base, others).map { better == .lower ? log($1 / $0) : log($0 / $1) }
    }

    /// The loss of the new program, in logarithms, with its interval.
    package func loss(_ rule: ComparisonRule) -> MedianInterval? {
        MedianInterval(losses(new), risk: rule.risk)
    }

    /// The loss of the first program against itself.
    package func floor(_ rule: ComparisonRule) -> MedianInterval? {
        MedianInterval(losses(copy), risk: rule.risk)
    }

    /// The verdict so far; never ``Outcome/open`` at the last look.
    package func outcome(_ rule: ComparisonRule, isLast: Bool) -> Outcome {
        switch quantity {
        case .digits: digitsOutcome(rule)
        case .count: countOutcome
        case .cost: costOutcome(rule, isLast: isLast)
        case .judged: .same
        }
    }

    private func costOutcome(_ rule: ComparisonRule, isLast: Bool) -> Outcome {
        guard let loss = loss(rule), let alone = floor(rule) else { return isLast ? .noisy : .open }
        let floor = alone.reach
        let isWorse = loss.median > rule.worse && loss.low > floor
        let isPrecise =
            rule.isWithin(loss.halfWidth, rule.precision) && rule.isWithin(alone.halfWidth, rule.precision)
        if isWorse, isPrecise || isLast || loss.low > rule.worse { return .worse }
        if loss.high < rule.worse { return loss.high < -floor ? .better : .same }
        if isPrecise, loss.median <= rule.worse { return .same }
        guard isLast else { return .open }
        return loss.median <= rule.worse && rule.isWithin(loss.halfWidth, rule.coarsest) ? .same : .noisy
    }

    private func digitsOutcome(_ rule: ComparisonRule) -> Outcome {
        guard let before = base.min(), let now = new.min(), let again = copy.min() else { return .open }
        // Not above: digits that are no numbers are lost.
        guard before - now <= max(rule.digitsFloor, (before - again).magnitude) else { return .worse }
        return now - before > rule.digitsFloor ? .better : .same
    }

    /// Counts that one program repeats exactly are compared exactly; the rest beyond what it varies by itself.
    private var countOutcome: Outcome {
        let own = base + copy
        guard let least = own.min(), let most = own.max(), let now = new.min(), let peak = new.max() else {
            return .open
        }
        let (worst, best) = better == .lower ? (now > most, peak < least) : (peak < least, now > most)
        return worst ? .worse : best ? .better : .same
    }
}
