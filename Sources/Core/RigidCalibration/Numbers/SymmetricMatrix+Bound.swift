extension SymmetricMatrix {
    /// The deviations within which 95 of 100 errors of two directions lie, where the covariance is known.
    package static let ellipseFactor =
        (2 * FDistribution(above: 2, below: .infinity).quantile(exceededWith: 0.05)).squareRoot()

    /// The length that an error of this covariance exceeds only in a share of cases.
    ///
    /// The squared error is a sum of three squares that need not be alike. Its law is taken as that of the F distribution with the
    /// same mean and variance: exact for a ball and for a needle, within 1 % of the probability between.
    ///
    /// - Parameters:
    ///   - share: Of cases, above 0 and below 1.
    ///   - freedom: The degrees of freedom by which the covariance is known; infinite where it is stated.
    package func bound(exceededWith share: Double = 0.05, freedom: Double = .infinity) -> Double {
        let sum = trace
        guard sum > 0 else { return 0 }
        return (sum * law(freedom: freedom).quantile(exceededWith: share)).squareRoot()
    }

    /// Whether ``bound(exceededWith:freedom:)`` is longer, found without inverting the law.
    package func isBound(above length: Double, exceededWith share: Double = 0.05, freedom: Double) -> Bool {
        let sum = trace
        return sum > 0 && law(freedom: freedom).exceedance(length * length / sum) > share
    }

    /// The law of the squared error over the trace, which is above 0.
    private func law(freedom: Double) -> FDistribution {
        // Shares of the sum, whose squares have room in a double at any size.
        let shares = trace.isNormal ? self * (1 / trace) : SymmetricMatrix(diagonal: 1 / 3)
        return FDistribution(above: min(max(1 / (1 - 2 * shares.minorSum), 1), 3), below: freedom)
    }
}
