package import QuadGeometry
internal import StrictJSON

extension FitDocument {
    /// A remark about using the motion, with its numbers: lengths in metres, angles in degrees.
    ///
    /// A number is there only with the codes that have it; one that is there and not known is `.some(nil)`.
    public struct Judgement: Hashable, Sendable {
        /// A word that never changes meaning, such as `SCALE_SLIP`.
        public var code = ""
        public var severity = Severity.warning
        /// The meaning, and what to do about it.
        public var sentence = ""
        package var factor: Double?
        package var deviation: Double??
        package var unit: String??
        package var side: String??
        package var rms, mirroredRMS: Double?
        package var tiltDegrees, expectedDegrees: Double?
        package var extent: Double?
        /// The names of the pairs it is about.
        package var pairs: [String]?
        public var probability: Double??
        package var support, second: Int?
        /// In older documents.
        package var millimetresPerTenMetres: Double?
        package var bend, effect: Double?
        package var length: Double?
        package var weakness: String?
        /// The names of the markers that the fit rests on.
        package var groups: [String]?
        package var axis: SIMD3<Double>?
        package var ratio: Double?
        package var errorAtFiveMetres: Double??
        package var chiSquare, freedom: Double?
        /// The names of the check pairs that miss.
        package var checks: [String]?
        package var error95: Double??
        package var tolerance: Double?
        /// The name of the point of interest where the error is largest.
        package var point: String??
        /// What markers are off by where the others straighten them, and by the one motion, root mean square.
        package var leaveOneOut, leaveOneOutOfMotion: Double?
        /// The names of the points it is about.
        package var points: [String]?

        /// The weight of a judgement.
        public enum Severity: String, CaseIterable, Hashable, Sendable {
            case error, warning, info

            package init(_ severity: QuadGeometry.Severity) {
                self =
                    switch severity {
                    case .error: .error
                    case .warning: .warning
                    case .info, .hint: .info
                    }
            }
        }

        /// Whether a motion that has it must not be used.
        public var fails: Bool { severity == .error }

        package init() {}
    }
}

extension FitDocument.Judgement.Severity: DocumentValue {}

extension FitDocument.Judgement: DocumentObject {
    package static let members: [DocumentMember<FitDocument.Judgement>] = [
        .always(
            "code", \.code, "What it is, in a word; quadcal fit --explain says more.",
            schema: .word(FitCode.allCases.map(\.rawValue))),
        .always("severity", \.severity, "How much it weighs."),
        .always("sentence", \.sentence, "What it is, in words."),
        .sometimes("factor", \.factor, "How much longer the targets are than the sources."),
        .sometimes("deviation", \.deviation, "The deviation of that factor."),
        .sometimes("unit", \.unit, "The unit that was mistaken, where the factor says one."),
        .sometimes(
            "side", \.side, "The side that has it.", schema: Schema.word(["sources", "targets"]).orNull),
        .sometimes("rms", \.rmsBeforeBend, "The root mean square of the residuals, in metres."),
        .sometimes("mirroredRMS", \.mirroredRMS, "The same for a mirrored motion."),
        .sometimes("tiltDegrees", \.tiltDegrees, "How far the vertical leans."),
        .sometimes("expectedDegrees", \.expectedDegrees, "How far it was expected to lean."),
        .sometimes("extent", \.extent, "How large the scene is, in metres."),
        .sometimes("pairs", \.pairs, "The pairs it is about."),
        .sometimes("probability", \.probabilityBeforeSum, "How likely it is that chance alone would do it."),
        .sometimes("support", \.support, "How many pairs follow the motion."),
        .sometimes("second", \.second, "How many follow the second best."),
        .sometimes(
            "millimetresPerTenMetres", \.millimetresPerTenMetres, "How much a scan bends, in older documents."
        ),
        .sometimes("bend", \.bend, "The largest difference between the bends of two places, in metres."),
        .sometimes("rms", \.rmsBehindBend, "The same behind the bend."),
        .sometimes("length", \.length, "How long the scene is along the bend, in metres."),
        .sometimes(
            "weakness", \.weakness, "What is weak.",
            schema: .word([
                "one-place", "rests-on", "unchecked", "turn", "no-turn", "far", "large", "differing",
            ])),
        .sometimes("groups", \.groups, "The markers that the fit rests on."),
        .sometimes("axis", \.axis, "The axis of the turn that is weak."),
        .sometimes("ratio", \.ratio, "How much weaker it is than the others."),
        .sometimes(
            "errorAtFiveMetres", \.errorAtFiveMetres, "The error to expect 5 m from the pairs, in metres."),
        .sometimes("chiSquare", \.chiSquare, "The sum of the squares of the standardised residuals."),
        .sometimes("freedom", \.freedom, "What that sum should be near."),
        .sometimes("probability", \.probabilityBehindSum, "The same behind the sum."),
        .sometimes("checks", \.checks, "The check pairs that miss."),
        .sometimes("error95", \.error95, "What the error stays within in 95 of 100 cases, in metres."),
        .sometimes("effect", \.effect, "How far the scale moves the farthest point, in metres."),
        .sometimes("tolerance", \.tolerance, "The largest error that was good enough, in metres."),
        .sometimes("point", \.point, "The point of --at where it is worst."),
        .sometimes(
            "leaveOneOut", \.leaveOneOut,
            "What markers are off by where the others straighten them, root mean square, in metres."),
        .sometimes("leaveOneOutOfMotion", \.leaveOneOutOfMotion, "The same by the one motion."),
        .sometimes("points", \.points, "The points of --at it is about."),
    ]
}

// Two members are written in either of two places: documents have kept them there since the first version.
extension FitDocument.Judgement {
    fileprivate var rmsBeforeBend: Double? {
        get { millimetresPerTenMetres == nil ? rms : nil }
        set { rms = newValue }
    }

    fileprivate var rmsBehindBend: Double? {
        get { millimetresPerTenMetres == nil ? nil : rms }
        set { rms = newValue }
    }

    fileprivate var probabilityBeforeSum: Double?? {
        get { chiSquare == nil ? probability : nil }
        set { probability = newValue }
    }

    fileprivate var probabilityBehindSum: Double?? {
        get { chiSquare == nil ? nil : probability }
        set { probability = newValue }
    }
}

/// Every code that a fit can end with: judgements, and refusals to fit at all.
package enum FitCode: String, CaseIterable, Sendable {
    case scaleSlip = "SCALE_SLIP"
    case scaleDiffers = "SCALE_DIFFERS"
    case mirrored = "MIRRORED"
    case upsideDown = "UPSIDE_DOWN"
    case poorFit = "POOR_FIT"
    case outlyingPairs = "OUTLYING_PAIRS"
    case checksMiss = "CHECKS_MISS"
    case toleranceExceeded = "TOLERANCE_EXCEEDED"
    case ambiguousMotion = "AMBIGUOUS_MOTION"
    case scanDrift = "SCAN_DRIFT"
    case alreadyApplied = "ALREADY_APPLIED"
    case weakGeometry = "WEAK_GEOMETRY"
    case tilted = "TILTED"
    case noiseMisfit = "NOISE_MISFIT"
    case noRedundancy = "NO_REDUNDANCY"
    case unnamedMarker = "UNNAMED_MARKER"
    case straightened = "STRAIGHTENED"
    case straighteningHelps = "STRAIGHTENING_HELPS"
    case notStraightened = "NOT_STRAIGHTENED"
    case beyondMarkers = "BEYOND_MARKERS"
    case tooFewPairs = "TOO_FEW_PAIRS"
    case coincidentPoints = "COINCIDENT_POINTS"
    case pointsOnLine = "POINTS_ON_LINE"
    case turnNotDetermined = "TURN_NOT_DETERMINED"
    case motionNotFixed = "MOTION_NOT_FIXED"
    case notDetermined = "NOT_DETERMINED"
    case solverFailed = "SOLVER_FAILED"
    case noTime = "NO_TIME"
    case badTime = "BAD_TIME"
    case tooFewPins = "TOO_FEW_PINS"
    case onePlace = "ONE_PLACE"
    case oneTime = "ONE_TIME"
    case modelNotStraightened = "MODEL_NOT_STRAIGHTENED"
    case statedCovariances = "STATED_COVARIANCES"
    case notFixed = "NOT_FIXED"
}
