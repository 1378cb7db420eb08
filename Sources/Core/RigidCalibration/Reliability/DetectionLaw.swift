/// The law by which an error stands out of noise: how large a test has to be before it is called one, and how large an error that is
/// found in most cases (Baarda 1968).
///
/// A sum of squares in one or three directions is compared with its noise. Where the noise is known, the law is that of χ² and of χ²
/// with an offset. Where it is estimated from other residuals, it is that of F, and an error is counted in units of the estimate: the
/// stated share of the errors that are ``reach`` times the estimated deviation is found, over all that the estimate may come to.
///
/// ```swift
/// let law = DetectionLaw(directions: 1)
/// print(law?.reach ?? 0)  // 4.13
/// ```
public struct DetectionLaw: Hashable, Sendable {
    /// The directions of an error: one, or all three.
    public let directions: Int
    /// The degrees of freedom by which the noise is known; infinite where it is stated.
    public let freedom: Double
    /// The share of sound pairs that are called wrong.
    public let falseAlarm: Double
    /// The share of errors of the size of ``reach`` that are found.
    public let power: Double
    /// The sum of squares, in units of the noise's variance, from which a test calls an error.
    public let threshold: Double
    /// The size of an error that is found with the stated power, in units of its deviation.
    public let reach: Double
    private let root: Double
    private let nodes: [Node]

    /// The share of sound pairs that are called wrong, and of errors of a stated size that are found, unless others are asked for:
    /// usual since Baarda (1968).
    public static let usualFalseAlarm = 0.001, usualPower = 0.8

    /// A law; `nil` of other directions than one or three, without freedom, or of shares that are none.
    public init?(
        directions: Int, freedom: Double = .infinity, falseAlarm: Double = usualFalseAlarm,
        power: Double = usualPower
    ) {
        guard directions == 1 || directions == 3, freedom >= DetectionLaw.leastFreedom,
            falseAlarm > 0, falseAlarm < power, power < 1
        else { return nil }
        (self.directions, self.freedom) = (directions, freedom)
        (self.falseAlarm, self.power) = (falseAlarm, power)
        let law = FDistribution(above: Double(directions), below: freedom)
        let threshold = Double(directions) * law.quantile(exceededWith: falseAlarm)
        guard threshold.isFinite else { return nil }
        let root = threshold.squareRoot(), nodes = DetectionLaw.nodes(freedom)
        (self.threshold, self.root, self.nodes) = (threshold, root, nodes)
        reach = DetectionLaw.size(power, root, nodes, directions)
    }

    /// The same by a noise that is known with other degrees of freedom.
    func of(freedom: Double) -> DetectionLaw? {
        DetectionLaw(directions: directions, freedom: freedom, falseAlarm: falseAlarm, power: power)
    }

    /// The share of errors of a size, in units of their deviation, that are found.
    public func power(of size: Double) -> Double {
        DetectionLaw.found(size, root, nodes, directions)
    }

    /// Where less is known of the noise, thresholds are beyond every scene.
    private static let leastFreedom = 0.5
    /// With this many degrees of freedom noise is as good as stated: reaches differ by less than a part in a million.
    private static let asGoodAsStated = 1e7

    /// The estimated deviation in units of the true one, and how often it is so large.
    private struct Node: Hashable, Sendable {
        let size, share: Double
    }

    /// χ² over its degrees of freedom by the trapezoidal rule over its logarithm, where it has no edges: all digits are right.
    private static func nodes(_ freedom: Double) -> [Node] {
        guard freedom < asGoodAsStated else { return [Node(size: 1, share: 1)] }
        let width = farthest * (2 / freedom).squareRoot(), tail = mostExponent / freedom
        let low = -(width + 2 * tail), high = logarithm(1 + width + 2 * tail)
        let step = (high - low) / Double(count)
        var found: [(size: Double, share: Double)] = [], sum = 0.0
        for place in 0...count {
            let x = low + step * Double(place), size = exponential(x)
            // The density of the logarithm, 1 where it is largest.
            let share = exponential(freedom / 2 * (x - size + 1))
            found.append((size.squareRoot(), share))
            sum += share
        }
        return found.filter { $0.share > 0 }.map { Node(size: $0.size, share: $0.share / sum) }
    }

    /// Steps of the rule; deviations, and powers of e, beyond which nothing counts.
    private static let count = 80, farthest = 8.0, mostExponent = 40.0

    private static func found(_ size: Double, _ root: Double, _ nodes: [Node], _ directions: Int) -> Double {
        nodes.reduce(0) { $0 + $1.share * beyond($1.size * root, offBy: $1.size * size, directions) }
    }

    /// The size of an error that is found with some power: between one that is too small and one that is too large, by where the line
    /// between both crosses, of which a side that stays is counted half (Dowell and Jarratt 1971).
    private static func size(_ power: Double, _ root: Double, _ nodes: [Node], _ directions: Int) -> Double {
        var low = (size: 0.0, miss: found(0, root, nodes, directions) - power), high = low
        high.size = root
        while high.miss < 0, high.size < 1e12 {
            (low, high.size) = (high, 2 * high.size)
            high.miss = found(high.size, root, nodes, directions) - power
        }
        var side = 0
        for _ in 0..<mostSteps where high.size - low.size > settled * high.size {
            let size = high.size - high.miss * (high.size - low.size) / (high.miss - low.miss)
            let miss = found(size, root, nodes, directions) - power
            guard miss.magnitude > settled else { return size }
            if miss < 0 {
                low = (size, miss)
                if side < 0 { high.miss /= 2 }
                side = -1
            } else {
                high = (size, miss)
                if side > 0 { low.miss /= 2 }
                side = 1
            }
        }
        return (low.size + high.size) / 2
    }

    /// Far more digits of a reach than the law of errors has, which take ten steps.
    private static let settled = 1e-11, mostSteps = 100

    /// The probability that deviations about a place at `offset` from the origin are farther from it than a radius.
    private static func beyond(_ radius: Double, offBy offset: Double, _ directions: Int) -> Double {
        let near = upper(radius - offset), far = upper(radius + offset)
        guard directions == 3 else { return near + far }
        guard offset > smallOffset else {
            return FDistribution(above: 3, below: .infinity).exceedance(radius * radius / 3)
        }
        return near + far + (density(radius - offset) - density(radius + offset)) / offset
    }

    /// Below this an offset changes a probability by less than its rounding.
    private static let smallOffset = 1e-6

    /// The probability of a deviation above a value.
    private static func upper(_ value: Double) -> Double {
        let tails = FDistribution(above: 1, below: .infinity).exceedance(value * value) / 2
        return value < 0 ? 1 - tails : tails
    }

    private static func density(_ value: Double) -> Double {
        exponential(-value * value / 2) * 0.398_942_280_401_432_7
    }
}
