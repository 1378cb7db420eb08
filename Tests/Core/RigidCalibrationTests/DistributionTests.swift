import Testing

@testable import RigidCalibration

@Suite("Distributions")
struct DistributionTests {
    /// The relative error of a quantile or a probability, for degrees of freedom up to ten million.
    static let error = 1e-9

    /// Upper quantiles from published tables of ten digits (NIST/SEMATECH e-Handbook 1.3.6.7, and closed forms:
    /// χ² with two is -2 log p; F with two above is n/2 (p^(-2/n) - 1); t with one is the tangent of π (1/2 - p)).
    @Test("quantiles with closed forms", arguments: [0.5, 0.05, 0.01, 1e-6])
    func closedForms(probability: Double) {
        func expect(_ found: Double, _ known: Double) {
            #expect((found / known - 1).magnitude < DistributionTests.error, "\(found) \(known)")
        }
        expect(
            FDistribution(above: 2, below: .infinity).quantile(exceededWith: probability),
            -logarithm(probability))
        for below in [1.0, 6, 10, 1e3, 1e7] {
            expect(
                FDistribution(above: 2, below: below).quantile(exceededWith: probability),
                below / 2 * (exponential(-2 / below * logarithm(probability)) - 1))
        }
    }

    /// The bits of all bounds hang on it: steps that are known are only not asked for.
    @Test("a quantile has the bits of plain halving", arguments: [1.0, 2.5, 6, 40, 1e3, 6e4, 1e7, .infinity])
    func halving(below: Double) {
        for above in [1.0, 1.7, 2, 2.9, 6, 30] {
            for probability in [0.5, 0.05, 1e-3, 1.3e-7] {
                let law = FDistribution(above: above, below: below)
                var low = 0.0, high = 1.0
                while law.exceedance(high) > probability, high < 1e300 { (low, high) = (high, high * 4) }
                while high - low > 1e-13 * high {
                    let middle = low + (high - low) / 2
                    guard middle > low, middle < high else { break }
                    if law.exceedance(middle) > probability { low = middle } else { high = middle }
                }
                #expect(law.quantile(exceededWith: probability) == high, "\(above) \(below) \(probability)")
            }
        }
    }

    @Test("tabulated quantiles")
    func tables() {
        // χ² with 3 and 6 degrees at 5 %, F with 6 and 10, F with 1 and 1.
        let known: [(Double, Double, Double)] = [
            (3, .infinity, 7.814727903251179 / 3), (6, .infinity, 12.591587243743977 / 6),
            (6, 10, 3.217174547399), (1, 1, 161.447638797588),
        ]
        for (above, below, value) in known {
            let found = FDistribution(above: above, below: below).quantile(exceededWith: 0.05)
            #expect((found / value - 1).magnitude < DistributionTests.error)
        }
    }

    /// Equal degrees of freedom exceed one half of the time; by rounding each side of the border may seem to be the other.
    @Test("the border of the fraction has an answer on both sides", arguments: [1.0, 3, 6, 101])
    func border(freedom: Double) {
        func neighbors(_ number: Double) -> [Double] {
            (-4...4).map { Double(bitPattern: UInt64(Int64(number.bitPattern) + $0)) }
        }
        for above in neighbors(freedom) {
            for below in neighbors(freedom) {
                for value in neighbors(1) {
                    let chance = FDistribution(above: above, below: below).exceedance(value)
                    #expect((chance - 0.5).magnitude < DistributionTests.error, "\(above) \(below) \(value)")
                }
            }
        }
    }

    @Test("exceedance and quantile undo each other, and the reciprocal is the mirrored law")
    func inverses() {
        for above in [0.7, 1, 2.3, 6, 50, 4000] {
            for below in [1, 2.5, 18, 300, 1e6, .infinity] as [Double] {
                let law = FDistribution(above: above, below: below)
                for probability in [0.9, 0.3, 0.05, 1e-5] {
                    let back = law.exceedance(law.quantile(exceededWith: probability))
                    #expect((back / probability - 1).magnitude < 1e-8, "\(above) \(below) \(probability)")
                }
                guard below.isFinite else { continue }
                let mirrored = FDistribution(above: below, below: above)
                #expect((law.exceedance(1.3) + mirrored.exceedance(1 / 1.3) - 1).magnitude < 1e-9)
            }
        }
    }

    @Test("logarithm and exponential")
    func logarithms() {
        #expect(logarithm(1) == 0)
        #expect(exponential(0) == 1)
        #expect(logarithm(0) == -.infinity)
        #expect(exponential(-1000) == 0)
        #expect(exponential(1000) == .infinity)
        for exponent in -40...40 {
            let value = Double(exponent) * 7.3
            #expect(
                (logarithm(exponential(value)) - value).magnitude <= 4 * .ulpOfOne * max(1, value.magnitude))
        }
        // Factorials.
        var factorial = 1.0
        for n in 1...100 {
            #expect(
                (logGamma(Double(n)) - logarithm(factorial)).magnitude < 1e-13 * max(1, logarithm(factorial)))
            factorial *= Double(n)
        }
    }
}
