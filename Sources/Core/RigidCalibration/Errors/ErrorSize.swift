internal import QuadGeometry

/// The mean square error of moved points by a motion's covariance, quick to tell of many points.
struct ErrorSize {
    /// Four places of a drift: their arms, and what an error there moves along itself at an arm of one and at none.
    private struct Places {
        var x = SIMD4<Double>.zero, y = SIMD4<Double>.zero, z = SIMD4<Double>.zero
        var turnX = SIMD4<Double>.zero, turnY = SIMD4<Double>.zero, turnZ = SIMD4<Double>.zero
        var shift = SIMD4<Double>.zero
    }

    private let anchor: SIMD3<Double>
    private let drift: ScanDrift?
    private var polynomial: ArmPolynomial
    private var places: [Places] = []

    init(_ covariance: MotionCovariance) {
        (anchor, drift) = (covariance.anchor, covariance.drift)
        polynomial = covariance.polynomial
        guard let drift else { return }
        let factor = 2 * drift.variance
        places = [Places](repeating: Places(), count: (drift.places.count + 3) / 4)
        for (number, place) in drift.nodes.enumerated() {
            let (slope, constant) = place.pull.stretch
            // What the drift at its anchor takes off is a polynomial, too.
            let atAnchor = ScanDrift.likeness(drift.anchor, place.center) * factor
            polynomial.slope += slope * atAnchor
            polynomial.constant += constant * atAnchor
            let (four, lane) = number.quotientAndRemainder(dividingBy: 4)
            let arm = place.center - anchor
            (places[four].x[lane], places[four].y[lane], places[four].z[lane]) = (arm.x, arm.y, arm.z)
            places[four].turnX[lane] = slope.x * factor
            places[four].turnY[lane] = slope.y * factor
            places[four].turnZ[lane] = slope.z * factor
            places[four].shift[lane] = constant * factor
        }
    }

    /// The trace of ``MotionCovariance/covariance(ofMoved:)``.
    func square(atMoved point: SIMD3<Double>) -> Double {
        let arm = point - anchor
        var sum = SIMD4<Double>.zero
        for four in places {
            let x = four.x - arm.x, y = four.y - arm.y, z = four.z - arm.z
            let distance = (x * x + y * y + z * z).squareRoot(), root = distance.squareRoot()
            let stretch = four.turnX * arm.x + four.turnY * arm.y + four.turnZ * arm.z + four.shift
            // The likeness of two places, with its sign changed: see ScanDrift.exponent.
            sum += stretch * (distance * root * root.squareRoot())
        }
        return polynomial.value(at: arm) + sum.sum() + (drift?.beyond(point).trace ?? 0)
    }
}

extension MotionCovariance {
    /// Points whose bounds are compared: a bound takes far longer than a mean square, and where so many points have a larger mean
    /// square, no other has a bound that is noticeably larger.
    private static let mostCandidates = 256

    /// The predicted error where it is largest among some moved points, in metres: of more than 256 points among those with the
    /// largest mean squares.
    public func worstError(atMoved points: [SIMD3<Double>]) -> Double? { worst(ofMoved: points)?.error }

    /// The same with the place of the point among the others.
    func worst(ofMoved points: [SIMD3<Double>]) -> (place: Int, error: Double)? {
        let size = ErrorSize(self), squares = points.map { size.square(atMoved: $0) }
        let most = MotionCovariance.mostCandidates
        var candidates: [Int] = [], least = -Double.infinity
        for place in squares.indices where squares[place] > least {
            candidates.append(place)
            guard candidates.count == 2 * most else { continue }
            candidates.sort { squares[$0] > squares[$1] }
            candidates.removeLast(most)
            least = squares[candidates[most - 1]]
        }
        candidates.sort { squares[$0] > squares[$1] }
        guard let first = candidates.first else {
            return points.first.map { (0, predictedError(atMoved: $0)) }
        }
        var worst = (place: first, error: predictedError(atMoved: points[first]))
        for place in candidates.prefix(most).dropFirst() {
            let point = points[place]
            guard covariance(ofMoved: point).isBound(above: worst.error, freedom: freedom(atMoved: point))
            else { continue }
            let error = predictedError(atMoved: point)
            if error > worst.error { worst = (place, error) }
        }
        return worst
    }
}
