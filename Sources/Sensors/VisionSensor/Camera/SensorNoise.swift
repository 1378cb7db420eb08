/// The standard deviations of what a detection is made of.
public struct SensorNoise: Hashable, Sendable {
    /// Of one edge of a box, in pixels.
    public let edge: Double
    /// Of a distance, in metres.
    public let depth: Double
    /// Of the camera's place in metres, and of its turn in radians, in each direction; shared by the frames of a stand.
    public let poseShift, poseTurn: Double

    /// Two pixels an edge, a centimetre of depth, 5 mm and 0.3° of the pose, unless other numbers are given.
    public init(
        edge: Double = 2, depth: Double = DepthPreset.careful.deviation, poseShift: Double = 0.005,
        poseTurn: Double = 0.3 * .pi / 180
    ) throws(CameraError) {
        let all = [
            ("edgePx", edge), ("depthMetres", depth), ("poseMetres", poseShift), ("poseDegrees", poseTurn),
        ]
        for (member, value) in all {
            // A pose may be exact; a box and a distance that were would leave no covariance to average by.
            let isLarge = member.hasPrefix("pose") ? value >= 0 : value > 0
            guard isLarge, value <= SensorNoise.largest else {
                throw .badDeviation(member: member, value: value)
            }
        }
        (self.edge, self.depth) = (edge, depth)
        (self.poseShift, self.poseTurn) = (poseShift, poseTurn)
    }

    /// Deviations beyond this, in whatever unit, are refused.
    public static let largest = 1e3
}
