/// The number of motions that chance alone would support as well: it tells a motion from a coincidence.
///
/// Targets thrown at random into the scene follow some motion by chance too. With `cells` the number of places in the
/// scene that can be told apart and `turns` that of its rotations, there are cells · turns motions to try, each of
/// which a random pair follows once in `cells`. So of n pairs, k follow one motion in
/// C(n, k) · cells · turns · cells⁻ᵏ expected cases (after Moisan and Stival 2004). A group of points that moves as one
/// follows once in cells times its own turns.
struct ChanceSupport {
    /// Pairs, or groups of pairs, that could follow.
    let candidates: Int
    private let motions: Double
    private let share: Double

    /// A motion that chance would bring in more than this share of scenes is not called one.
    static let accepted = 1e-3

    /// Nothing is distinguished more finely than this share of the scene.
    private static let finest = 1e-12

    /// `reach` is how far from its place a follower may be; `groupSize` how far a group extends; lengths in one unit.
    init(candidates: Int, widths: SIMD3<Double>, reach: Double, groupSize: Double? = nil) {
        self.candidates = candidates
        func places(_ width: Double) -> Double {
            max(width / (2 * max(reach, ChanceSupport.finest * widths.x)), 1)
        }
        func turns(_ a: Double, _ b: Double) -> Double { 1 + .pi * (min(a, b) - 1) }
        guard widths.x > 0 else {
            (motions, share) = (1, 1)
            return
        }
        let (a, b, c) = (places(widths.x), places(widths.y), places(widths.z))
        // A ball holds less than the cube around it, where there is room for a ball.
        let cells = max(a * b * c * (c > 2 ? 6 / .pi : 1), 1)
        motions = cells * turns(a, b) * turns(b, c) * turns(a, c)
        let own = groupSize.map { places($0) }.map { turns($0, $0) } ?? 1
        share = 1 / (cells * own * own * own)
    }

    /// The expected number of motions with at least this support, as a power of two: its logarithm, to within a tenth.
    func expected(_ support: Int) -> Double {
        var product = ScaledProduct(motions)
        for i in 0..<min(support, candidates) {
            product.multiply(by: Double(candidates - i) / Double(i + 1) * share)
        }
        return product.exponent
    }

    /// The least support that chance does not explain.
    var needed: Int { leastSupport(expectedAtMost: ScaledProduct(ChanceSupport.accepted).exponent) }

    /// The least support that chance brings no more often than this, as ``expected(_:)`` gives it; one more than there
    /// are candidates where none is rare enough.
    func leastSupport(expectedAtMost limit: Double) -> Int {
        var product = ScaledProduct(motions)
        for i in 0..<candidates {
            product.multiply(by: Double(candidates - i) / Double(i + 1) * share)
            if i >= 1, product.exponent <= limit { return i + 1 }
        }
        return candidates + 1
    }

    func isExplained(_ support: Int) -> Bool {
        expected(support) > ScaledProduct(ChanceSupport.accepted).exponent
    }
}

/// A product of positive numbers that neither over- nor underflows.
private struct ScaledProduct {
    private var significand = 1.0
    private var power = 0.0

    init(_ value: Double) { multiply(by: value) }

    mutating func multiply(by factor: Double) {
        let product = significand * factor.significand
        power += Double(factor.exponent) + Double(product.exponent)
        significand = product.significand
    }

    /// A number that rises with the product, equal to its binary logarithm at powers of two.
    var exponent: Double { power + (significand - 1) }
}
