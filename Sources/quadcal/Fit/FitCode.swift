/// Every code that a fit can end with: judgements, and refusals to fit at all.
enum FitCode: String, CaseIterable {
    case scaleSlip = "SCALE_SLIP"
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
    case tooFewPairs = "TOO_FEW_PAIRS"
    case coincidentPoints = "COINCIDENT_POINTS"
    case pointsOnLine = "POINTS_ON_LINE"
    case turnNotDetermined = "TURN_NOT_DETERMINED"
    case motionNotFixed = "MOTION_NOT_FIXED"
    case notDetermined = "NOT_DETERMINED"
    case solverFailed = "SOLVER_FAILED"

    /// A line for every code.
    static func list(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "fit --list-codes") }
        return CodeGuide.list(allCases.map { ($0.rawValue, $0.guide) })
    }

    /// The full explanation of the code.
    func explanation(_ files: [String]) throws(Failure) -> String {
        if let file = files.first { throw .unwantedOperand(file, command: "fit --explain") }
        return guide.explanation(of: rawValue)
    }
}
