package import QuadGeometry

/// Poses of a hand and of the target that its camera sees, and the true place of the camera: the same bytes for the same seed.
///
/// The hand turns by up to thirty degrees; the camera is off by a tenth of a degree and a millimetre a direction.
package struct DemoHandEye: Sendable {
    package let seed: UInt64
    /// The true place of the camera in the hand, and of the target in the base.
    package let handFromCamera, baseFromTarget: RigidTransform
    /// The poses as `quadcal handeye` reads them.
    package let bytes: [UInt8]

    private static let (poses, span) = (15, 30.0)
    /// In degrees and metres a direction.
    private static let (turnNoise, shiftNoise) = (0.1, 0.001)

    package init(seed: UInt64 = 1) {
        self.seed = seed
        var random = SceneRandom(seed: seed, part: 12)
        func anywhere(_ most: Double) -> RigidTransform {
            let turn = Rotation(angle: random.number(0...180) * QuadLimits.degree, axis: random.noise(1))
            let shift = SIMD3(
                random.number(-most...most), random.number(-most...most), random.number(-most...most))
            return RigidTransform(rotation: turn ?? .identity, translation: shift) ?? .identity
        }
        (handFromCamera, baseFromTarget) = (anywhere(0.1), anywhere(0.5))
        let base = anywhere(0).rotation
        var text = "id,hx,hy,hz,hqx,hqy,hqz,hqw,cx,cy,cz,cqx,cqy,cqz,cqw\n"
        for pose in 1...DemoHandEye.poses {
            let angle = random.number(0.3...1) * DemoHandEye.span * QuadLimits.degree
            let turn = base * (Rotation(angle: angle, axis: random.noise(1)) ?? .identity)
            let hand = RigidTransform(rotation: turn, translation: anywhere(0.25).translation) ?? .identity
            let miss = RigidTransform(
                twist: Twist(
                    rotation: random.noise(DemoHandEye.turnNoise * QuadLimits.degree),
                    translation: random.noise(DemoHandEye.shiftNoise)))
            let camera = (hand * handFromCamera).inverted() * baseFromTarget * (miss ?? .identity)
            text +=
                "p\(pose)," + (DemoHandEye.numbers(hand) + DemoHandEye.numbers(camera)).joined(separator: ",")
            text += "\n"
        }
        bytes = Array(text.utf8)
    }

    private static func numbers(_ pose: RigidTransform) -> [String] {
        let t = pose.translation, q = pose.rotation.quaternionXYZW
        return [t.x, t.y, t.z, q.x, q.y, q.z, q.w].map { "\($0)" }
    }
}
