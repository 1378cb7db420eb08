internal import QuadGeometry

/// The place where one more marker makes the largest error to expect smallest, among some.
///
/// What is known of errors is held, and the motion too: a marker that is not there yet says nothing of either. It counts like the markers
/// that are there.
///
/// ```swift
/// if let advice = try MarkerAdvice(pairs, candidates: places, moving: markers) {
///     print(advice.best, advice.errorNow, advice.errorThen)
/// }
/// ```
public struct MarkerAdvice: Sendable {
    /// The place of the best candidate among the others.
    public let best: Int
    /// The largest error to expect, in 95 of 100 cases, at the points that are to move: now, and with a marker at the best candidate; in
    /// metres.
    public let errorNow, errorThen: Double
    /// The places of the candidates that were compared, and the largest error to expect with a marker at each.
    public let compared: [Candidate]

    /// A place and what a marker there would do.
    public struct Candidate: Hashable, Sendable {
        /// Its place among the candidates.
        public let candidate: Int
        /// The largest error to expect with a marker there, in metres.
        public let error: Double
    }

    /// Of more candidates only as many are compared: those farthest apart.
    package static let mostCandidates = 128

    /// Compares places for one more marker; `nil` where the noise is not known, or there are no candidates or points.
    ///
    /// - Parameters:
    ///   - pairs: The pairs of the fit.
    ///   - candidates: The places in the source frame, in metres.
    ///   - points: The points of the source frame that are to move, in metres.
    ///   - options: The model, and what is known beforehand.
    public init?(
        _ pairs: Correspondences, candidates: [SIMD3<Double>], moving points: [SIMD3<Double>],
        options: CalibrationOptions = CalibrationOptions()
    ) throws(RigidFitError) {
        try options.check()
        for (place, point) in (candidates + points).enumerated() where !point.isUsable {
            throw .badInterest(point: place)
        }
        let even = pairs.evenly(options)
        let pairs = even.selected((0..<even.count).filter { (even.weights?[$0] ?? 1) > 0 })
        let estimate = try ModelEstimates.chosen(pairs, options)
        guard let now = OneMore(pairs, estimate, options) else { return nil }
        let moved = points.map { estimate.motion.moved($0) }
        guard let error = now.covariance.worstError(atMoved: moved) else { return nil }
        errorNow = error
        compared = MarkerAdvice.spread(candidates).compactMap { place in
            now.covariance(withMarkerAt: candidates[place])?.worstError(atMoved: moved).map {
                Candidate(candidate: place, error: $0)
            }
        }
        guard let first = compared.min(by: { $0.error < $1.error }) else { return nil }
        (best, errorThen) = (first.candidate, first.error)
    }

    /// As many places as are compared, beginning with the first, each as far from those before it as can be.
    private static func spread(_ places: [SIMD3<Double>]) -> [Int] {
        guard places.count > mostCandidates else { return Array(places.indices) }
        var chosen: [Int] = [], next = 0
        var distances = [Double](repeating: .infinity, count: places.count)
        for _ in 0..<mostCandidates {
            chosen.append(next)
            var farthest = -1.0, following = next
            for place in places.indices {
                distances[place] = Double.minimum(distances[place], (places[place] - places[next]).length)
                if distances[place] > farthest { (farthest, following) = (distances[place], place) }
            }
            next = following
        }
        return chosen.sorted()
    }
}

/// An estimate with the errors of its pairs, and the covariance that it would have with one marker more.
private struct OneMore {
    private let pairs: Correspondences
    private let estimate: MotionEstimate
    private let similarity: MotionEstimate?
    private let options: CalibrationOptions
    private let errors, ofSimilarity: ErrorModel?
    private let variance: Double
    /// The corners of a typical marker about its middle, in the source frame.
    private let corners: [SIMD3<Double>]
    let covariance: MotionCovariance

    init?(_ pairs: Correspondences, _ estimate: MotionEstimate, _ options: CalibrationOptions) {
        guard let variance = estimate.variance, case .numbers = estimate.weights else { return nil }
        (self.pairs, self.estimate, self.options, self.variance) = (pairs, estimate, options, variance)
        errors = ErrorModel(pairs, estimate, options)
        similarity =
            estimate.model == .similarity
            ? nil : try? MotionEstimate(pairs, model: .similarity, noise: options.noise)
        ofSimilarity = similarity.flatMap { ErrorModel(pairs, $0, options) }
        let sizes = pairs.members.map { group in (group: Array(group), size: OneMore.size(group, pairs)) }
            .sorted { $0.size < $1.size }
        guard !sizes.isEmpty else { return nil }
        let typical = sizes[sizes.count / 2].group
        let middle = typical.reduce(.zero) { $0 + pairs.sources[$1] } / Double(typical.count)
        corners = typical.map { pairs.sources[$0] - middle }
        var covariance = MotionCovariance(estimate, variance: variance, errors)
        covariance.growth = OneMore.growth(similarity, ofSimilarity, errors, options)
        self.covariance = covariance
    }

    private static func size(_ group: ArraySlice<Int>, _ pairs: Correspondences) -> Double {
        guard let first = group.first else { return 0 }
        return group.reduce(0) { Double.maximum($0, (pairs.sources[$1] - pairs.sources[first]).length) }
    }

    private static func growth(
        _ similarity: MotionEstimate?, _ ofSimilarity: ErrorModel?, _ errors: ErrorModel?,
        _ options: CalibrationOptions
    ) -> Double {
        guard errors != nil, options.drift == .estimated, let similarity else { return 0 }
        return ScaleEvidence.growth(ScaleEvidence(similarity, ofSimilarity))
    }

    /// The covariance with a marker at a place of the source frame; `nil` where it cannot be worked out.
    func covariance(withMarkerAt place: SIMD3<Double>) -> MotionCovariance? {
        let added = corners.map { place + $0 }
        let mean = pairs.weights.map { $0.reduce(0, +) / Double($0.count) } ?? 1
        let group = (pairs.groups?.max() ?? 0) + 1
        guard
            let more = try? Correspondences(
                sources: pairs.sources + added,
                targets: pairs.targets + added.map { estimate.motion.moved($0) },
                weights: pairs.weights.map { $0 + added.map { _ in mean } },
                groups: pairs.groups.map { $0 + added.map { _ in group } }),
            let then = held(estimate, more)
        else { return nil }
        let errors = self.errors.flatMap { ErrorModel($0, more, then, options) }
        guard (errors == nil) == (self.errors == nil) else { return nil }
        var covariance = MotionCovariance(then, variance: variance, errors)
        let similarity = self.similarity.flatMap { held($0, more) }
        let ofSimilarity = similarity.flatMap { held in
            self.ofSimilarity.flatMap { ErrorModel($0, more, held, options) }
        }
        covariance.growth = OneMore.growth(similarity, ofSimilarity, errors, options)
        return covariance
    }

    /// The estimate of more pairs by the same motion, with the same noise.
    private func held(_ estimate: MotionEstimate, _ pairs: Correspondences) -> MotionEstimate? {
        var tiltWeight = 0.0
        if case .gravity = estimate.model {
            let columns = estimate.changes.columns(ofVertical: estimate.motion.motion.rotation * up)
            let size = columns.reduce(0) { $0 + $1.dot($1) }
            let own = estimate.information - estimate.known
            tiltWeight = (0..<own.size).reduce(0) { $0 + own[$1, $1] } / size
        }
        return try? MotionEstimate(
            pairs, motion: estimate.motion, model: estimate.model, weights: .numbers(pairs.weights),
            tiltWeight: tiltWeight, noise: estimate.variance.map { $0.squareRoot() },
            isEstimate: estimate.varianceFreedom != .infinity)
    }
}
