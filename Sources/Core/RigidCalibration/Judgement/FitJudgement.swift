public import QuadGeometry

/// A reason to use a fit with care, or not at all.
public enum FitJudgement: Hashable, Sendable {
    /// The targets are `factor` times as long as the sources, beyond chance: a unit was mistaken, or a scan is wrong.
    case scaleSlip(factor: Double, deviation: Double)
    /// The targets are `factor` times as long as the sources, beyond chance, as scans of one place often are. `effect` is what
    /// that moves the farthest point by, and `error` what is expected there anyway, in 95 of 100 cases; in metres.
    case scaleDiffers(factor: Double, deviation: Double, effect: Double, error: Double)
    /// A mirrored motion would leave much less: an axis was swapped or negated on one side.
    case mirrored(rms: Double, mirroredRMS: Double)
    /// The best turn puts the vertical upside down, which a flat scene shows for a mirror; in degrees.
    case upsideDown(tilt: Double)
    /// The residuals are a large share of the scene itself: these are not the same points.
    case poorFit(rms: Double, extent: Double)
    /// These pairs are farther off than the noise of the others explains.
    case outlyingPairs([Int], probability: Double)
    /// Another motion is followed by at least half as many pairs, or a quarter as many groups where there are any.
    case ambiguousMotion(support: Int, second: Int)
    /// The targets bend away from the sources smoothly: by `bend` between two places of a scene of some length, in metres.
    case scanDrift(bend: Double, rms: Double, length: Double)
    /// No motion at all fits as well, beyond chance: the markers are already where they should be.
    case alreadyApplied(probability: Double)
    /// The motion rests on too little: see ``Weakness``. `reach` is the 95 % error five metres away, in metres.
    case weakGeometry(Weakness, reach: Double?)
    /// The tilt is larger than the gravity prior allows, in degrees.
    case tilted(degrees: Double, expected: Double)
    /// The residuals do not match the stated noise.
    case noiseMisfit(chiSquare: Double, freedom: Double, probability: Double)
    /// The pairs fix the motion and nothing more: no residual can tell how good it is.
    case noRedundancy

    /// The code of the judgement: a word that never changes meaning.
    public var code: String {
        switch self {
        case .scaleSlip: "SCALE_SLIP"
        case .scaleDiffers: "SCALE_DIFFERS"
        case .mirrored: "MIRRORED"
        case .upsideDown: "UPSIDE_DOWN"
        case .poorFit: "POOR_FIT"
        case .outlyingPairs: "OUTLYING_PAIRS"
        case .ambiguousMotion: "AMBIGUOUS_MOTION"
        case .scanDrift: "SCAN_DRIFT"
        case .alreadyApplied: "ALREADY_APPLIED"
        case .weakGeometry: "WEAK_GEOMETRY"
        case .tilted: "TILTED"
        case .noiseMisfit: "NOISE_MISFIT"
        case .noRedundancy: "NO_REDUNDANCY"
        }
    }

    /// The weight of the judgement: a motion with an error must not be used, and one with an information is sound.
    public var severity: Severity {
        switch self {
        case .scaleSlip, .mirrored, .upsideDown, .poorFit, .outlyingPairs: .error
        case .scaleDiffers(_, _, let effect, let error): effect > error ? .warning : .info
        default: .warning
        }
    }

    /// Whether a motion that has it must not be used.
    public var fails: Bool { severity == .error }
}

/// The weak spot of a motion.
public enum Weakness: Hashable, Sendable {
    /// All pairs are in one place, such as the corners of one marker; or they are of two or three markers so close together that the
    /// error five metres away is many times that at them.
    case onePlace
    /// Without one of these pairs, or the groups they begin, no motion is fixed: nothing checks it.
    case restsOn(pairs: [Int])
    /// Each of two markers alone puts the other off by so many metres: one that was moved as far would not be noticed.
    case unchecked(error: Double)
    /// Turns about this axis, in the target frame, are known this many times worse than others.
    case turn(axis: SIMD3<Double>, ratio: Double)
    /// The model leaves all turns out that the pairs cannot fix.
    case noTurn
    /// A point of interest, counted from zero, is so far from the pairs that its 95 % error is many times the largest at a pair; in
    /// metres.
    case far(point: Int, error: Double, atPairs: Double)
    /// The 95 % error is large whatever the pairs are: that of the worst point of interest or, without any, five metres away; in metres.
    case large(error: Double)
}

/// The verdict on a fit.
public enum FitVerdict: String, Hashable, Sendable {
    case pass = "PASS"
    case warn = "WARN"
    case fail = "FAIL"

    init(_ judgements: [FitJudgement]) {
        let severities = judgements.map { $0.severity }
        self = severities.contains(.error) ? .fail : severities.contains(.warning) ? .warn : .pass
    }
}
