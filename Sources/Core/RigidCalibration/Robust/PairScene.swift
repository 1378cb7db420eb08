internal import QuadGeometry

/// Pairs in coordinates of their own: about a middle that wild points do not shift, in units of the scene's size.
///
/// All that a robust fit compares is compared here, so a scene times 1e-9 or 1e9 is judged alike.
struct PairScene {
    /// The points of both sides, and how far each may be from its place, in scene units.
    let sources, targets: [SIMD3<Double>]
    private(set) var bounds: [Double]
    let weights: [Double]?
    var groups: PairGroups?
    /// Metres to scene units; a power of two.
    let scale: Double
    /// The width of the scene in each of its main directions, widest first, in scene units; the smaller of both sides.
    let widths: SIMD3<Double>
    /// The length that rounding of the coordinates can feign, in scene units.
    let rounding: Double

    /// `nil` when all points of a side are in one place.
    init?(
        sources: [SIMD3<Double>], targets: [SIMD3<Double>], weights: [Double]?, bound: (Int) -> Double
    ) {
        guard let source = PairScene.middle(sources), let target = PairScene.middle(targets) else {
            return nil
        }
        let size = max(source.size, target.size)
        let scale = Double(sign: .plus, exponent: -Int(size.exponent), significand: 1)
        guard scale.isFinite, scale > 0 else { return nil }
        self.scale = scale
        self.weights = weights
        self.sources = sources.map { ($0 - source.center) * scale }
        self.targets = targets.map { ($0 - target.center) * scale }
        let largest = max(source.center.largestMagnitude, target.center.largestMagnitude) + size
        rounding = PairScene.feignedUnits * largest.ulp * scale
        bounds = sources.indices.map { bound($0) * scale }
        widths = pointwiseMin(
            PairScene.widths(self.sources, within: PairScene.nearby * source.size * scale),
            PairScene.widths(self.targets, within: PairScene.nearby * target.size * scale))
    }

    /// One bound for all, in scene units.
    mutating func setBound(_ bound: Double) { bounds = [Double](repeating: bound, count: sources.count) }

    /// Units in the last place of a coordinate in the middle of the scene by which exact pairs may miss: those of two
    /// points and a motion.
    private static let feignedUnits = 8.0

    /// Points farther out than this many times the middle distance do not widen the scene.
    private static let nearby = 8.0

    /// The middle of the coordinates and the middle distance from it, of a few points spread over all.
    private static func middle(_ points: [SIMD3<Double>]) -> (center: SIMD3<Double>, size: Double)? {
        guard !points.isEmpty else { return nil }
        var values: [Double] = []
        func median(_ value: (SIMD3<Double>) -> Double) -> Double {
            values.removeAll(keepingCapacity: true)
            for sample in 0..<min(points.count, sampled) {
                // The golden ratio's multiples are spread evenly, whatever the points repeat after.
                let share = UInt64(sample) &* 0x9e37_79b9_7f4a_7c15
                values.append(value(points[Int(share.multipliedFullWidth(by: UInt64(points.count)).high)]))
            }
            values.sort()
            return values[values.count / 2]
        }
        let center = SIMD3(median { $0.x }, median { $0.y }, median { $0.z })
        var size = median { ($0 - center).length }
        if size == 0 { size = points.reduce(0) { max($0, ($1 - center).length) } }
        return size > 0 ? (center, size) : nil
    }

    /// The middle of about so many is near enough to that of all.
    private static let sampled = 16

    /// The sides of the box, along the main directions, whose points would scatter alike.
    private static func widths(_ points: [SIMD3<Double>], within reach: Double) -> SIMD3<Double> {
        var count = 0.0, sum = SIMD3<Double>.zero
        var x = SIMD3<Double>.zero, y = SIMD3<Double>.zero, z = SIMD3<Double>.zero
        for p in points where p.largestMagnitude <= reach {
            count += 1
            sum += p
            x += p * p.x
            y += p * p.y
            z += p * p.z
        }
        guard count > 0 else { return .zero }
        let mean = sum / count
        let scatter = JacobiDecomposition.decompose(
            x / count - mean * mean.x, y / count - mean * mean.y, z / count - mean * mean.z)
        let variances = scatter?.values ?? .zero
        return SIMD3(
            (12 * variances.x).squareRoot(), (12 * variances.y).squareRoot(),
            (12 * variances.z).squareRoot())
    }

    /// The consistency of distances between these pairs.
    func consistency(of nodes: [Int32]) -> BitMatrix {
        let stride = (nodes.count + 63) / 64 * 64
        let columns = unsafe [Float](unsafeUninitializedCapacity: 7 * stride) { buffer, filled in
            for (place, node) in nodes.enumerated() {
                let p = sources[Int(node)], q = targets[Int(node)]
                for axis in 0..<3 {
                    unsafe buffer[place + axis * stride] = Float(p[axis])
                    unsafe buffer[place + (3 + axis) * stride] = Float(q[axis])
                }
                let slack = PairScene.singlePrecision * (p.largestMagnitude + q.largestMagnitude)
                unsafe buffer[place + 6 * stride] = Float(bounds[Int(node)] + slack)
            }
            for column in 0..<7 {
                for place in nodes.count..<stride { unsafe buffer[place + column * stride] = .nan }
            }
            filled = 7 * stride
        }
        return BitMatrix(columns: columns, stride: stride, count: nodes.count)
    }

    /// Lengths in single precision are off by less than this share of the coordinates: a dozen roundings.
    private static let singlePrecision = 0x1p-20
}

/// The places of pairs that count, each only once where a pair is repeated to the bit: repetition proves nothing.
enum DistinctPairs {
    static func places(_ pairs: Correspondences) -> [Int32] {
        let capacity = 1 << (Int.bitWidth - (2 * pairs.count + 1).leadingZeroBitCount)
        var table = [Int32](repeating: -1, count: capacity)
        var distinct: [Int32] = []
        distinct.reserveCapacity(pairs.count)
        for pair in 0..<pairs.count where pairs.weights.map({ $0[pair] > 0 }) ?? true {
            let (p, q) = (pairs.sources[pair], pairs.targets[pair])
            var slot = Int(truncatingIfNeeded: hash(p, q) >> 32) & (capacity - 1)
            while table[slot] >= 0 {
                let other = Int(table[slot])
                if pairs.sources[other] == p, pairs.targets[other] == q { break }
                slot = (slot + 1) & (capacity - 1)
            }
            guard table[slot] < 0 else { continue }
            table[slot] = Int32(pair)
            distinct.append(Int32(pair))
        }
        return distinct
    }

    private static func hash(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> UInt64 {
        var mixed: UInt64 = 0
        func mix(_ number: Double) {
            // Zeros are equal whatever their sign.
            mixed = (mixed ^ (number + 0).bitPattern) &* 0x9e37_79b9_7f4a_7c15
            mixed ^= mixed >> 32
        }
        mix(p.x)
        mix(p.y)
        mix(p.z)
        mix(q.x)
        mix(q.y)
        mix(q.z)
        return mixed &* 0xd6e8_feb8_6659_fd93
    }
}
