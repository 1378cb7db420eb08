/// The results of the fits of one scheme to one set.
struct CoverageTally {
    private(set) var fits = 0
    /// Fits of each code.
    private(set) var codes: [String: Int] = [:]
    private var ratios: [Double] = [], widths: [Double] = [], plainWidths: [Double] = []
    private var heldMotions = 0, predicting = 0, missing = 0

    mutating func add(_ fit: CoverageFit) {
        fits += 1
        for code in fit.codes { codes[code, default: 0] += 1 }
        guard let found = fit.found else { return }
        predicting += 1
        ratios += found.ratios
        widths += found.widths
        plainWidths += found.plainWidths
        heldMotions += found.heldMotions
        if found.misses { missing += 1 }
    }

    /// The figures of the predictions; `nil` where no fit made any.
    var figures: CoverageFigures? {
        guard !ratios.isEmpty else { return nil }
        let count = Double(ratios.count)
        let sorted = ratios.sorted()
        return CoverageFigures(
            held: 100 * Double(ratios.count { $0 <= 1 }) / count,
            missing: 100 * Double(missing) / Double(predicting), motion: 100 * Double(heldMotions) / count,
            factor: sorted[min(Int(Self.nominal * count), sorted.count - 1)],
            width: 1000 * widths.reduce(0, +) / count,
            size: widths.reduce(0, +) / plainWidths.reduce(0, +))
    }

    /// The share of cases that a prediction is to hold in.
    private static let nominal = 0.95
}

/// The worth of predictions: shares in percent.
struct CoverageFigures {
    /// Predicted pairs within their 95 % error.
    let held: Double
    /// Fits with CHECKS_MISS.
    let missing: Double
    /// Predicted pairs at which the motion is within its 95 % error.
    let motion: Double
    /// The factor by which the 95 % errors would have to be multiplied to hold for 95 % of the pairs.
    let factor: Double
    /// The mean 95 % error, in millimetres.
    let width: Double
    /// The same beside that of release 0.1.0, as a ratio.
    let size: Double
}
