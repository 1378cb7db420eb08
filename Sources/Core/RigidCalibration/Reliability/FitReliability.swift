internal import QuadGeometry

/// What could hide in a fit: for each marker how well others check it, the smallest error that would be noticed, and what an unnoticed
/// one does to the motion (Baarda 1968).
///
/// It stands on the fit's own errors: those of markers, of their corners, of gravity, and the drift of the scan. Where the
/// size of the errors is estimated from the residuals of the markers, each marker is judged by the residuals of the others, so that an
/// error does not excuse itself; the test is then that of F, which of one direction is Pope's τ.
///
/// ```swift
/// let reliability = try FitReliability(pairs)
/// if let worst = reliability.leastChecked, let hidden = reliability.markers[worst].hidden {
///     print("an error of up to \(hidden.size) m would go unnoticed")
/// }
/// ```
public struct FitReliability: Sendable {
    /// The law of the tests; `nil` where nothing is left to learn the noise from.
    public let law: DetectionLaw?
    /// Every marker with a pair that counts, in their order.
    public let markers: [MarkerReliability]

    /// What could hide in a fit to pairs, all of which are believed.
    ///
    /// - Parameters:
    ///   - pairs: The pairs; those of a weight of zero have no part.
    ///   - options: The model, and what is known beforehand.
    ///   - falseAlarm: The share of sound markers that are called wrong.
    ///   - power: The share of errors of the stated size that are found.
    public init(
        _ pairs: Correspondences, options: CalibrationOptions = CalibrationOptions(),
        falseAlarm: Double = DetectionLaw.usualFalseAlarm, power: Double = DetectionLaw.usualPower
    ) throws(RigidFitError) {
        try options.check()
        let pairs = pairs.evenly(options)
        let responses = MarkerResponses(pairs, try ModelEstimates.chosen(pairs, options), options)
        let law = DetectionLaw(
            directions: 3, freedom: responses.freedom - (responses.isOwnNoise ? 3 : 0),
            falseAlarm: falseAlarm, power: power)
        self.law = law
        markers = responses.all.map { MarkerReliability($0, responses, law) }
    }

    /// What could hide in a fit, by its own options; of a robust one, in the pairs that follow.
    public init(
        _ calibration: Calibration,
        falseAlarm: Double = DetectionLaw.usualFalseAlarm, power: Double = DetectionLaw.usualPower
    ) throws(RigidFitError) {
        try self.init(
            calibration.pairs, options: calibration.options, falseAlarm: falseAlarm, power: power)
    }

    /// The marker in which the largest error would go unnoticed: one of which an error never shows, if there is one. `nil` without a law.
    public var leastChecked: Int? {
        guard law != nil else { return nil }
        return markers.indices.max {
            (markers[$0].hidden?.size ?? .infinity) < (markers[$1].hidden?.size ?? .infinity)
        }
    }

    /// The unnoticed error that moves one of some points farthest; `nil` where there is none that can be known.
    public func worstEffect(atMoved points: [SIMD3<Double>]) -> HiddenEffect? {
        var worst: HiddenEffect?
        for (marker, one) in markers.enumerated() {
            guard let found = one.hidden?.worstEffect(atMoved: points, above: worst?.size ?? 0) else {
                continue
            }
            worst = HiddenEffect(marker: marker, point: found.point, size: found.size)
        }
        return worst
    }
}

/// What an unnoticed error of a marker does to a point.
public struct HiddenEffect: Hashable, Sendable {
    /// The places of the marker and of the point among the others.
    public let marker, point: Int
    /// The farthest that the point is moved, in metres.
    public let size: Double
}

extension MarkerReliability {
    init(_ one: MarkerResponse, _ responses: MarkerResponses, _ law: DetectionLaw?) {
        (pairs, block) = (one.pairs, one.block)
        var law = law, judged = one
        if responses.rests(on: one), let beside = responses.beside(one) {
            judged = beside.one
            law = law.flatMap { $0.of(freedom: beside.freedom) }
        }
        guard let square = judged.square, let information = judged.information,
            let parts = information.eigenvectors,
            parts.values[2] * one.size > MarkerReliability.leastShown
        else {
            (shift, self.square, probability, hidden) = (nil, nil, nil, nil)
            return
        }
        self.square = square
        shift = judged.shift
        let noise = judged.pulls.isEmpty ? 1 : responses.noise(beside: square)
        guard let law else {
            (probability, hidden) = (nil, nil)
            return
        }
        probability =
            noise > 0
            ? FDistribution(above: 3, below: law.freedom).exceedance(square / noise / 3) : 0
        let directions = [parts.right.0, parts.right.1, parts.right.2]
        let lengths = (0..<3).map { law.reach * (noise / parts.values[$0]).squareRoot() }
        hidden = HiddenError(
            direction: directions[2], size: lengths[2], anchor: responses.estimate.changes.anchor,
            changes: (0..<3).map { one.change(by: directions[$0] * lengths[$0], responses.estimate) })
    }

    /// Of an error in a direction, in units of its deviation and squared, less than this shows nowhere.
    private static let leastShown = 1e-6
}

/// How well the other markers check one, and what it would hide.
///
/// An error of a marker is a shift of it in space, of all its pairs alike: three numbers. A pair that is of no marker is one of one pair.
public struct MarkerReliability: Hashable, Sendable {
    /// The places of its pairs that count.
    public let pairs: [Int]
    /// The share of a shift that shows in the marker's own residual, as a block of three directions: none of what the motion follows.
    public let block: SymmetricMatrix
    /// The shift that the marker's residual speaks for, in the target frame, in metres; `nil` where nothing checks it.
    public let shift: SIMD3<Double>?
    /// The w-test: the squares of the marker's residual in units of what is expected, in three directions. `nil` where nothing checks it.
    public let square: Double?
    /// The probability of a larger one without an error; `nil` where nothing checks it, or nothing is left to learn the noise from.
    public let probability: Double?
    /// The smallest error that is found with the stated power; `nil` where an error in some direction never shows.
    public let hidden: HiddenError?

    /// The redundancy of the marker: of its three coordinates, those that others check.
    public var redundancy: Double { block.trace }
}
