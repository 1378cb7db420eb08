internal import FrameGraph
package import Markers
internal import QuadGeometry

extension HandEyeReport: WrittenObject {
    /// Everything but what every document of a run begins with.
    package static let members: [DocumentMember<HandEyeReport>] = [
        .always("handFromCamera", \.camera, "X: the place of the camera in the hand."),
        .always("baseFromTarget", \.target, "Z: the place of the target in the base."),
        .always(
            "covariance", \.covariance,
            "The covariance of X, then Z, 12 rows of 12: turn in radians, then shift in metres, of motions on the right."
        ),
        .always("span", \.fit.span, "The largest turn of the hand between two poses, in radians."),
        .always(
            "noiseIsStated", \.isNoiseStated, "Whether the noise was stated, so that residuals are tested."),
        .always(
            "chiSquare", \.chiSquare,
            "The weighted sum of squared deviations; null if the noise is estimated."),
        .always("freedom", \.fit.freedom, "What is expected of it."),
        .always(
            "probability", \.probability,
            "The probability of a greater one by noise alone; null if that is estimated."),
        .always("poses", \.poses, "The poses in their order."),
        .always("next", \.next, "The further pose that would help most; null if none would."),
        .always("remarks", \.remarks, "What is wrong or doubtful, in the order of the text."),
        .sometimes(
            "truth", \.truthRecord,
            "How far the camera is from the truth of a made-up scene; only with --demo."),
    ]

    private var camera: PlaceRecord { PlaceRecord(motion: fit.handFromCamera, error: cameraError) }
    private var target: PlaceRecord { PlaceRecord(motion: fit.baseFromTarget, error: targetError) }
    private var covariance: [Double] { fit.covariance.map { $0 * noiseScale * noiseScale } }
    private var chiSquare: Double? { isNoiseStated ? fit.cost : nil }
    private var probability: Double? { isNoiseStated ? fit.probability : nil }
    private var poses: [ResidualRecord] {
        ids.indices.map { ResidualRecord(report: self, pose: $0) }
    }
    private var next: AdviceRecord? { fit.advice.map { AdviceRecord(report: self, advice: $0) } }
    private var truthRecord: MissRecord? {
        truth.map { MissRecord(miss: (fit.handFromCamera.inverted() * $0.camera).twist) }
    }
}

private struct PlaceRecord: WrittenObject {
    let motion: RigidTransform
    let error: (turn: Double, shift: Double)

    static let members: [DocumentMember<PlaceRecord>] = [
        .always("translation", \.motion.translation, "Its position in metres."),
        .always("quaternion", \.quaternion, "Its attitude: x, y, z, w."),
        .always("turnError95", \.error.turn, "The 95 % error of that in radians."),
        .always("shiftError95", \.error.shift, "The 95 % error of the position in metres."),
    ]

    private var quaternion: [Double] {
        let q = motion.rotation.quaternionXYZW
        return [q.x, q.y, q.z, q.w]
    }
}

private struct ResidualRecord: WrittenObject {
    let report: HandEyeReport
    let pose: Int

    static let members: [DocumentMember<ResidualRecord>] = [
        .always("id", \.id, "The id of the row."),
        .always("turn", \.miss.rotation, "The turn by which it misses the target, in radians."),
        .always("shift", \.miss.translation, "The shift, in metres."),
        .always(
            "square", \.square,
            "The squared length of both in deviations; 6 is expected, less what the fit takes."),
        .always("weight", \.weight, "How much it counts; 1 unless the fit is robust."),
    ]

    private var id: String { report.ids[pose] }
    private var miss: Twist { report.fit.residuals[pose] }
    private var square: Double { report.fit.squares[pose] / (report.noiseScale * report.noiseScale) }
    private var weight: Double { report.fit.weights[pose] }
}

/// A pose that would help.
private struct AdviceRecord: WrittenObject {
    let report: HandEyeReport
    let advice: HandEyeAdvice

    static let members: [DocumentMember<AdviceRecord>] = [
        .always("from", \.id, "The pose to turn the hand from."),
        .always("axis", \.advice.axis, "The axis in the hand's own frame."),
        .always("angle", \.advice.angle, "The angle in radians."),
        .always("shiftError95", \.error, "The 95 % error of the camera's position then, in metres."),
    ]

    private var id: String { report.ids[advice.pose] }
    private var error: Double { report.error(of: advice.cameraCovariance).shift }
}

/// The distance from the truth.
private struct MissRecord: WrittenObject {
    let miss: Twist

    static let members: [DocumentMember<MissRecord>] = [
        .always("turn", \.miss.rotation.length, "The angle by which the camera is off, in radians."),
        .always("shift", \.miss.translation.length, "The distance by which it is off, in metres."),
    ]
}
