public import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_options_usual(_ options: UnsafeMutablePointer<quadcal_options>!) -> Int32 {
    Arguments.status { () throws(Refusal) in
        try Arguments.place(options).pointee = .usual
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_calibrate(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!,
    _ weights: UnsafePointer<Double>!, _ groups: UnsafePointer<Int64>!, _ count: Int64,
    _ options: UnsafePointer<quadcal_options>!, _ points: UnsafePointer<Double>!, _ pointCount: Int64,
    _ result: UnsafeMutablePointer<quadcal_calibration>!, _ errors: UnsafeMutablePointer<Double>!,
    _ inliers: UnsafeMutablePointer<UInt8>!, _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let given = options?.pointee ?? .usual
        let (place, p, q, asked, chosen) = try FittingRefusal.arguments { () throws(Refusal) in
            (
                try Arguments.place(result),
                try Arguments.numbers(sources, Arguments.numbered(count), each: 3),
                try Arguments.numbers(targets, count, each: 3),
                try Arguments.numbers(points, pointCount, each: 3), try given.checked
            )
        }
        var all = chosen
        all.interest = Arguments.points(asked)
        let made = try FittingRefusal.pairs { () throws(RigidFitError) in
            try given.calibration(of: CallerPairs.pairs(p, q, weights, groups), all)
        }
        place.pointee = quadcal_calibration(made, made.judgements)
        if let errors {
            for (index, point) in all.interest.enumerated() {
                errors[index] =
                    made.predictedError(at: point) ?? .nan
            }
        }
        if let inliers { made.putInliers(inliers) }
    }
}

extension Calibration {
    /// Writes 1 for each pair that counts, and 0 for the others.
    func putInliers(_ inliers: UnsafeMutablePointer<UInt8>) {
        for pair in 0..<pairs.count {
            inliers[pair] = selection.map { $0.inliers[pair] } ?? true ? 1 : 0
        }
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func quadcal_calibrate_motion(
    _ sources: UnsafePointer<Double>!, _ targets: UnsafePointer<Double>!,
    _ weights: UnsafePointer<Double>!, _ groups: UnsafePointer<Int64>!, _ count: Int64,
    _ options: UnsafePointer<quadcal_options>!, _ motion: UnsafeMutablePointer<quadcal_motion>!,
    _ problem: UnsafeMutablePointer<quadcal_problem>!
) -> Int32 {
    FittingRefusal.status(problem) { () throws(FittingRefusal) in
        let given = options?.pointee ?? .usual
        let (place, p, q, chosen) = try FittingRefusal.arguments { () throws(Refusal) in
            // Only a whole calibration finds wrong pairs, or a scale.
            guard given.is_robust == 0, given.model != QUADCAL_MODEL_SIMILARITY else {
                throw Refusal(QUADCAL_BAD_CHOICE)
            }
            return (
                try Arguments.place(motion),
                try Arguments.numbers(sources, Arguments.numbered(count), each: 3),
                try Arguments.numbers(targets, count, each: 3), try given.checked
            )
        }
        place.pointee = quadcal_motion(
            try FittingRefusal.pairs { () throws(RigidFitError) in
                try Calibration.motion(of: CallerPairs.pairs(p, q, weights, groups), options: chosen)
            })
    }
}

extension quadcal_options {
    /// Fits pairs as these options say, which are those of the library and what they do not know.
    func calibration(
        of pairs: Correspondences, _ options: CalibrationOptions
    ) throws(RigidFitError) -> Calibration {
        guard is_robust != 0 else { return try Calibration(pairs, options: options) }
        return try Calibration(
            robust: pairs, bound: bound == 0 ? nil : bound, options: options,
            choice: try motionChoice(choice))
    }

    static var usual: quadcal_options {
        quadcal_options(
            tilt_degrees: MotionModel.usualTilt, noise: 0, marker_noise: -1, bound: 0,
            model: Int32(QUADCAL_MODEL_CHOSEN), is_robust: 0, choice: 0, no_drift: 0)
    }

    var checked: CalibrationOptions {
        get throws(Refusal) {
            var options = CalibrationOptions()
            options.model =
                switch Int(model) {
                case QUADCAL_MODEL_CHOSEN: nil
                case QUADCAL_MODEL_TRANSLATION: .translation
                case QUADCAL_MODEL_YAW: .yaw
                case QUADCAL_MODEL_GRAVITY: .gravity(tilt: tilt_degrees)
                case QUADCAL_MODEL_RIGID: .rigid
                case QUADCAL_MODEL_SIMILARITY: .similarity
                default: throw Refusal(QUADCAL_BAD_CHOICE)
                }
            guard is_robust == 0 || is_robust == 1, no_drift == 0 || no_drift == 1 else {
                throw Refusal(QUADCAL_BAD_CHOICE)
            }
            options.tilt = tilt_degrees
            // NaN is refused with the other numbers that no option may have.
            options.noise = noise == 0 ? nil : noise
            options.markerNoise = marker_noise < 0 ? nil : marker_noise
            options.drift = no_drift == 1 ? .none : .estimated
            return options
        }
    }
}

extension quadcal_calibration {
    init(_ made: Calibration, _ judgements: [FitJudgement]) {
        let evidence = made.evidence
        let verdict =
            switch FitVerdict(judgements) {
            case .pass: QUADCAL_PASS
            case .warn: QUADCAL_WARN
            case .fail: QUADCAL_FAIL
            }
        self.init(
            motion: quadcal_motion(made.targetFromSource), growth: made.growth, rms: evidence.rms,
            largest: evidence.largest, leave_one_out: evidence.leaveOneOutRMS ?? .nan,
            freedom: evidence.freedom, noise: evidence.noise ?? .nan,
            error_at_five_metres: evidence.errorAtFiveMetres ?? .nan, model: Int32(made.model.number),
            verdict: Int32(verdict), judgements: judgements.reduce(0) { $0 | 1 << UInt32($1.place) },
            reserved: 0)
    }
}

extension FitJudgement {
    /// The number of `QUADCAL_JUDGED_…`.
    fileprivate var place: Int {
        switch self {
        case .scaleSlip: QUADCAL_JUDGED_SCALE_SLIP
        case .scaleDiffers: QUADCAL_JUDGED_SCALE_DIFFERS
        case .mirrored: QUADCAL_JUDGED_MIRRORED
        case .upsideDown: QUADCAL_JUDGED_UPSIDE_DOWN
        case .poorFit: QUADCAL_JUDGED_POOR_FIT
        case .outlyingPairs: QUADCAL_JUDGED_OUTLYING_PAIRS
        case .ambiguousMotion: QUADCAL_JUDGED_AMBIGUOUS_MOTION
        case .scanDrift: QUADCAL_JUDGED_SCAN_DRIFT
        case .alreadyApplied: QUADCAL_JUDGED_ALREADY_APPLIED
        case .weakGeometry: QUADCAL_JUDGED_WEAK_GEOMETRY
        case .tilted: QUADCAL_JUDGED_TILTED
        case .noiseMisfit: QUADCAL_JUDGED_NOISE_MISFIT
        case .noRedundancy: QUADCAL_JUDGED_NO_REDUNDANCY
        }
    }
}
