/// The law of a sum of squares over its expected value: F with some degrees of freedom above and below.
///
/// With the noise known the lower ones are infinite, and it is χ² over its degrees of freedom.
package struct FDistribution: Hashable, Sendable {
    /// Degrees of freedom of what is judged, of the noise it is judged by. Not always whole: weighted sums of squares
    /// have an equivalent number (Satterthwaite 1946).
    let above, below: Double

    package init(above: Double, below: Double) {
        (self.above, self.below) = (above, below)
    }

    /// With so many degrees of freedom noise is known: to a part in a thousand million.
    private static let asGoodAsKnown = 1e9

    /// The probability of a greater value.
    package func exceedance(_ value: Double) -> Double {
        guard value > 0 else { return 1 }
        guard value.isFinite else { return value.isNaN ? .nan : 0 }
        guard below < FDistribution.asGoodAsKnown else { return upperGamma(above / 2, above * value / 2) }
        let sum = above * value + below
        return incompleteBeta(below / sum, above * value / sum, below / 2, above / 2)
    }

    /// The value that is exceeded with this probability, above 0 and below 1.
    package func quantile(exceededWith probability: Double) -> Double {
        guard above > 0, below > 0, probability > 0, probability < 1 else { return .nan }
        var low = 0.0, high = 1.0
        while exceedance(high) > probability, high < 1e300 { (low, high) = (high, high * 4) }
        let near = bracket(probability, low, high)
        // Sixty halvings end at neighboring doubles.
        while high - low > 1e-13 * high {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            let isBelow =
                middle <= near.low ? true : middle >= near.high ? false : exceedance(middle) > probability
            if isBelow { low = middle } else { high = middle }
        }
        return high
    }

    /// Two values near the quantile, which is between them and `low` and `high`: halvings outside need not ask again.
    private func bracket(_ probability: Double, _ low: Double, _ high: Double) -> (low: Double, high: Double)
    {
        // The logarithm of a tail is nearly straight, so that few chords with halved ends (Illinois) come close. What is called near is far
        // more than rounding errors of the law, which grow with its freedom, and far less than steps that are worth asking for.
        let nearness = 1e-10 + 1e-14 * (above + (below < FDistribution.asGoodAsKnown ? below : 0))
        func miss(_ value: Double) -> Double { logarithm(exceedance(value) / probability) }
        var (a, b) = ((at: low, miss: miss(low)), (at: high, miss: miss(high))), wasBelow: Bool?
        for _ in 0..<FDistribution.chords {
            guard a.miss > 0, b.miss < 0, a.miss.isFinite, b.miss.isFinite else { break }
            let at = a.at + (b.at - a.at) * (a.miss / (a.miss - b.miss))
            guard at > a.at, at < b.at else { break }
            let found = miss(at)
            let (under, over) = (at * (1 - nearness), at * (1 + nearness))
            if found.magnitude < nearness, under > low, over < high,
                exceedance(under) > probability, exceedance(over) < probability
            {
                return (under, over)
            }
            let isBelow = found > 0, share = wasBelow == isBelow ? 0.5 : 1
            wasBelow = isBelow
            if isBelow {
                (a, b.miss) = ((at, found), b.miss * share)
            } else {
                (b, a.miss) = ((at, found), a.miss * share)
            }
        }
        return (low, high)
    }

    private static let chords = 16
}

/// The regularized incomplete beta function of x, with 1 - x given beside it (continued fraction, DLMF 8.17.22).
private func incompleteBeta(_ x: Double, _ rest: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0 else { return 0 }
    guard rest > 0 else { return 1 }
    // On this side the fraction converges fast. At the border, where rounding may call both sides the other one, it does on both.
    return x <= (a + 1) / (a + b + 2) ? betaFraction(x, rest, a, b) : 1 - betaFraction(rest, x, b, a)
}

/// The regularized incomplete beta function where its continued fraction converges fast.
private func betaFraction(_ x: Double, _ rest: Double, _ a: Double, _ b: Double) -> Double {
    // Of two numbers that add up to one, the smaller has all digits.
    let power = x < rest ? logarithm(x) : logarithm(onePlus: -rest)
    let otherPower = rest < x ? logarithm(rest) : logarithm(onePlus: -x)
    let front = exponential(a * power + b * otherPower - logBeta(a, b))
    let fraction = continuedFraction { step in
        let m = Double(step / 2)
        return step.isMultiple(of: 2)
            ? m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            : -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    }
    return front * fraction / a
}

/// 1 / (1 + d₁ / (1 + d₂ / (1 + …))) by Lentz's method, until nothing changes.
private func continuedFraction(_ coefficient: (Int) -> Double) -> Double {
    let tiny = 1e-300
    var c = 1.0, d = 0.0, value = 1.0
    for step in 1..<100_000 {
        let term = coefficient(step)
        d = 1 + term * d
        c = 1 + term / c
        if d.magnitude < tiny { d = tiny }
        if c.magnitude < tiny { c = tiny }
        d = 1 / d
        value *= c * d
        if (c * d - 1).magnitude < .ulpOfOne { break }
    }
    return 1 / value
}

/// The upper regularized incomplete gamma function: a series below a + 1 (DLMF 8.11.4), a continued fraction above
/// (DLMF 8.9.2).
private func upperGamma(_ a: Double, _ x: Double) -> Double {
    guard x > 0 else { return 1 }
    let front = exponential(a * logarithm(x) - x - logGamma(a))
    if x < a + 1 {
        var term = 1 / a, sum = term, n = a
        while term > sum * 0x1p-54 {
            n += 1
            term *= x / n
            sum += term
        }
        return 1 - front * sum
    }
    var b = x + 1 - a, c = 1e300, d = 1 / b, value = d
    for step in 1..<100_000 {
        let term = -Double(step) * (Double(step) - a)
        b += 2
        d = 1 / (term * d + b)
        c = b + term / c
        value *= c * d
        if (c * d - 1).magnitude < .ulpOfOne { break }
    }
    return front * value
}
