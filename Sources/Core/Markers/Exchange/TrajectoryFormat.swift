/// A way in which other programs write the poses of a sensor along its way.
public enum TrajectoryFormat: String, CaseIterable, Hashable, Sendable {
    /// A pose in each line, by time stamp: `t x y z qx qy qz qw`, from the body to the world.
    case tum
    /// A pose in each line, by its number: twelve numbers, row by row, from the body to the world.
    case kitti
    /// COLMAP's images.txt: two lines an image, by its name, from the world to the camera.
    case colmap

    /// The same format for a single motion.
    public var motionFormat: MotionFormat {
        switch self {
        case .tum: .tum
        case .kitti: .kitti
        case .colmap: .colmap
        }
    }

    /// True if the numbers of a pose lead from the world to the body.
    var isFromWorld: Bool { self == .colmap }

    /// The names of the numbers of a pose, in the order in which they are written.
    var fields: [String] {
        switch self {
        case .tum: ["t", "x", "y", "z", "qx", "qy", "qz", "qw"]
        case .kitti: (1...3).flatMap { row in (1...4).map { "m\(row)\($0)" } }
        case .colmap:
            ["IMAGE_ID", "QW", "QX", "QY", "QZ", "TX", "TY", "TZ", "CAMERA_ID", "NAME"]
        }
    }
}
