package import Markers
package import QuadGeometry

/// A form in which a motion alone is printed, for another program.
package enum PrintedMotion: String, CaseIterable {
    case matrix, quaternion, yaw, tum, kitti, cloudcompare, proj, colmap
    case rosJSON = "ros-json"
    case rosCommand = "ros-command"

    /// The motion, with the end of its last line.
    package func text(_ motion: RigidTransform, _ layout: MatrixLayout?) -> String {
        switch self {
        case .quaternion: MotionText.quaternion(of: motion)
        case .yaw: MotionText.yaw(of: motion)
        default:
            format.map { MotionText.text(of: motion, as: $0, layout: layout ?? .rows) } ?? ""
        }
    }

    /// The meaning of the numbers, in a line for people.
    package func convention(_ layout: MatrixLayout?) -> String {
        switch self {
        case .matrix:
            "\(MotionFormat.matrix.convention), written \(layout == .columns ? "column by column" : "row by row")"
        case .quaternion: "p_to = R(q) p_from + t, metres"
        case .yaw: "the turn about +Y and the tilt of the vertical, degrees; p_to = R p_from + t, metres"
        default: format?.convention ?? ""
        }
    }

    /// `nil` for forms that cannot be read back.
    private var format: MotionFormat? { MotionFormat(rawValue: rawValue) }
}
