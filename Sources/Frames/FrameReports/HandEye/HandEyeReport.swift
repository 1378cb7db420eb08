package import FrameGraph
internal import Markers
package import QuadGeometry

/// The place of a camera on a hand and what is to be said of it, from which the texts for people and for programs are made.
package struct HandEyeReport: Sendable {
    package let fit: HandEyeFit
    package let ids: [String]
    /// Whether the noise was stated; else it is estimated from the residuals, and nothing tests them.
    package let isNoiseStated: Bool
    package let isRobust: Bool
    /// The true places of the camera and the target in a made-up scene; `nil` where nobody knows them.
    package let truth: (camera: RigidTransform, target: RigidTransform)?

    /// The noise of the camera that is taken where none is stated, before it is scaled to the residuals: 0.1 degrees, and
    /// 1 mm a direction.
    package static let usualNoise = (turn: 0.1 * QuadLimits.degree, shift: 0.001)

    package init(
        _ fit: HandEyeFit, ids: [String], isNoiseStated: Bool, isRobust: Bool,
        truth: (camera: RigidTransform, target: RigidTransform)? = nil
    ) {
        (self.fit, self.ids, self.isNoiseStated) = (fit, ids, isNoiseStated)
        (self.isRobust, self.truth) = (isRobust, truth)
    }

    /// The ratio of the noise to the one that was taken: 1 where it was stated.
    var noiseScale: Double {
        guard !isNoiseStated, fit.freedom > 0 else { return 1 }
        return (fit.cost / Double(fit.freedom)).squareRoot()
    }

    /// The poses that count less than half.
    var doubted: [Int] { fit.weights.indices.filter { fit.weights[$0] < 0.5 } }

    /// The 95 % errors of X and Z.
    var cameraError: (turn: Double, shift: Double) { error(of: fit.cameraCovariance) }
    var targetError: (turn: Double, shift: Double) { error(of: fit.targetCovariance) }

    /// The 95 % errors of a motion, scaled to the residuals where the noise was not stated.
    func error(of covariance: EdgeCovariance) -> (turn: Double, shift: Double) {
        (covariance.turnBound * noiseScale, covariance.shiftBound * noiseScale)
    }

    /// The faults and doubts, the worst first.
    package var remarks: [FrameRemark] {
        var remarks: [FrameRemark] = []
        if isNoiseStated, !isRobust, fit.probability < HandEyeReport.leastProbability {
            remarks.add(
                "NOISE_EXCEEDED", .error,
                "The poses miss each other by more than the stated noise explains (p = "
                    + "\(MeasureText.digits(2, fit.probability))). Look for poses that are paired wrongly, or use --robust."
            )
        }
        if fit.isNarrow {
            remarks.add(
                "NARROW_SPAN", .warning,
                "The hand turns by only \(MeasureText.angle(fit.span, nil)) between poses: small errors of turns "
                    + "make large ones of the place. Turn it by 30° or more about two axes.")
        }
        if !doubted.isEmpty {
            remarks.add(
                "POSES_DOUBTED", .warning,
                "\(counted(doubted.count, "pose")) hardly \(doubted.count == 1 ? "counts" : "count"), for "
                    + "the others contradict: \(listed(doubted) { visibleText(ids[$0], atMost: 40) }).")
        }
        return remarks
    }

    /// The worst severity among the remarks; `nil` where there are none.
    package var severity: Severity? { remarks.first?.severity }

    /// Below it noise is no explanation, as everywhere.
    private static let leastProbability = 0.001
}
