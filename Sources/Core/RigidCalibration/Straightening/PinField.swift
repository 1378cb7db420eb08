internal import QuadGeometry

/// The best estimate of a drift by pins under a law, beside a motion whose change is estimated with it (collocation; kriging with a trend).
struct PinField {
    let law: DriftLaw
    let pins: [ScanPin]
    private let anchor: SIMD3<Double>
    private let change: SmallChange
    /// The residual of each pin under the law without it, in metres; `nil` where the others do not fix the motion.
    let leftOut: [SIMD3<Double>]?
    /// Four pins each: their places or times, and what each adds.
    private var fours: [Four] = []
    /// The sum of what the pins add at the first of them.
    private var atFirst = SIMD3<Double>.zero

    private struct Four {
        /// Where there is none, so far that it is the nearest of nothing, with squares in the range of doubles.
        var x = SIMD4<Double>(repeating: 1e65), y = SIMD4<Double>.zero, z = SIMD4<Double>.zero
        var shiftX = SIMD4<Double>.zero, shiftY = SIMD4<Double>.zero, shiftZ = SIMD4<Double>.zero
    }

    /// `nil` where pins and prior leave a change of the motion free.
    init?(_ pins: [ScanPin], _ law: DriftLaw, _ prior: TrendPrior) {
        let count = pins.count, kind = law.kind
        (self.pins, self.law, anchor) = (pins, law, prior.changes.anchor)
        let free = prior.changes.free
        let sums = TrendSums(arms: pins.map { $0.center - prior.changes.anchor })
        let residuals = (0..<3).map { axis in pins.map { $0.residual[axis] } }
        let solve: ([Double]) -> [Double], diagonal: [Double]
        if law.drift > 0 {
            let fromFirst = pins.map { DriftLaw.unlikeness($0.distance(pins[0], by: kind), kind) }
            // What is alike everywhere is the motion's; with as much of it as the pins are unlike, all of them have similar weights.
            let alike = fromFirst.reduce(0) { Double.maximum($0, $1) }
            let factor = TriangularFactor(size: count) { row, column in
                let own = DriftLaw.unlikeness(pins[row].distance(pins[column], by: kind), kind)
                return (alike + fromFirst[row] + fromFirst[column] - own) * law.drift
                    + (row == column ? law.own * pins[row].spread : 0)
            }
            guard let factor else { return nil }
            solve = { factor.backward(factor.forward($0)) }
            diagonal = factor.inverse.diagonalOfProduct
        } else {
            diagonal = pins.map { 1 / (law.own * $0.spread) }
            let weights = diagonal
            solve = { vector in vector.indices.map { vector[$0] * weights[$0] } }
        }
        let solved = sums.map(solve), rests = residuals.map(solve)
        guard let inverse = (sums.information(solved, free) + prior.information).inverse else { return nil }
        let pull = zip(sums.pull(rests, free), prior.pull).map { $0 + $1 }
        change = SmallChange(inverse * pull, free: free)
        let taken = solved.movement(change)
        let shares = pins.indices.map { pin in
            SIMD3(
                rests[0][pin] - taken[0][pin], rests[1][pin] - taken[1][pin], rests[2][pin] - taken[2][pin])
        }
        var leftOut: [SIMD3<Double>]? = []
        for pin in pins.indices {
            let arm = SIMD3(solved.columns[1][pin], solved.columns[2][pin], solved.columns[3][pin])
            let kept =
                SymmetricMatrix(diagonal: diagonal[pin])
                - PinField.spread(inverse, free, arm: arm, weight: solved.columns[0][pin])
            guard kept.determinant > PinField.leastKept * diagonal[pin] * diagonal[pin] * diagonal[pin],
                let others = kept.inverse
            else {
                leftOut = nil
                break
            }
            leftOut?.append(others * shares[pin])
        }
        self.leftOut = leftOut
        fours = [Four](repeating: Four(), count: (count + 3) / 4)
        for (number, pin) in pins.enumerated() {
            let (four, lane) = number.quotientAndRemainder(dividingBy: 4)
            let place = kind == .place ? pin.center - anchor : SIMD3(pin.time, 0, 0)
            let share = shares[number] * law.drift
            (fours[four].x[lane], fours[four].y[lane], fours[four].z[lane]) = (place.x, place.y, place.z)
            (fours[four].shiftX[lane], fours[four].shiftY[lane]) = (share.x, share.y)
            fours[four].shiftZ[lane] = share.z
            atFirst += share * DriftLaw.unlikeness(pin.distance(pins[0], by: kind), kind)
        }
    }

    /// A pin whose coordinates keep less than this share of their weight is fixed by no others.
    private static let leastKept = 1e-9

    /// F M⁻¹ Fᵀ of a sum of points, by the sum of their arms and of their weights.
    static func spread(
        _ inverse: NormalMatrix, _ free: [Int], arm: SIMD3<Double>, weight: Double
    ) -> SymmetricMatrix {
        let columns = free.map { SmallChanges.column($0, arm) * ($0 < 3 ? 1 : weight) }
        var sum = SymmetricMatrix.zero
        for row in columns.indices {
            for column in columns.indices {
                sum = sum + SymmetricMatrix(product: columns[row], columns[column]) * inverse[row, column]
            }
        }
        return sum
    }

    /// The root mean square of the residuals that pins have without themselves, in metres.
    var leaveOneOut: Double? {
        leftOut.map { all in
            (all.reduce(0) { $0 + $1.dot($1) } / Double(all.count)).squareRoot()
        }
    }

    /// The displacement of something at a place or time, and the place of the nearest pin with its distance.
    func displacement(of marker: ScanPin) -> (shift: SIMD3<Double>, nearest: Int, distance: Double) {
        let kind = law.kind
        let arm = marker.center - anchor, place = kind == .place ? arm : SIMD3(marker.time, 0, 0)
        var x = SIMD4<Double>.zero, y = SIMD4<Double>.zero, z = SIMD4<Double>.zero
        var least = SIMD4<Double>(repeating: .infinity), number = SIMD4<Double>.zero, nearest = number
        unsafe fours.withUnsafeBufferPointer { fours in
            for row in 0..<fours.count {
                let four = unsafe fours[row]
                let dx = four.x - place.x, dy = four.y - place.y, dz = four.z - place.z
                let squares = dx * dx + dy * dy + dz * dz
                let unlike = DriftLaw.unlikeness(ofSquares: squares, kind)
                x += four.shiftX * unlike
                y += four.shiftY * unlike
                z += four.shiftZ * unlike
                let isNearer = squares .< least
                least.replace(with: squares, where: isNearer)
                nearest.replace(with: number, where: isNearer)
                number += 1
            }
        }
        var pin = 0, square = Double.infinity
        for lane in 0..<4 {
            let own = 4 * Int(nearest[lane]) + lane
            if (least[lane], own) < (square, pin) { (square, pin) = (least[lane], own) }
        }
        let sum = SIMD3(x.sum(), y.sum(), z.sum())
        return (change.movement(atArm: arm) + atFirst - sum, pin, square.squareRoot())
    }
}
