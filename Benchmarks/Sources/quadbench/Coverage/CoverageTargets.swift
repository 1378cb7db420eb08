/// The shares that predictions must hold, in percent.
enum CoverageTargets {
    /// New corners within their 95 % error: the mean over sets, and the worst set.
    private static let markers = 94.0...98.0, worstSet = 85.0
    /// The same beyond the third of the path that was fitted.
    private static let beyond = 88.0, worstBeyond = 60.0
    /// Fits with CHECKS_MISS, and fits that call sound pairs wrong.
    private static let mostMissing = 7.0, mostOutlying = 2.0
    /// The widths of bounds by so many markers beside those of release 0.1.0, as they were found to be enough on the same data, and what
    /// may be added to them.
    private static let sizes = [3: 4.0, 6: 1.9, 12: 1.5], mostTimes = 1.15
    /// New corners of made-up scenes: where markers have nothing to do with each other, and where the scan drifts.
    private static let independent = 94.0, drifting = 80.0
    /// The widest bounds by six markers whose corners have errors of their own alone, beside those of release 0.1.0, which are those
    /// of exactly that law.
    private static let mostOfSix = 1.6

    /// The targets that measured pairs miss.
    static func broken(_ row: CoverageRow, _ scheme: CoverageScheme) -> [String] {
        guard scheme.knowsGroups, scheme.choice != .singles else { return [] }
        let isBeyond = scheme.choice == .markersOfAThird
        let outlying = 100 * Double(row.count("OUTLYING_PAIRS")) / Double(row.fits)
        return [
            least(row, "corners held in %", row.mean(\.held), isBeyond ? beyond : markers.lowerBound),
            least(
                row, "corners of the worst set held in %", row.least(\.held),
                isBeyond ? worstBeyond : worstSet),
            isBeyond ? nil : most(row, "corners held in %", row.mean(\.held), markers.upperBound),
            isBeyond ? nil : most(row, "fits with CHECKS_MISS in %", row.mean(\.missing), mostMissing),
            most(row, "fits with OUTLYING_PAIRS in %", outlying, mostOutlying),
            isBeyond
                ? nil
                : sizes[scheme.count].flatMap {
                    most(row, "widths beside those of 0.1.0", row.mean(\.size), mostTimes * $0)
                },
        ].compactMap { $0 }
    }

    /// The targets that made-up scenes of a kind miss.
    static func broken(_ row: CoverageRow, _ scheme: CoverageScheme, _ kind: CoverageKind) -> [String] {
        guard scheme.choice == .markers else { return [] }
        let hasCornersAlone = kind.isIndependent && kind.markerError == 0
        return [
            least(row, "corners held in %", row.mean(\.held), kind.isIndependent ? independent : drifting),
            hasCornersAlone && scheme.count == 6
                ? most(row, "widths beside those of 0.1.0", row.mean(\.size), mostOfSix) : nil,
        ].compactMap { $0 }
    }

    private static func least(_ row: CoverageRow, _ what: String, _ value: Double?, _ bound: Double)
        -> String?
    {
        guard let value else { return "\(row.name): no predictions" }
        return value < bound ? "\(row.name): \(what) are \(value), less than \(bound)" : nil
    }

    private static func most(_ row: CoverageRow, _ what: String, _ value: Double?, _ bound: Double) -> String?
    {
        value.flatMap { $0 > bound ? "\(row.name): \(what) are \($0), more than \(bound)" : nil }
    }
}
