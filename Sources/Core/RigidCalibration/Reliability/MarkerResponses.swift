internal import QuadGeometry

/// The residual of a marker, what is expected of it, and what a shift of the marker does to it and to the motion.
struct MarkerResponse {
    let pairs: [Int]
    /// The mean residual of its pairs in metres, or of pairs with covariances their residuals times the inverse of the noise.
    let residual: SIMD3<Double>
    /// The covariance of that, and the matrix that leads to it from a shift.
    let expected, response: SymmetricMatrix
    /// The share of a shift that shows.
    let block: SymmetricMatrix
    /// The variance of one coordinate of a shift that nothing but the marker's own error hides, in square metres.
    let size: Double
    /// The pull on each free change by a shift along x, y and z.
    let pulls: [SIMD3<Double>]

    /// The residual's squares in units of what is expected; `nil` where nothing checks it.
    var square: Double? {
        expected.inverse.map { Double.maximum(residual.dot($0 * residual), 0) }
    }

    /// The inverse of the covariance of a shift that is read from the residual.
    var information: SymmetricMatrix? {
        guard let inverse = expected.inverse else { return nil }
        let x = SIMD3(response.xx, response.xy, response.xz), y = SIMD3(response.xy, response.yy, response.yz)
        let z = SIMD3(response.xz, response.yz, response.zz)
        let (wx, wy, wz) = (inverse * x, inverse * y, inverse * z)
        return SymmetricMatrix(
            xx: x.dot(wx), xy: x.dot(wy), xz: x.dot(wz), yy: y.dot(wy), yz: y.dot(wz), zz: z.dot(wz))
    }

    /// The shift that the residual speaks for.
    var shift: SIMD3<Double>? { response.inverse.map { $0 * residual } }

    func change(by shift: SIMD3<Double>, _ estimate: MotionEstimate) -> SmallChange {
        SmallChange(estimate.inverse * pulls.map { $0.dot(shift) }, free: estimate.changes.free)
    }
}

/// The responses of all markers of an estimate, by its own errors.
struct MarkerResponses {
    let estimate: MotionEstimate
    private let pairs: Correspondences
    private let options: CalibrationOptions
    /// The responses; none where only predictions are asked for.
    let all: [MarkerResponse]
    /// The degrees of freedom by which the size of the errors is known; zero where nothing is left to learn it from.
    let freedom: Double
    /// Whether the markers agree to within rounding, as copies do, which says nothing of their errors.
    let isExact: Bool
    /// Whether that size is learned from the markers' residuals, each of which has a part in it.
    let isOwnNoise: Bool
    /// `nil` where nothing is known of the errors.
    let laws: Laws?

    init(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ options: CalibrationOptions,
        onlyPredicts: Bool = false
    ) {
        (self.estimate, self.pairs, self.options) = (estimate, pairs, options)
        let errors = ErrorModel(pairs, estimate, options)
        let isKnown = errors.map { $0.isStated } ?? (estimate.varianceFreedom == .infinity)
        isOwnNoise = !isKnown
        guard let variance = estimate.variance else {
            (freedom, all, laws, isExact) = (0, [], nil, false)
            return
        }
        let rounding = MarkerResponses.roundings * pairs.rounding
        isExact = !isKnown && (errors?.mean ?? variance) <= rounding * rounding
        freedom = isExact ? 0 : errors?.freedom ?? estimate.varianceFreedom
        let laws = Laws(estimate, errors, variance)
        self.laws = laws
        all =
            onlyPredicts
            ? []
            : pairs.members.compactMap { group in
                let counting = group.filter { estimate.weights.counts($0) }
                guard !counting.isEmpty else { return nil }
                return laws.response(of: counting, pairs)
            }
    }

    /// The probability that errors as stated make all residuals together as large, of scans that do not bend; `nil` where the errors
    /// of markers are not stated.
    var congruence: Double? {
        guard !isOwnNoise, !isExact, let variance = estimate.variance, variance > 0 else { return nil }
        let sum: (squares: Double, freedom: Double)
        switch estimate.weights {
        case .matrices: sum = (estimate.squares / variance, estimate.freedom)
        case .numbers:
            // Each residual in units of its marker's own error: of so many directions as the motion leaves.
            sum = all.reduce((0, 0)) {
                ($0.squares + $1.residual.dot($1.residual) / $1.size, $0.freedom + $1.block.trace)
            }
        }
        guard sum.freedom > 0 else { return nil }
        return FDistribution(above: sum.freedom, below: freedom).exceedance(sum.squares / sum.freedom)
    }

    /// The noise's variance by all markers but one, in units of that by all, given the squares of that one.
    func noise(beside square: Double) -> Double {
        guard isOwnNoise, freedom > 3 else { return 1 }
        return Double.maximum(freedom - square, 0) / (freedom - 3)
    }

    /// Whether a marker makes up so much of the noise that only an estimate of the others can judge it.
    func rests(on one: MarkerResponse) -> Bool {
        guard isOwnNoise, let square = one.square else { return false }
        return square > MarkerResponses.largestShare * freedom
    }

    /// The residual of a marker by an estimate of the others, and the degrees of freedom of that; `nil` where they fix no motion.
    func beside(_ one: MarkerResponse) -> (one: MarkerResponse, freedom: Double)? {
        let own = Set(one.pairs)
        let rest = pairs.selected(
            (0..<pairs.count).filter { !own.contains($0) && estimate.weights.counts($0) })
        guard rest.count > 0, let estimate = try? ModelEstimates.chosen(rest, options) else { return nil }
        let others = MarkerResponses(rest, estimate, options, onlyPredicts: true)
        guard others.freedom > 0 else { return nil }
        return others.prediction(of: one.pairs, pairs).map { ($0, others.freedom) }
    }

    /// The residual of a marker that took no part.
    func prediction(of group: [Int], _ pairs: Correspondences) -> MarkerResponse? {
        laws?.prediction(of: group, pairs)
    }

    /// Differences of copies are up to this many times the rounding of their coordinates.
    static let roundings = 100.0
    /// Of all squares of the markers' residuals; of so much at most a few markers have a larger share.
    private static let largestShare = 0.3

    /// What is the same for all markers.
    struct Laws {
        let estimate: MotionEstimate
        private let marker, corner: Double
        private let inverse, motion: ChangeCovariance
        private let drift: ScanDrift?
        private let byDrift: ChangeCovariance?

        init(_ estimate: MotionEstimate, _ errors: ErrorModel?, _ variance: Double) {
            self.estimate = estimate
            marker = errors.map { $0.hasMarkers ? $0.marker : 0 } ?? 0
            corner = errors?.corner ?? variance
            inverse = ChangeCovariance(estimate.inverse, of: estimate.changes)
            if let errors {
                let gravity =
                    estimate.inverse * (estimate.information - estimate.known) * estimate.inverse * variance
                motion = ChangeCovariance(
                    (errors.estimated + errors.assumed + gravity).symmetric, of: estimate.changes)
            } else {
                motion = ChangeCovariance(estimate.inverse * variance, of: estimate.changes)
            }
            drift = errors?.drift
            byDrift = errors?.drift.map { ChangeCovariance(six: $0.matrix) }
        }

        func response(of group: [Int], _ pairs: Correspondences) -> MarkerResponse {
            switch estimate.weights {
            case .numbers: byNumbers(group, pairs)
            case .matrices: byMatrices(group, pairs)
            }
        }

        private func byNumbers(_ group: [Int], _ pairs: Correspondences) -> MarkerResponse {
            let anchor = estimate.changes.anchor
            var weight = 0.0, arm = SIMD3<Double>.zero, residual = SIMD3<Double>.zero
            for pair in group {
                let own = estimate.weights.number(of: pair),
                    moved = estimate.motion.moved(pairs.sources[pair])
                weight += own
                arm += (moved - anchor) * own
                residual += (pairs.targets[pair] - moved) * own
            }
            arm /= weight
            residual /= weight
            // What the marker and its corners add to its residual, less what the motion takes of it, twice.
            let size = marker + corner / weight, taken = inverse.covariance(atArm: arm) * weight
            let block = SymmetricMatrix(diagonal: 1) - taken
            var expected =
                SymmetricMatrix(diagonal: size) - taken * (2 * size) + motion.covariance(atArm: arm)
            if let drift, let byDrift {
                expected =
                    expected + byDrift.covariance(atArm: arm) + drift.covariance(at: arm + anchor, arm: arm)
            }
            return MarkerResponse(
                pairs: group, residual: residual, expected: expected, response: block, block: block,
                size: size,
                pulls: estimate.changes.columns(at: arm + anchor).map { $0 * weight })
        }

        /// The residual of a marker that took no part in the estimate.
        func prediction(of group: [Int], _ pairs: Correspondences) -> MarkerResponse {
            let anchor = estimate.changes.anchor
            var weight = 0.0, arm = SIMD3<Double>.zero, residual = SIMD3<Double>.zero
            var noise = SymmetricMatrix.zero
            let turn = estimate.motion.motion.rotation
            for pair in group {
                let own = pairs.weights?[pair] ?? 1, moved = estimate.motion.moved(pairs.sources[pair])
                weight += own
                arm += (moved - anchor) * own
                residual += (pairs.targets[pair] - moved) * own
                if let stated = pairs.noise(of: pair, turnedBy: turn, growth: estimate.motion.scale) {
                    noise = noise + stated * own
                }
            }
            arm /= weight
            residual /= weight
            let isStated = pairs.sourceCovariances != nil || pairs.targetCovariances != nil
            let own =
                isStated
                ? noise * (1 / (weight * weight)) : SymmetricMatrix(diagonal: marker + corner / weight)
            var expected = own + motion.covariance(atArm: arm)
            if let drift, let byDrift {
                let place = arm + anchor
                expected =
                    expected + byDrift.covariance(atArm: arm) + drift.covariance(at: place, arm: arm)
                    + drift.beyond(place)
            }
            return MarkerResponse(
                pairs: group, residual: residual, expected: expected, response: SymmetricMatrix(diagonal: 1),
                block: SymmetricMatrix(diagonal: 1), size: own.trace / 3, pulls: [])
        }

        private func byMatrices(_ group: [Int], _ pairs: Correspondences) -> MarkerResponse {
            var weight = SymmetricMatrix.zero, residual = SIMD3<Double>.zero
            var pulls = [SIMD3<Double>](repeating: .zero, count: estimate.changes.free.count)
            for pair in group {
                let own = estimate.weights[pair], moved = estimate.motion.moved(pairs.sources[pair])
                weight = weight + own
                residual += own * (pairs.targets[pair] - moved)
                for (place, column) in estimate.changes.columns(at: moved).enumerated() {
                    pulls[place] += own * column
                }
            }
            var taken = SymmetricMatrix.zero
            for (row, pull) in pulls.enumerated() {
                for (column, other) in pulls.enumerated() {
                    taken = taken + SymmetricMatrix(product: pull, other) * estimate.inverse[row, column]
                }
            }
            let left = weight - taken, inverse = weight.inverse ?? .zero
            let share = inverse.traceOfProduct(taken) / 3
            return MarkerResponse(
                pairs: group, residual: residual, expected: left, response: left,
                block: SymmetricMatrix(diagonal: 1 - share), size: inverse.trace / 3, pulls: pulls)
        }
    }
}
