public import QuadGeometry

/// The way two devices are held to each other while their frames are joined.
public struct DevicePlacement: Hashable, Sendable {
    /// The secondary's pose in the primary's camera.
    public let pose: RigidTransform
    /// The deviation of the turn in degrees and of the shift in metres, in each direction.
    public let turnDeviation, shiftDeviation: Double

    /// A placement that was measured; `nil` unless both deviations are above zero and finite.
    public init?(_ pose: RigidTransform, turnDeviation: Double, shiftDeviation: Double) {
        guard turnDeviation > 0, shiftDeviation > 0, turnDeviation.isFinite, shiftDeviation.isFinite else {
            return nil
        }
        self.init(pose, turn: turnDeviation, shift: shiftDeviation)
    }

    private init(_ pose: RigidTransform, turn: Double, shift: Double) {
        (self.pose, turnDeviation, shiftDeviation) = (pose, turn, shift)
    }

    /// Two hands that hold their devices at the same place: 50 mm and 5° off.
    public static let samePlace = DevicePlacement(.identity, turn: 5, shift: 0.05)

    /// Two devices back to back, their cameras away from each other: a half turn about y, 15 mm and 2° off.
    ///
    /// - Parameter gap: The distance between the cameras, in metres.
    public static func backToBack(gap: Double) -> DevicePlacement? {
        let half = Rotation(unchecked: SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, -1))
        return RigidTransform(rotation: half, translation: SIMD3(0, 0, -gap)).map {
            DevicePlacement($0, turn: 2, shift: 0.015)
        }
    }
}
