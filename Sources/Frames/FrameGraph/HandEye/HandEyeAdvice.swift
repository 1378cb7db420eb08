internal import QuadGeometry

/// The further pose of a hand that would make the place of the camera known best.
public struct HandEyeAdvice: Sendable {
    /// The known pose to turn the hand from, by its place in the list.
    public let pose: Int
    /// The axis to turn it about, in the hand's own frame, and the angle in radians.
    public let axis: SIMD3<Double>
    public let angle: Double
    /// The covariance of the camera's place then.
    public let cameraCovariance: EdgeCovariance
}

extension HandEyeFit {
    /// The pose, among turns of known poses by thirty degrees about 13 axes either way, after which the shift of X is known best.
    ///
    /// Of many poses a part is looked at. `nil` where none helps.
    public var advice: HandEyeAdvice? {
        let poses = problem.hands.indices
        let step = max(poses.count / HandEyeFit.mostBases, 1)
        var best: HandEyeAdvice?, least = cameraCovariance.shiftDeviation
        for pose in stride(from: 0, to: poses.count, by: step) {
            for axis in HandEyeFit.axes {
                guard let turn = Rotation(angle: HandEyeFit.advisedAngle, axis: axis),
                    let motion = RigidTransform(rotation: turn, translation: .zero),
                    let matrix = problem.cameraCovariance(with: problem.hands[pose] * motion)
                else { continue }
                let covariance = EdgeCovariance(unchecked: matrix.symmetric)
                // Rounding decides nothing.
                guard covariance.shiftDeviation < least * (1 - HandEyeFit.leastGain) else { continue }
                least = covariance.shiftDeviation
                best = HandEyeAdvice(
                    pose: pose, axis: axis, angle: HandEyeFit.advisedAngle, cameraCovariance: covariance)
            }
        }
        return best
    }

    private static let mostBases = 20
    private static let leastGain = 1e-9
    private static let advisedAngle = 30 * Double.pi / 180

    /// Edges, diagonals of faces and diagonals of a cube, either way.
    private static let axes: [SIMD3<Double>] = {
        var axes: [SIMD3<Double>] = []
        for x in -1...1 {
            for y in -1...1 {
                for z in -1...1 {
                    if let axis = SIMD3(Double(x), Double(y), Double(z)).unit { axes.append(axis) }
                }
            }
        }
        return axes
    }()
}
