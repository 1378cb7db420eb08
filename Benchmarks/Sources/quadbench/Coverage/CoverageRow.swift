import Foundation

/// A row of the table: the fits of one scheme, set by set.
struct CoverageRow {
    let name: String
    let tallies: [CoverageTally]
    private let figures: [CoverageFigures]

    init(_ name: String, _ tallies: [CoverageTally]) {
        (self.name, self.tallies) = (name, tallies)
        figures = tallies.compactMap(\.figures)
    }

    static let header = """
        mean over sets (worst set)              corner held %  CHECKS_MISS %  motion held %     factor  width mm  of 0.1.0's  \
        OUTLYING_PAIRS  SCALE_SLIP  fits
        """

    var fits: Int { tallies.reduce(0) { $0 + $1.fits } }

    /// The number of fits with a code.
    func count(_ code: String) -> Int { tallies.reduce(0) { $0 + ($1.codes[code] ?? 0) } }

    func mean(_ figure: KeyPath<CoverageFigures, Double>) -> Double? {
        figures.isEmpty ? nil : figures.reduce(0) { $0 + $1[keyPath: figure] } / Double(figures.count)
    }

    func least(_ figure: KeyPath<CoverageFigures, Double>) -> Double? {
        figures.map { $0[keyPath: figure] }.min()
    }

    func most(_ figure: KeyPath<CoverageFigures, Double>) -> Double? {
        figures.map { $0[keyPath: figure] }.max()
    }

    /// The row for people.
    var text: String {
        func cell(_ mean: Double?, _ worst: Double?, _ digits: Int, _ width: Int) -> String {
            let text: String
            if let mean, let worst {
                text =
                    figures.count > 1
                    ? String(format: "%.*f (%.*f)", digits, mean, digits, worst)
                    : String(format: "%.*f", digits, mean)
            } else {
                text = "-"
            }
            return Self.right(text, width)
        }
        return name.padding(toLength: Self.nameWidth, withPad: " ", startingAt: 0)
            + cell(mean(\.held), least(\.held), 1, 15) + cell(mean(\.missing), most(\.missing), 1, 15)
            + cell(mean(\.motion), least(\.motion), 1, 15) + cell(mean(\.factor), most(\.factor), 2, 13)
            + Self.right(mean(\.width).map { String(format: "%.1f", $0) } ?? "-", 10)
            + Self.right(mean(\.size).map { String(format: "%.2f", $0) } ?? "-", 12)
            + Self.right("\(count("OUTLYING_PAIRS"))", 16) + Self.right("\(count("SCALE_SLIP"))", 12)
            + Self.right("\(fits)", 6)
    }

    private static let nameWidth = 38

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 1)) + text
    }

    /// The row for programs.
    var document: [String: Any] {
        let numbers: [String: Double?] = [
            "corner_held_percent": mean(\.held), "corner_held_percent_worst": least(\.held),
            "checks_miss_percent": mean(\.missing), "checks_miss_percent_worst": most(\.missing),
            "motion_held_percent": mean(\.motion), "motion_held_percent_worst": least(\.motion),
            "factor": mean(\.factor), "factor_worst": most(\.factor), "width_mm": mean(\.width),
            "width_of_0.1.0": mean(\.size),
        ]
        let codes = tallies.reduce(into: [String: Int]()) { $0.merge($1.codes, uniquingKeysWith: +) }
        return ["name": name, "fits": fits, "sets": tallies.count, "codes": codes]
            .merging(numbers.compactMapValues { $0 }) { $1 }
    }
}
