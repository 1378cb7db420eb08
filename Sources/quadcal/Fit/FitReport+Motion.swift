import QuadGeometry
import RigidCalibration

extension FitReport {
    /// The model in words, with the reason for it.
    var modelReason: String {
        let model = calibration.model
        guard options.model == .auto else { return model.meaning }
        switch model {
        case .gravity: return "\(model.meaning) (auto)"
        case .yaw: return "\(model.meaning) (auto: the pairs fix no tilt, even with gravity's help)"
        default: return "\(model.meaning) (auto: the pairs fix no turn)"
        }
    }

    /// The displacement of the center of the pairs, in metres.
    var shift: SIMD3<Double> {
        let motion = calibration.targetFromSource
        return motion.targetCenter - motion.sourceCenter + motion.rest
    }

    /// The 95 % error of each component of the shift, in metres.
    var shiftBounds: SIMD3<Double>? {
        calibration.evidence.covariance.map { covariance in
            let shift = covariance.shift
            return SIMD3(shift.xx.squareRoot(), shift.yy.squareRoot(), shift.zz.squareRoot())
                * covariance.ellipsoidFactor(directions: 1)
        }
    }

    /// The 95 % error of the turn, in radians.
    var turnBound: Double? {
        calibration.model == .translation
            ? nil : calibration.evidence.covariance?.turnBound
    }

    /// The root mean square distance of the sources from their center, in metres.
    var extent: Double {
        let center = calibration.targetFromSource.sourceCenter, sources = pairs.pairs.sources
        let sum = sources.reduce(0) { $0 + ($1 - center).dot($1 - center) }
        return (sum / Double(sources.count)).squareRoot()
    }
}

extension MotionModel {
    fileprivate var meaning: String {
        switch self {
        case .translation: "a shift only"
        case .yaw: "a turn about the vertical and a shift"
        case .gravity(let tilt):
            "any turn and a shift, the tilt expected within \(MeasureText.shortest(tilt))°"
        case .rigid: "any turn and a shift"
        case .similarity: "any turn, a shift and a scale"
        }
    }
}

extension MeasureText {
    /// An angle in radians with its error, in degrees.
    static func angle(_ radians: Double, _ bound: Double?) -> String {
        let shown = String(fixed(radians / QuadLimits.degree))
        return shown + "°" + (bound.map { " ± \(digits(2, $0 / QuadLimits.degree))°" } ?? "")
    }

    /// Three lengths in metres with their errors.
    static func point(_ point: SIMD3<Double>, _ bound: SIMD3<Double>?) -> String {
        let off = bound.map { bound in
            " ± (" + (0..<3).map { digits(2, bound[$0] * 1000) }.joined(separator: ", ") + ") mm"
        }
        return "(" + (0..<3).map { fixed(point[$0]) }.joined(separator: ", ") + ") m" + (off ?? "")
    }

    /// Three numbers that read back exactly.
    static func exact(_ point: SIMD3<Double>) -> String {
        (0..<3).map { shortest(point[$0]) }.joined(separator: "  ")
    }
}
