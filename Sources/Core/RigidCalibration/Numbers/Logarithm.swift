// Logarithm and exponential of + - × ÷ only, so that a probability has the same bits on every machine; the C library's
// differ with the processor. Both are within a few units in the last place.

/// The natural logarithm of a positive number.
package func logarithm(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return value == 0 ? -.infinity : value > 0 ? .infinity : .nan }
    // value = 2ᵏ m with m about 1; log m = 2 artanh((m - 1)/(m + 1)).
    var exponent = Double(value.exponent), m = value.significand
    if m > 1.4142135623730951 {
        m /= 2
        exponent += 1
    }
    return exponent * logOfTwo + (exponent * logOfTwoRest + twiceAreaTangent((m - 1) / (m + 1)))
}

/// The natural logarithm of 1 + x, with all digits of a small x.
func logarithm(onePlus excess: Double) -> Double {
    excess.magnitude < 0.4 ? twiceAreaTangent(excess / (2 + excess)) : logarithm(1 + excess)
}

/// 2 artanh s for |s| < 0.26, where fifteen terms leave less than 1e-18.
private func twiceAreaTangent(_ s: Double) -> Double {
    let square = s * s
    var sum = 0.0
    for k in stride(from: 31, through: 3, by: -2) { sum = sum * square + 1 / Double(k) }
    return 2 * s + 2 * s * square * sum
}

/// The exponential; 0 where it is too small for a double, infinity where it is too large.
func exponential(_ value: Double) -> Double {
    guard value.magnitude < 745 else { return value.isNaN ? .nan : value > 0 ? .infinity : 0 }
    let exponent = (value / logOfTwo).rounded()
    let rest = (value - exponent * logOfTwo) - exponent * logOfTwoRest
    // |rest| < 0.35, so fifteen terms leave less than 1e-19.
    var sum = 1.0
    for k in stride(from: 15, through: 1, by: -1) { sum = sum * rest / Double(k) + 1 }
    return Double(sign: .plus, exponent: Int(exponent), significand: sum)
}

/// The logarithm of two, of which whole multiples up to 2¹⁰ are exact, and what it lacks.
private let logOfTwo = 0x1.62e42fefa3800p-1
private let logOfTwoRest = 0x1.ef35793c76730p-45

/// The logarithm of the gamma function of a positive number (Stirling's series, after a shift above ten).
func logGamma(_ value: Double) -> Double {
    var x = value, product = 1.0
    while x < 10 {
        product *= x
        x += 1
    }
    let halfLogOfTwoPi = 0.91893853320467274178
    return (x - 0.5) * logarithm(x) - x + halfLogOfTwoPi + stirlingRest(x) - logarithm(product)
}

/// The logarithm of the beta function, Γ(a) Γ(b) / Γ(a + b), without the large terms that cancel in it.
func logBeta(_ a: Double, _ b: Double) -> Double {
    let (large, small) = a > b ? (a, b) : (b, a)
    guard large >= 10 else { return logGamma(a) + logGamma(b) - logGamma(a + b) }
    let sum = large + small
    return logGamma(small) - (large - 0.5) * logarithm(onePlus: small / large) - small * logarithm(sum)
        + small
        + stirlingRest(large) - stirlingRest(sum)
}

/// The remainder of Stirling's formula, above ten.
private func stirlingRest(_ x: Double) -> Double {
    let square = 1 / (x * x)
    let terms: [(over: Double, under: Double)] = [
        (1, 12), (-1, 360), (1, 1260), (-1, 1680), (1, 1188), (-691, 360360), (1, 156),
    ]
    return terms.reversed().reduce(0) { $0 * square + $1.over / $1.under } / x
}
