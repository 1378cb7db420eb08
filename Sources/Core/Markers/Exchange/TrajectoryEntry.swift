/// A pose of a file, with its name and its place in the world.
public struct TrajectoryEntry: Hashable, Sendable {
    /// The time stamp (TUM), the number from 1 (KITTI) or the image's name (COLMAP).
    public let name: String
    /// In seconds; `nil` if the format has no time.
    public let stamp: Double?
    /// Counted from 1.
    public let line: Int
    /// The transform as it was written: from the body to the world, or for COLMAP from the world to the camera.
    public let pose: Pose
    /// The place of the sensor in the world, in metres.
    public let center: SIMD3<Double>

    /// The bytes of the line without its end, and those that precede and follow the pose in it.
    let range, head, tail: Range<Int>
}
