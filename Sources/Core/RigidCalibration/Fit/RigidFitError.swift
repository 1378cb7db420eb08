/// The reason that no motion was returned, with the numbers that show it. Pairs count from 0.
public enum RigidFitError: Error, Hashable, Sendable {
    case unpairedPoints(sources: Int, targets: Int)
    /// A column that has more or fewer entries than there are pairs.
    case unpairedColumn(PairColumn, count: Int, pairs: Int)
    case nonFinitePoint(pair: Int, side: PairSide)
    /// A weight that is negative or not finite.
    case badWeight(pair: Int, weight: Double)
    /// A covariance that is not finite, or negative in some direction.
    case badCovariance(pair: Int, side: PairSide)
    /// Covariances that leave a pair without any noise in some direction: it would count without limit.
    case noNoise(pair: Int)
    /// Coordinates beyond ``Correspondences/largestCoordinate``.
    case outOfRange(pair: Int, side: PairSide)
    /// Fewer pairs of a weight above zero than the model needs.
    case tooFewPairs(found: Int, needed: Int)
    /// All points of a side are in one place: none is farther from the mean than `extent`, and the coordinates are
    /// only known to `resolution`, their rounding or noise; both in metres.
    case coincidentPoints(side: PairSide, extent: Double, resolution: Double)
    /// All points of a side are on one line, about which any turn fits as well: none is farther from it than
    /// `thickness`, in metres. A pair farther from the line would fix it.
    case pointsOnLine(side: PairSide, axis: SIMD3<Double>, thickness: Double, resolution: Double)
    /// The points are in general position, but the best turn about `axis` (of the sources) is not determined:
    /// its gain is no more than rounding.
    case turnNotDetermined(axis: SIMD3<Double>, gain: Double, rounding: Double)
    /// The pairs leave some small change of the model's motion free.
    case motionNotFixed(model: MotionModel)
    /// An option beyond its range.
    case badOption(FitOption, value: Double)
    /// A point at which the error was asked for has no usable coordinates.
    case badInterest(point: Int)
    /// No decomposition was returned, or the refinement did not settle; see ``RigidFit/noDecomposition``.
    case solverFailed(status: Int)

    /// A candidate pair that names a point beyond the last.
    case noSuchPoint(pair: Int)
    /// A bound, common or of one pair, that is not a length above zero.
    case badBound(pair: Int?, bound: Double)
    /// No motion is followed by more pairs, or groups where there are any, than chance alone may bring.
    case motionNotDetermined(support: Int, needed: Int)
    /// A clearly different motion is followed by nearly as many pairs, or groups where there are any.
    case ambiguousMotion(RivalMotion, rival: RivalMotion)
    /// More than two clearly different motions are followed by nearly as many: all of them, as in a hall that looks alike from all sides.
    case severalMotions([RivalMotion])
    /// A motion was chosen by its number from 1, and there are not so many.
    case noSuchMotion(choice: Int, motions: Int)
    /// The motion that is nearest to where a person says is this far from there, root mean square over the markers, in metres.
    case noMotionNear(RivalMotion, distance: Double)
    /// Lengths of targets are `factor` times those of sources, give or take `spread`: a wrong unit or scale.
    case scaleSlip(factor: Double, spread: Double)
    /// A mirrored motion is followed by this many pairs, and no proper one by as many.
    case mirrored(support: Int)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .unpairedPoints: "UNPAIRED_POINTS"
        case .unpairedColumn: "UNPAIRED_COLUMN"
        case .nonFinitePoint: "NON_FINITE"
        case .badWeight: "BAD_WEIGHT"
        case .badCovariance: "BAD_COVARIANCE"
        case .noNoise: "NO_NOISE"
        case .outOfRange: "OUT_OF_RANGE"
        case .tooFewPairs: "TOO_FEW_PAIRS"
        case .coincidentPoints: "COINCIDENT_POINTS"
        case .pointsOnLine: "POINTS_ON_LINE"
        case .turnNotDetermined: "TURN_NOT_DETERMINED"
        case .motionNotFixed: "MOTION_NOT_FIXED"
        case .badOption: "BAD_OPTION"
        case .badInterest: "BAD_POINT"
        case .solverFailed: "SOLVER_FAILED"
        case .noSuchPoint: "NO_SUCH_POINT"
        case .badBound: "BAD_BOUND"
        case .motionNotDetermined: "NOT_DETERMINED"
        case .ambiguousMotion, .severalMotions: "AMBIGUOUS_MOTION"
        case .noSuchMotion, .noMotionNear: "NO_SUCH_MOTION"
        case .scaleSlip: "SCALE_SLIP"
        case .mirrored: "MIRRORED"
        }
    }
}

/// A number that a fit may be given.
public enum FitOption: String, Hashable, Sendable {
    case tilt
    case noise
    case markerNoise
}

/// A column of data on each pair besides its points.
public enum PairColumn: String, Hashable, Sendable {
    case weights
    case sourceCovariances
    case targetCovariances
    case groups
    case ids
    /// The bounds of a robust fit.
    case bounds
}

/// One side of a pair.
public enum PairSide: Hashable, Sendable {
    case source
    case target
}
