internal import QuadGeometry

extension DriftLaw {
    /// The variance of the drift beside that of a pin's own error, in the mean of what a motion leaves, and how likely each is beforehand:
    /// as for ``ScanDrift``, and with more of it, since pins may be known far better than the scan that they straighten.
    private static let ratios: [(ratio: Double, share: Double)] = [
        (0, 0.0025), (0.003, 0.0025), (0.02, 0.0025), (0.08, 0.0025), (0.25, 0.03), (2.0 / 3, 0.1),
        (1.5, 0.3), (4, 1), (19, 2), (80, 1), (400, 0.5), (2000, 0.25),
    ]
    /// Real scans are off by more, more often, than a normal law says: their law is taken for one of no more degrees of freedom.
    static let mostFreedom = 4.0
    /// Pins that show one degree of freedom of that: with fewer than twelve, bounds of the worst real sets held too seldom.
    private static let pinsOfFreedom = 3.0
    /// Up to this many pins are judged together, others by neighbors and by pins far apart.
    static let mostTogether = 64

    /// The law that the residuals make likely by restricted likelihood, each ratio with the size that the mean square residual gives it;
    /// `nil` where they cannot tell.
    ///
    /// - Parameter least: The variance that a pin's own error has at least, by noise of its corners, in square metres.
    init?(_ pins: [ScanPin], _ kind: StraighteningKind, _ changes: SmallChanges, least: Double) {
        var blocks: [PinBlock] = []
        for group in DriftLaw.blocks(pins, kind) {
            guard let block = PinBlock(group, kind, changes) else { continue }
            blocks.append(block)
        }
        let freedom = blocks.reduce(0) { $0 + $1.freedom }, squares = blocks.reduce(0) { $0 + $1.squares }
        let scale = blocks.reduce(0) { $0 + $1.trace } / freedom
        let squaredTrace = blocks.reduce(0) { $0 + $1.squaredTrace } / (scale * scale)
        guard freedom > DriftLaw.leastFreedom, squares > 0, squares.isFinite, scale > 0, scale.isFinite else {
            return nil
        }
        var found: [(weight: Double, own: Double, drift: Double, freedom: Double)] = []
        for (expected, share) in DriftLaw.ratios {
            let rest = Double.maximum((squares - freedom * least) / (freedom * (1 + expected)), 0)
            let ratio = rest > 0 ? expected * (rest / (least + rest)) : 0
            var sum = 0.0, logarithms = 0.0, isSound = true
            for block in blocks {
                guard let one = block.restricted(drift: ratio / scale) else {
                    isSound = false
                    break
                }
                sum += one.squares
                logarithms += one.logDeterminant
            }
            guard isSound, sum > 0 else { continue }
            let own = rest > 0 ? squares / (freedom * (1 + ratio)) : least
            let spread = freedom * (1 + 2 * ratio) + squaredTrace * ratio * ratio
            let trace = freedom * (1 + ratio)
            found.append(
                (
                    -logarithms / 2 - freedom / 2 * logarithm(sum) + logarithm(share), own, own * ratio,
                    trace * trace / spread
                ))
        }
        let best = found.reduce(-Double.infinity) { Double.maximum($0, $1.weight) }
        var sum = 0.0, own = 0.0, drift = 0.0, unsure = 0.0
        for one in found {
            let weight = exponential(one.weight - best)
            sum += weight
            own += weight * one.own
            drift += weight * one.drift
            unsure += weight / one.freedom
        }
        guard sum > 0 else { return nil }
        self.init(
            kind: kind, own: own / sum, drift: drift / sum / scale,
            freedom: Double.minimum(
                Double.minimum(sum / unsure, Double(pins.count) / DriftLaw.pinsOfFreedom),
                DriftLaw.mostFreedom))
    }

    private static let leastFreedom = 0.5

    /// Pins that are judged together: all, or neighbors by halving along the longest side, and some that are far apart.
    private static func blocks(_ pins: [ScanPin], _ kind: StraighteningKind) -> [[ScanPin]] {
        guard pins.count > mostTogether else { return [pins] }
        var blocks = [farApart(pins, kind, most: mostTogether).map { pins[$0] }], todo = [pins]
        while let next = todo.popLast() {
            guard next.count > mostTogether else {
                blocks.append(next)
                continue
            }
            let sorted = along(next, kind), half = next.count / 2
            todo.append(Array(sorted[..<half]))
            todo.append(Array(sorted[half...]))
        }
        return blocks
    }

    /// Pins in the order of their times, or along the direction in which they are spread most.
    private static func along(_ pins: [ScanPin], _ kind: StraighteningKind) -> [ScanPin] {
        var keys = pins.map { $0.time }
        if kind == .place {
            let middle = pins.reduce(SIMD3<Double>.zero) { $0 + $1.center } / Double(pins.count)
            let spread = pins.reduce(SymmetricMatrix.zero) {
                $0 + SymmetricMatrix(product: $1.center - middle, $1.center - middle)
            }
            let axis = spread.strongestDirection ?? SIMD3(1, 0, 0)
            keys = pins.map { ($0.center - middle).dot(axis) }
        }
        return pins.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { pins[$0] }
    }

    /// The places of pins that are far from each other, beginning with the one farthest from the middle of all.
    static func farApart(_ pins: [ScanPin], _ kind: StraighteningKind, most: Int) -> [Int] {
        var nearest = [Double](repeating: .infinity, count: pins.count)
        let count = Double(pins.count), first = pins[0]
        let middle = ScanPin(
            center: first.center + pins.reduce(SIMD3.zero) { $0 + ($1.center - first.center) } / count,
            time: first.time + pins.reduce(0) { $0 + ($1.time - first.time) } / count, residual: .zero,
            spread: 1)
        var found: [Int] = [], next = 0, farthest = -1.0
        for (pin, one) in pins.enumerated() where one.distance(middle, by: kind) > farthest {
            (next, farthest) = (pin, one.distance(middle, by: kind))
        }
        while found.count < min(most, pins.count) {
            found.append(next)
            var candidate = next
            farthest = -1
            for pin in pins.indices {
                nearest[pin] = Double.minimum(nearest[pin], pins[pin].distance(pins[next], by: kind))
                if nearest[pin] > farthest { (farthest, candidate) = (nearest[pin], pin) }
            }
            guard farthest > 0 else { break }
            next = candidate
        }
        return found
    }
}
