internal import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

extension quadcal_problem {
    /// Nothing but a status.
    init(status: Int) {
        let n = Double.nan
        self.init(status: Int32(status), side: -1, index: -1, values: (n, n, n, n, n))
    }

    private init(
        _ status: Int, side: PairSide? = nil, index: Int? = nil, _ a: Double = .nan, _ b: Double = .nan,
        _ c: Double = .nan, _ d: Double = .nan, _ e: Double = .nan
    ) {
        self.init(
            status: Int32(status), side: side.map { $0 == .source ? 0 : 1 } ?? -1,
            index: index.map { Int64($0) } ?? -1, values: (a, b, c, d, e))
    }

    /// The numbers of a refusal, as the header lists them.
    init(_ error: RigidFitError) {
        switch error {
        case .unpairedPoints(let sources, let targets):
            self.init(QUADCAL_UNPAIRED_POINTS, Double(sources), Double(targets))
        case .unpairedColumn(_, let count, let pairs):
            self.init(QUADCAL_UNPAIRED_COLUMN, Double(count), Double(pairs))
        case .nonFinitePoint(let pair, let side):
            self.init(QUADCAL_NON_FINITE_POINT, side: side, index: pair)
        case .badWeight(let pair, let weight): self.init(QUADCAL_BAD_WEIGHT, index: pair, weight)
        case .badCovariance(let pair, let side):
            self.init(QUADCAL_BAD_COVARIANCE, side: side, index: pair)
        case .noNoise(let pair): self.init(QUADCAL_NO_NOISE, index: pair)
        case .outOfRange(let pair, let side):
            self.init(QUADCAL_POINT_OUT_OF_RANGE, side: side, index: pair)
        case .tooFewPairs(let found, let needed):
            self.init(QUADCAL_TOO_FEW_PAIRS, Double(found), Double(needed))
        case .coincidentPoints(let side, let extent, let resolution):
            self.init(QUADCAL_COINCIDENT_POINTS, side: side, extent, resolution)
        case .pointsOnLine(let side, let axis, let thickness, let resolution):
            self.init(
                QUADCAL_POINTS_ON_LINE, side: side, axis.x, axis.y, axis.z, thickness, resolution)
        case .turnNotDetermined(let axis, let gain, let rounding):
            self.init(QUADCAL_TURN_NOT_DETERMINED, axis.x, axis.y, axis.z, gain, rounding)
        case .motionNotFixed(let model): self.init(QUADCAL_MOTION_NOT_FIXED, index: model.number)
        case .badOption(let option, let value): self.init(QUADCAL_BAD_OPTION, index: option.number, value)
        case .badInterest(let point): self.init(QUADCAL_BAD_POINT, index: point)
        case .solverFailed(let status): self.init(QUADCAL_SOLVER_FAILED, Double(status))
        case .noSuchPoint(let pair): self.init(QUADCAL_NO_SUCH_POINT, index: pair)
        case .badBound(let pair, let bound): self.init(QUADCAL_BAD_BOUND, index: pair, bound)
        case .motionNotDetermined(let support, let needed):
            self.init(QUADCAL_NOT_DETERMINED, Double(support), Double(needed))
        case .ambiguousMotion(let first, let rival):
            self.init(QUADCAL_AMBIGUOUS_MOTION, Double(first.support), Double(rival.support))
        case .severalMotions(let motions):
            let supports = motions.prefix(2).map { Double($0.support) }
            self.init(QUADCAL_AMBIGUOUS_MOTION, supports[0], supports[1])
        case .noSuchMotion(let choice, let motions):
            self.init(QUADCAL_NO_SUCH_MOTION, Double(choice), Double(motions))
        case .noMotionNear(_, let distance): self.init(QUADCAL_NO_SUCH_MOTION, distance)
        case .scaleSlip(let factor, let spread): self.init(QUADCAL_SCALE_SLIP, factor, spread)
        case .mirrored(let support): self.init(QUADCAL_MIRRORED, Double(support))
        }
    }
}

extension quadcal_problem {
    /// The numbers of a refusal to straighten, as the header lists them.
    init(_ error: StraighteningError) {
        switch error {
        case .tooFewPins(let found, let needed):
            self.init(QUADCAL_TOO_FEW_PINS, Double(found), Double(needed))
        case .unpairedTimes(let count, let pairs):
            self.init(QUADCAL_UNPAIRED_COLUMN, Double(count), Double(pairs))
        case .missingTime(let pair): self.init(QUADCAL_NO_TIME, side: .source, index: pair)
        case .badTime(let pair): self.init(QUADCAL_BAD_TIME, side: .source, index: pair)
        case .noExtent(.place): self.init(QUADCAL_ONE_PLACE)
        case .noExtent(.time): self.init(QUADCAL_ONE_TIME)
        case .model(let model): self.init(QUADCAL_MODEL_NOT_STRAIGHTENED, index: model.number)
        case .statedCovariances: self.init(QUADCAL_BAD_COVARIANCE)
        case .notFixed: self.init(QUADCAL_NOT_FIXED)
        case .badMarker(let marker): self.init(QUADCAL_BAD_POINT, index: marker)
        case .markerWithoutTime(let marker): self.init(QUADCAL_NO_TIME, index: marker)
        }
    }
}

/// The reason why a fit gives no answer: its arguments, its pairs, or what would straighten it.
enum FittingRefusal: Error {
    case arguments(Refusal)
    case pairs(RigidFitError)
    case straightening(StraighteningError)

    var problem: quadcal_problem {
        switch self {
        case .arguments(let refusal): quadcal_problem(status: Int(refusal.status))
        case .pairs(let error): quadcal_problem(error)
        case .straightening(let error): quadcal_problem(error)
        }
    }

    /// Calls `body`, and returns the status of its refusal, whose numbers are left in the caller's memory.
    @inline(__always)
    static func status(
        _ problem: UnsafeMutablePointer<quadcal_problem>?, _ body: () throws(FittingRefusal) -> Void
    ) -> Int32 {
        do throws(FittingRefusal) {
            try body()
            problem?.pointee = quadcal_problem(status: QUADCAL_OK)
            return Int32(QUADCAL_OK)
        } catch {
            let found = error.problem
            problem?.pointee = found
            return found.status
        }
    }

    @inline(__always)
    static func arguments<Answer>(_ body: () throws(Refusal) -> Answer) throws(FittingRefusal) -> Answer {
        do throws(Refusal) { return try body() } catch { throw .arguments(error) }
    }

    @inline(__always)
    static func straightening<Answer>(
        _ body: () throws(StraighteningError) -> Answer
    ) throws(FittingRefusal) -> Answer {
        do throws(StraighteningError) { return try body() } catch { throw .straightening(error) }
    }

    @inline(__always)
    static func pairs<Answer>(_ body: () throws(RigidFitError) -> Answer) throws(FittingRefusal) -> Answer {
        do throws(RigidFitError) { return try body() } catch { throw .pairs(error) }
    }
}

extension FitOption {
    /// The number of `QUADCAL_OPTION_…`.
    fileprivate var number: Int {
        switch self {
        case .tilt: QUADCAL_OPTION_TILT_DEGREES
        case .noise: QUADCAL_OPTION_NOISE
        case .markerNoise: QUADCAL_OPTION_MARKER_NOISE
        }
    }
}

extension MotionModel {
    var number: Int {
        switch self {
        case .translation: QUADCAL_MODEL_TRANSLATION
        case .yaw: QUADCAL_MODEL_YAW
        case .gravity: QUADCAL_MODEL_GRAVITY
        case .rigid: QUADCAL_MODEL_RIGID
        case .similarity: QUADCAL_MODEL_SIMILARITY
        }
    }
}
