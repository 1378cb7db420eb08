import BenchRecords

/// A measurement of the table: where it is in the result of a command, and what it is held against.
struct MeasurementRow {
    /// The name, in which `*` stands for the member that the path's `*` found.
    let name: String
    let unit: String
    let quantity: Quantity
    let better: Better
    /// The members that lead to the number. `*` is any member, `{level}` the best level of the kernels.
    let path: [String]
    var limit: Double?
    var limitIsRatio = false
    /// The peer's name and the members that lead to its number.
    var peer: (name: String, path: [String])?

    /// A time or a size, which should be small.
    static func cost(
        _ name: String, _ path: [String], unit: String = "ns", atMost limit: Double? = nil,
        peer: (name: String, path: [String])? = nil
    ) -> MeasurementRow {
        MeasurementRow(
            name: name, unit: unit, quantity: .cost, better: .lower, path: path, limit: limit,
            limitIsRatio: peer != nil, peer: peer)
    }

    /// A rate, which should be large.
    static func rate(
        _ name: String, _ unit: String, _ path: [String], atLeast limit: Double? = nil,
        peer: (name: String, path: [String])? = nil
    ) -> MeasurementRow {
        MeasurementRow(
            name: name, unit: unit, quantity: .cost, better: .higher, path: path, limit: limit,
            limitIsRatio: peer != nil, peer: peer)
    }

    static func digits(
        _ name: String, _ path: [String], atLeast limit: Double, peer: (name: String, path: [String])? = nil
    ) -> MeasurementRow {
        MeasurementRow(
            name: name, unit: "digits", quantity: .digits, better: .higher, path: path, limit: limit,
            peer: peer)
    }

    static func count(_ name: String, _ unit: String, _ path: [String], atMost limit: Double)
        -> MeasurementRow
    {
        MeasurementRow(name: name, unit: unit, quantity: .count, better: .lower, path: path, limit: limit)
    }

    /// A number that only has to keep its limit.
    static func judged(
        _ name: String, _ unit: String, _ path: [String], _ better: Better, limit: Double
    ) -> MeasurementRow {
        MeasurementRow(name: name, unit: unit, quantity: .judged, better: better, path: path, limit: limit)
    }
}
