internal import QuadGeometry

/// The uncertainty of a drift by some of the pins: all of few, of many those near a place and some far apart.
///
/// What all pins know is no less than what some do, so that the covariance is that of all or a little wider.
struct NearPins {
    private let law: DriftLaw
    private let pins: [ScanPin]
    private let anchor: SIMD3<Double>
    private let free: [Int]
    private let inverse: TriangularFactor
    /// L⁻¹ of ones and arms.
    private let solved: TrendSums
    private let ofChange: NormalMatrix
    private let fromFirst: [Double]
    /// What is taken for alike everywhere: any number, since the motion takes it up.
    private let alike: Double

    init?(_ pins: [ScanPin], _ law: DriftLaw, _ prior: TrendPrior) {
        let kind = law.kind
        let fromFirst = pins.map { DriftLaw.unlikeness($0.distance(pins[0], by: kind), kind) * law.drift }
        let alike = fromFirst.reduce(0) { Double.maximum($0, $1) }
        let factor = TriangularFactor(size: pins.count) { row, column in
            let own = DriftLaw.unlikeness(pins[row].distance(pins[column], by: kind), kind) * law.drift
            return alike + fromFirst[row] + fromFirst[column] - own
                + (row == column ? law.own * pins[row].spread : 0)
        }
        guard let factor else { return nil }
        solved = TrendSums(arms: pins.map { $0.center - prior.changes.anchor }).map(factor.forward)
        free = prior.changes.free
        guard let ofChange = (solved.information(solved, free) + prior.information).inverse else {
            return nil
        }
        (self.law, self.pins, anchor) = (law, pins, prior.changes.anchor)
        (inverse, self.ofChange) = (factor.inverse, ofChange)
        (self.fromFirst, self.alike) = (fromFirst, alike)
    }

    /// The covariance of the drift and the motion at a place or time, in square metres.
    func covariance(of marker: ScanPin) -> SymmetricMatrix {
        let kind = law.kind
        func unlikeness(_ pin: ScanPin) -> Double {
            DriftLaw.unlikeness(marker.distance(pin, by: kind), kind) * law.drift
        }
        let own = unlikeness(pins[0])
        let known = inverse.product(pins.indices.map { alike + own + fromFirst[$0] - unlikeness(pins[$0]) })
        let rest = Double.maximum(alike + 2 * own - TrendSums.dot(known, known), 0)
        let sums = solved.columns.map { TrendSums.dot($0, known) }
        let arm = marker.center - anchor - SIMD3(sums[1], sums[2], sums[3])
        return SymmetricMatrix(diagonal: rest)
            + PinField.spread(ofChange, free, arm: arm, weight: 1 - sums[0])
    }
}
