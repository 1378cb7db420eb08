extension SymmetricMatrix {
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
        // Shares of the sum, whose squares have room in a double at any size.
        let shares = sum.isNormal ? self * (1 / sum) : SymmetricMatrix(diagonal: 1 / 3)
        let law = FDistribution(above: min(max(1 / (1 - 2 * shares.minorSum), 1), 3), below: freedom)
        return (sum * law.quantile(exceededWith: share)).squareRoot()
    }
}
