package import Foundation

/// A run as the arrays and objects of services that keep series of numbers.
package enum CompactNumbers {
    private struct Entry: Encodable {
        var name: String
        var unit: String
        var value: Double
        var range: String?
        var extra: String?
    }

    /// The array that github-action-benchmark takes as `customSmallerIsBetter`.
    ///
    /// Where larger is better, the inverse is given, so that one array holds all.
    package static func github(_ run: RunRecord) throws -> Data {
        try encoded(
            run.measurements.compactMap { one -> Entry? in
                let isInverse = one.better == .higher && one.quantity == .cost
                let value = isInverse ? 1 / one.value : value(one)
                guard value.isFinite else { return nil }
                let unit = one.quantity == .digits ? "lost digits" : isInverse ? "1/(\(one.unit))" : one.unit
                let range = isInverse ? nil : spread(one)
                return Entry(
                    name: one.name, unit: unit, value: value, range: range.map { "± \($0)" },
                    extra: one.peer.map { "\($0.name): \($0.value) \(one.unit)" })
            })
    }

    /// Digits are given as those lost of 16.
    private static func value(_ one: MeasuredValue) -> Double {
        one.better == .lower ? one.value : one.quantity == .digits ? 16 - one.value : -one.value
    }

    private static func spread(_ one: MeasuredValue) -> Double? {
        guard one.samples.count > 1, let least = one.samples.min(), let most = one.samples.max() else {
            return nil
        }
        return (most - least) / 2
    }

    private struct Metric: Encodable {
        var value: Double
        var lowest: Double?
        var highest: Double?

        enum CodingKeys: String, CodingKey {
            case value
            case lowest = "lower_value"
            case highest = "upper_value"
        }
    }

    /// The object of Bencher's metric format: a measure for every measurement, by its kind and unit.
    package static func bencher(_ run: RunRecord) throws -> Data {
        var all: [String: [String: Metric]] = [:]
        for one in run.measurements where one.value.isFinite {
            all[one.name] = [
                measure(one): Metric(
                    value: one.value, lowest: one.samples.min(), highest: one.samples.max())
            ]
        }
        return try encoded(all)
    }

    /// Bencher knows `latency` in nanoseconds and `throughput` a second.
    private static func measure(_ one: MeasuredValue) -> String {
        switch one.unit {
        case "ns": "latency"
        case "1/s": "throughput"
        default: one.unit.lowercased().replacing("/", with: "-per-").replacing(" ", with: "-")
        }
    }

    private static func encoded(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return try encoder.encode(value) + Data("\n".utf8)
    }
}
