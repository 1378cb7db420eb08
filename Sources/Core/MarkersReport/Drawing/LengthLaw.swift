internal import Foundation
internal import Markers

/// The expected lengths of residuals whose coordinates have deviations of their own (Maxwell 1860).
struct LengthLaw {
    /// The deviation of a coordinate of each residual, in metres.
    private let deviations: [Double]

    /// Takes pairs with standardised residuals; `nil` if fewer than half have one.
    init?(_ pairs: [FitDocument.Pair]) {
        deviations = pairs.compactMap { pair in
            guard let own = pair.standardised, own > 0, pair.length > 0 else { return nil }
            return pair.length / own
        }
        guard !deviations.isEmpty, deviations.count * 2 >= pairs.count else { return nil }
    }

    /// The expected number of `count` residuals between two lengths.
    func expected(of count: Int, from low: Double, to high: Double) -> Double {
        let sum = deviations.reduce(0) {
            $0 + LengthLaw.share(below: high / $1) - LengthLaw.share(below: low / $1)
        }
        return sum * Double(count) / Double(deviations.count)
    }

    private static func share(below x: Double) -> Double {
        erf(x / 2.0.squareRoot()) - (2 / Double.pi).squareRoot() * x * exp(-x * x / 2)
    }
}
