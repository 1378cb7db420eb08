/// A way in which other programs write one rigid motion.
///
/// All lengths are metres, and no axes are converted: a motion is written in the frames that it joins.
public enum MotionFormat: String, CaseIterable, Hashable, Sendable {
    /// Sixteen numbers of a 4x4 matrix, as JSON or text, in a layout that is stated or can be seen.
    case matrix
    /// One line of a TUM trajectory: `t x y z qx qy qz qw`.
    case tum
    /// One line of a KITTI trajectory: the upper three rows of the matrix, row by row.
    case kitti
    /// CloudCompare's four lines of four numbers, row by row.
    case cloudCompare = "cloudcompare"
    /// PROJ's Helmert transformation, as one step or a pipeline of several.
    case proj
    /// One image of COLMAP's images.txt: the quaternion with w first, from the world to the camera.
    case colmap
    /// A `geometry_msgs/TransformStamped` of ROS as JSON, or its transform alone.
    case rosJSON = "ros-json"
    /// A command line of `static_transform_publisher`, of ROS 2 or ROS 1.
    case rosCommand = "ros-command"

    /// The meaning of the numbers, in a line for people.
    public var convention: String {
        switch self {
        case .matrix: "4x4 matrix M, p_to = M p_from, metres"
        case .tum: "TUM: t x y z qx qy qz qw, p_world = R(q) p_body + t, seconds and metres"
        case .kitti: "KITTI: rows of the 3x4 matrix [R t], p_world = R p_body + t, metres"
        case .cloudCompare: "CloudCompare: 4x4 matrix M row by row, p_to = M p_from, metres"
        case .proj: "PROJ: helmert, rotations in arc seconds, by the named convention, metres"
        case .colmap:
            "COLMAP: qw qx qy qz tx ty tz, p_camera = R(q) p_world + t, metres if the model is"
        case .rosJSON: "ROS: TransformStamped, p_parent = R(q) p_child + t, q with x y z w, metres"
        case .rosCommand: "ROS: static transform, p_parent = R(q) p_child + t, metres"
        }
    }

    /// The format whose usual end of a file's name this is; `nil` if the name does not tell.
    ///
    /// `.txt` and `.json` are used by several formats and tell nothing; `images.txt` is COLMAP's.
    public init?(ofFileNamed name: String) {
        let last = name.split(separator: "/").last ?? ""
        if last == "images.txt" {
            self = .colmap
            return
        }
        switch last.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last {
        case "tum": self = .tum
        case "kitti": self = .kitti
        case "proj": self = .proj
        default: return nil
        }
    }
}
