internal import QuadGeometry

/// The errors of pairs, told apart: those that the pairs of a marker share, those that each pair has of its own, and a drift of the
/// scan that markers share the more the nearer they are.
package struct ErrorModel {
    /// The variances of one coordinate of the error that a marker's pairs share, and of the noise of a pair of weight one; in
    /// square metres.
    let marker, corner: Double
    /// The variance of one coordinate of a typical marker's residual.
    let mean: Double
    let drift: ScanDrift?
    /// The degrees of freedom of what was estimated between markers; infinite where that was stated or assumed.
    let freedom: Double
    /// Whether some marker has several pairs.
    let hasMarkers: Bool
    /// Whether the marker error is the usual one, since too few markers show none.
    let isAssumed: Bool
    /// Whether the marker error was stated or assumed, so that residuals of markers have no part in it.
    let isStated: Bool
    /// The part of the covariance of the free changes that is estimated, and the part that was stated or assumed.
    let estimated, assumed: NormalMatrix
    /// The variance of the growth of a similarity; zero of the other models.
    let growth: Double

    /// The deviation of one coordinate of a marker's error where nothing is known of it, both scans together, in metres.
    package static let usualMarkerError = 0.005
    /// Fewer markers have no residuals to learn their error from.
    static let leastMarkers = 3
    /// The variance of the drift beside that of a marker's own error, and how likely each is beforehand.
    ///
    /// Scans whose errors do not grow with distance are rare, and six markers cannot tell whether theirs do. So drift is expected
    /// until residuals speak against it: these shares fit public trajectories of devices, and many markers overrule them.
    private static let ratios: [(ratio: Double, share: Double)] = [
        (0, 0.0025), (0.003, 0.0025), (0.02, 0.0025), (0.08, 0.0025), (0.25, 0.03), (2.0 / 3, 0.1),
        (1.5, 0.3), (4, 1), (19, 2),
    ]

    /// Tells the errors of pairs apart; `nil` where all pairs are alone and either state their noise or leave nothing to learn
    /// it from.
    init?(_ pairs: Correspondences, _ estimate: MotionEstimate, _ options: CalibrationOptions) {
        guard case .numbers = estimate.weights else { return nil }
        var means = MarkerMeans(pairs, estimate, areAlone: options.markerNoise == 0)
        guard means.hasMarkers || options.drift == .estimated && options.noise == nil else { return nil }
        let variances = Variances(means, estimate)
        hasMarkers = means.hasMarkers
        let hasFew = means.means.count < Self.leastMarkers
        let corner = options.noise.map { $0 * $0 } ?? variances.corner
        isAssumed =
            means.hasMarkers && hasFew && options.markerNoise == nil && !variances.showMore(corner: corner)
        let stated = hasMarkers ? options.markerNoise ?? (isAssumed ? Self.usualMarkerError : nil) : nil
        let marker = means.hasMarkers ? stated.map { $0 * $0 } ?? variances.marker(corner: corner) : 0
        means.spread(marker: marker, corner: corner)
        let own = means.means.reduce(0) { $0 + marker + corner / $1.weight } / Double(means.means.count)
        let known = stated != nil
        isStated = known
        // Where a marker's error is known, only that of its corners is learned.
        let ofCorners = options.noise == nil ? variances.freedom : .infinity
        var drifted = 0.0
        if hasFew {
            guard known else { return nil }
            (mean, drift, freedom) = (own, nil, ofCorners)
            (self.marker, self.corner) = (marker, corner)
        } else {
            let places = means.together(ScanDrift.mostPlaces)
            guard let space = ResidualSpace(places.means, estimate.changes) else { return nil }
            let sizes = Self.sizes(
                space, places.squares, others: 3 * (means.means.count - places.means.count),
                known: known ? own : nil, least: known ? 0 : means.cornerVariance,
                withDrift: options.drift == .estimated)
            (mean, freedom) = (sizes.own, known ? ofCorners : sizes.freedom)
            // What a mean has beyond its corners' noise is the marker's.
            self.marker = known ? marker : Double.maximum(sizes.own - Double.maximum(own - marker, 0), 0)
            // A pair that is of no marker has all that it does not share with those near it.
            self.corner = means.hasMarkers || own == 0 ? corner : corner * (mean / own)
            if options.drift == .estimated {
                let variance = sizes.drift / space.scale
                drift = Self.drift(places.means, means, variance, own: mean, estimate)
                drifted = Self.growth(places.means, estimate) * variance
            } else {
                drift = nil
            }
        }
        (estimated, assumed, growth) = Self.errors(
            variances, means, estimate, own: mean, corner: corner, areKnown: known, drifted: drifted)
    }

    /// The same errors, of pairs of which some are new: their sizes are held, and what they make of the motion is worked out again.
    init?(
        _ held: ErrorModel, _ pairs: Correspondences, _ estimate: MotionEstimate,
        _ options: CalibrationOptions
    ) {
        var means = MarkerMeans(pairs, estimate, areAlone: options.markerNoise == 0)
        guard means.means.count > 1 else { return nil }
        let variances = Variances(means, estimate)
        (hasMarkers, isAssumed, isStated) = (held.hasMarkers, held.isAssumed, held.isStated)
        (marker, corner, mean) = (held.marker, held.corner, held.mean)
        means.spread(marker: held.hasMarkers ? marker : 0, corner: corner)
        let coordinates = Double(3 * means.means.count - estimate.changes.free.count)
        // One marker more has three residuals more, which say as much as the others do.
        freedom =
            held.isStated || held.freedom == .infinity
            ? held.freedom : held.freedom * coordinates / Double.maximum(coordinates - 3, 1)
        var drifted = 0.0
        if let known = held.drift {
            let places = means.together(ScanDrift.mostPlaces)
            drift = Self.drift(places.means, means, known.variance, own: mean, estimate)
            drifted = Self.growth(places.means, estimate) * known.variance
        } else {
            drift = nil
        }
        (estimated, assumed, growth) = Self.errors(
            variances, means, estimate, own: mean, corner: corner, areKnown: isStated, drifted: drifted)
    }

    /// What the errors make of the motion, as far as they are estimated and as far as they are assumed, and the variance of a growth.
    private static func errors(
        _ variances: Variances, _ means: MarkerMeans, _ estimate: MotionEstimate, own: Double, corner: Double,
        areKnown: Bool, drifted: Double
    ) -> (estimated: NormalMatrix, assumed: NormalMatrix, growth: Double) {
        // Between markers by their means, within them by the arms of their corners.
        let inverse = estimate.inverse
        let between = inverse * variances.between(means, own: own) * inverse
        let within = inverse * (estimate.known - variances.means) * inverse * (means.hasMarkers ? corner : 0)
        let last = estimate.changes.free.count - 1
        let growth = estimate.model == .similarity ? (between + within)[last, last] + drifted : 0
        return areKnown ? (within, between, growth) : (between + within, between * 0, growth)
    }

    /// The variance of one coordinate of a new pair of a new marker, in square metres.
    var pair: Double { hasMarkers ? marker + corner : mean }

    private static func drift(
        _ places: [MarkerMeans.Mean], _ means: MarkerMeans, _ variance: Double, own: Double,
        _ estimate: MotionEstimate
    ) -> ScanDrift? {
        let anchor = estimate.changes.anchor
        let reach = means.means.reduce(0) { Double.maximum($0, ($1.center - anchor).length) }
        let hidden = ScanDrift.hidden * own.squareRoot() / (reach * reach)
        return ScanDrift(
            variance: variance,
            places: places.map { ScanDrift.Place(center: $0.center, share: share($0, estimate)) },
            anchor: anchor, reach: reach,
            bend: reach > 0 ? Double.minimum(hidden, .greatestFiniteMagnitude) : 0)
    }

    private static let leastFreedom = 0.5

    /// The movement of a motion, in six changes, with an error of a mean: six rows of three.
    private static func share(_ mean: MarkerMeans.Mean, _ estimate: MotionEstimate) -> [Double] {
        var share = [Double](repeating: 0, count: 18)
        for (row, change) in estimate.changes.free.enumerated() where change < 6 {
            let pull = pull(mean, row, estimate)
            (share[3 * change], share[3 * change + 1], share[3 * change + 2]) = (pull.x, pull.y, pull.z)
        }
        return share
    }

    /// The part of an error of a mean in one of the free changes, for each metre along x, y and z.
    private static func pull(
        _ mean: MarkerMeans.Mean, _ row: Int, _ estimate: MotionEstimate
    ) -> SIMD3<Double> {
        let columns = estimate.changes.columns(at: mean.center)
        return estimate.changes.free.indices.reduce(.zero) {
            $0 + columns[$1] * (mean.weight * estimate.inverse[row, $1])
        }
    }

    /// The variance that a drift of variance one gives to the growth of a similarity.
    private static func growth(_ places: [MarkerMeans.Mean], _ estimate: MotionEstimate) -> Double {
        guard estimate.model == .similarity else { return 0 }
        let pulls = places.map { pull($0, estimate.changes.free.count - 1, estimate) }
        var variance = 0.0
        for (a, pull) in zip(places, pulls) {
            for (b, other) in zip(places, pulls) {
                variance += pull.dot(other) * ScanDrift.likeness(a.center, b.center)
            }
        }
        return Double.maximum(variance, 0)
    }

    /// The variances of a marker's own error and of the drift, each as likely as the residuals make it.
    ///
    /// The likelihood weighs the ratios; the size that goes with each is that of the mean square residual, which holds also where
    /// the residuals follow another law. Of a marker's own error, `least` is known to be noise of its corners: drift is expected
    /// beside the rest alone. Residuals as small as that noise show that there is none.
    private static func sizes(
        _ space: ResidualSpace, _ squares: Double, others: Int, known: Double?, least: Double, withDrift: Bool
    ) -> (own: Double, drift: Double, freedom: Double) {
        let total = space.residuals.reduce(squares) { $0 + $1 * $1 }
        let count = Double(space.count), others = Double(others), all = count + others
        guard withDrift, total > 0 else {
            return (known ?? total / all, 0, known == nil ? all : .infinity)
        }
        var found: [(weight: Double, own: Double, drift: Double, freedom: Double)] = []
        for (expected, share) in ratios {
            let rest = Double.maximum((total - all * least) / (count * (1 + expected) + others), 0)
            let ratio = rest > 0 ? expected * (rest / (least + rest)) : 0
            let covariance = space.covariance(drift: ratio, own: 1)
            guard let factor = covariance.choleskyFactor else { continue }
            let solved = factor.forward(space.residuals)
            let square = solved.reduce(squares) { $0 + $1 * $1 }
            let size = (0..<space.count).reduce(0) { $0 + logarithm(factor[$1, $1]) }
            let chance =
                known.map { -size - square / (2 * $0) } ?? (-size - all / 2 * logarithm(square))
            let trace = count * (1 + ratio) + others
            let own = known ?? (rest > 0 ? total / trace : least)
            let spread = covariance.entries.reduce(others) { $0 + $1 * $1 }
            found.append((chance + logarithm(share), own, own * ratio, trace * trace / spread))
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
        return (own / sum, drift / sum, known == nil ? sum / unsure : .infinity)
    }
}

extension ErrorModel {
    /// The two variances, by the mean squares of residuals between and within markers: the expected values of both are
    /// sums of both, by the traces of the matrices that lead from errors to residuals (Henderson 1953).
    private struct Variances {
        /// Σ S Sᵀ / w over the markers, S being its pairs' movements with each change, summed by weight, and w the weight.
        let means: NormalMatrix
        private let changes: SmallChanges
        let corner: Double
        /// The degrees of freedom of that.
        let freedom: Double
        private let between: (squares: Double, weight: Double, marker: Double, corner: Double)

        init(_ markers: MarkerMeans, _ estimate: MotionEstimate) {
            changes = estimate.changes
            var ofMeans = ArmMoments(), ofSums = ofMeans
            var weight = 0.0, squares = CompensatedSum()
            for one in markers.means {
                let arm = one.center - changes.anchor
                ofMeans.add(arm, weight: one.weight)
                ofSums.add(arm, weight: one.weight * one.weight)
                weight += one.weight
                squares.add(one.weight * one.residual.dot(one.residual))
            }
            means = ofMeans.information(on: changes.free)
            let sums = ofSums.information(on: changes.free)
            let inverse = estimate.inverse, known = estimate.known
            let marker = inverse * sums * inverse, corner = inverse * known * inverse
            let count = Double(3 * markers.means.count)
            between = (
                squares.value, 3 * weight,
                3 * weight - 2 * inverse.traceOfProduct(sums) + means.traceOfProduct(marker),
                count - 2 * inverse.traceOfProduct(means) + means.traceOfProduct(corner)
            )
            let within = known - means
            freedom = Double.maximum(
                Double(3 * markers.pairCount) - count - 2 * inverse.traceOfProduct(within)
                    + within.traceOfProduct(corner), ErrorModel.leastFreedom)
            let leak = within.traceOfProduct(marker)
            guard markers.hasMarkers, freedom > ErrorModel.leastFreedom else {
                self.corner = markers.hasMarkers ? 0 : Double.maximum(squares.value / between.corner, 0)
                return
            }
            // Two equations; few markers leave the marker error out of what is seen within them.
            let determinant = freedom * between.marker - leak * between.corner
            let solved = (markers.squares * between.marker - squares.value * leak) / determinant
            let isSolved = between.marker > 0 && determinant > 0 && solved >= 0
            self.corner = isSolved ? solved : markers.squares / freedom
        }

        /// The variance of the error that markers share, given that of their corners.
        func marker(corner: Double) -> Double {
            guard between.marker > 0 else { return 0 }
            return Double.maximum((between.squares - between.corner * corner) / between.marker, 0)
        }

        /// Whether residuals of one or two markers, as of a model that cannot fit them, are beyond what the usual marker error
        /// explains.
        func showMore(corner: Double) -> Bool {
            guard between.marker > Self.leastSeen * between.weight else { return false }
            let most = Self.mostUsual * ErrorModel.usualMarkerError
            return marker(corner: corner) > most * most
        }

        /// The least share of a marker error that residuals have to show to be judged by.
        private static let leastSeen = 0.01
        /// Residuals of this many times the usual error are no chance.
        private static let mostUsual = 4.0

        /// The scatter that a typical marker's own error makes of the information on the motion.
        func between(_ markers: MarkerMeans, own: Double) -> NormalMatrix {
            var scatter = ArmMoments()
            for one in markers.means {
                scatter.add(one.center - changes.anchor, weight: own * one.spread * one.weight * one.weight)
            }
            return scatter.information(on: changes.free)
        }
    }
}

/// The errors of pairs as a report states them: deviations of one coordinate, both scans together, in metres.
public struct PairErrors: Hashable, Sendable {
    /// The error that all pairs of a marker share, and the noise that each of them has of its own.
    public let marker, corner: Double
    /// Whether some marker has several pairs; otherwise the two cannot be told apart, and ``marker`` is zero.
    public let hasMarkers: Bool
    /// Whether the marker error is assumed, since one or two markers show none.
    public let isAssumed: Bool
    /// The deviation of one coordinate between the errors of two places ten metres apart that is due to drift; `nil` where none
    /// was reckoned with.
    public let driftAtTenMetres: Double?
    /// The degrees of freedom of the marker error; infinite where it was stated or assumed.
    public let freedom: Double
    /// The deviation of one coordinate of a new pair of a new marker.
    public let pair: Double

    init(_ errors: ErrorModel) {
        (hasMarkers, isAssumed, freedom) = (errors.hasMarkers, errors.isAssumed, errors.freedom)
        marker = errors.hasMarkers ? errors.marker.squareRoot() : 0
        corner = (errors.hasMarkers ? errors.corner : errors.mean).squareRoot()
        driftAtTenMetres = errors.drift.map {
            (-2 * ScanDrift.likeness(.zero, SIMD3(10, 0, 0)) * $0.variance).squareRoot()
        }
        pair = errors.pair.squareRoot()
    }
}

/// Sums over moved points that each count by one number in all directions: all that their information on small changes
/// of a motion depends on.
struct ArmMoments {
    private(set) var weight = 0.0
    private(set) var sum = SIMD3<Double>.zero
    private(set) var scatter = SymmetricMatrix.zero

    /// Adds a point by its distance from the place that the changes are about.
    mutating func add(_ arm: SIMD3<Double>, weight: Double) {
        self.weight += weight
        sum += arm * weight
        scatter = scatter + SymmetricMatrix(product: arm * weight, arm)
    }

    /// Σ w JᵀJ over the points, J being how a point moves with each of some changes.
    func information(on free: [Int]) -> NormalMatrix {
        var information = NormalMatrix(size: free.count)
        for (row, i) in free.enumerated() {
            for (column, j) in free.enumerated() {
                information[row, column] = entry(Swift.min(i, j), Swift.max(i, j))
            }
        }
        return information
    }

    private func entry(_ i: Int, _ j: Int) -> Double {
        switch (i, j) {
        case (0..<3, 0..<3): (i == j ? scatter.trace : 0) - scatter[i, j]
        case (0..<3, 3..<6): SmallChanges.column(i, sum)[j - 3]
        case (0..<3, _): 0
        case (3..<6, 3..<6): i == j ? weight : 0
        case (3..<6, _): sum[i - 3]
        default: scatter.trace
        }
    }
}
