extension ClosedRange<Double> {
    /// Whether a share in percent is within, give or take four deviations of counting so many trials: few trials prove little.
    func contains(percent: Double, of trials: Int) -> Bool {
        func scatter(_ edge: Double) -> Double {
            let edge = Swift.min(Swift.max(edge, 0), 100)
            return 4 * (edge * (100 - edge) / Double(Swift.max(trials, 1))).squareRoot()
        }
        return percent >= lowerBound - scatter(lowerBound) && percent <= upperBound + scatter(upperBound)
    }
}
