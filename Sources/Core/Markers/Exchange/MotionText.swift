public import QuadGeometry

/// Writes one rigid motion for another program, with the fewest digits that read back as the same doubles.
///
/// Formats of matrices keep every bit of a motion. A quaternion or angles hold fewer digits than nine numbers do: a rotation
/// comes back to within ``angleError`` radians.
///
/// ```swift
/// print(MotionText.text(of: newFromOld, as: .rosCommand))
/// ```
public enum MotionText {
    /// The bound on a rotation that was written as a quaternion or as angles and read back, in radians.
    ///
    /// Worst seen: 5.05 `ulpOfOne`, over 2,000 motions of each of ten seeds in five formats (`MotionTextTests`).
    public static let angleError = 12 * Double.ulpOfOne

    /// A motion in a format, with the end of its last line.
    ///
    /// Where the format names frames, the motion is from `old` to `new`.
    ///
    /// - Parameters:
    ///   - motion: The motion, which leads as the numbers of the format do.
    ///   - format: The format.
    ///   - layout: The order of the numbers of ``MotionFormat/matrix``; the other formats have one of their own.
    public static func text(
        of motion: RigidTransform, as format: MotionFormat, layout: MatrixLayout = .rows
    ) -> String {
        let pose = Pose(motion)
        return switch format {
        case .matrix: matrix(layout == .rows ? motion.rowMajor : motion.columnMajor)
        case .cloudCompare: matrix(motion.rowMajor)
        case .tum: PoseText.line(pose, .tum, head: "0", tail: "")
        case .kitti: PoseText.line(pose, .kitti, head: "", tail: "")
        case .colmap: PoseText.line(pose, .colmap, head: "1", tail: "1 new_from_old")
        case .proj: HelmertPipeline.text(motion) + "\n"
        case .rosJSON: StaticTransformMessage.text(motion) + "\n"
        case .rosCommand: StaticTransformCommand.text(motion) + "\n"
        }
    }

    /// The quaternion and the translation in metres, each number with its name: `qx=0`, `qy=0` and so on.
    public static func quaternion(of motion: RigidTransform) -> String {
        let q = motion.rotation.quaternionXYZW
        return named([("qx", q.x), ("qy", q.y), ("qz", q.z), ("qw", q.w)], motion)
    }

    /// The turn about +Y and the tilt of the vertical in degrees, and the translation in metres, each with its name.
    ///
    /// The turn is what remains when the tilt is taken off by the shortest way; 0 where the vertical is upside down.
    public static func yaw(of motion: RigidTransform) -> String {
        let q = motion.rotation.quaternionXYZW
        let yaw = 2 * arcTangent(q.y, q.w) / QuadLimits.degree
        let tilt = (motion.rotation.y.angle(to: SIMD3(0, 1, 0)) ?? 0) / QuadLimits.degree
        return named([("yaw_deg", yaw), ("tilt_deg", tilt)], motion)
    }

    private static func named(_ values: [(String, Double)], _ motion: RigidTransform) -> String {
        let t = motion.translation
        return (values + [("x", t.x), ("y", t.y), ("z", t.z)])
            .map { "\($0)=\($1.shortestText)" }.joined(separator: " ") + "\n"
    }

    private static func matrix(_ numbers: [Double]) -> String {
        (0..<4).map { PoseText.numbers(Array(numbers[4 * $0..<4 * $0 + 4])) + "\n" }.joined()
    }
}
