public import FrameGraph
public import QuadGeometry

/// The poses of two devices held at the same place, and the transform between their frames.
public struct Handshake: Hashable, Sendable {
    /// The pose of the primary device in its frame (T_P), and of the secondary one in its own (T_L).
    public let primary, secondary: DevicePose
    /// The secondary's pose in the primary's camera while they were held (D).
    public let placement: DevicePlacement

    public init(primary: DevicePose, secondary: DevicePose, placement: DevicePlacement = .samePlace) {
        (self.primary, self.secondary, self.placement) = (primary, secondary, placement)
    }

    /// T_P D inverse(T_L): carries coordinates of the secondary device into the frame of the primary one.
    public var primaryFromSecondary: RigidTransform {
        primary.transform * placement.pose * secondary.transform.inverted()
    }

    /// T_L - T_P, in metres: what the rule of shifts takes off.
    public var offset: SIMD3<Double> { secondary.transform.translation - primary.transform.translation }

    /// The edge between the devices' frames.
    ///
    /// - Parameters:
    ///   - primaryFrame: The name of the primary device's frame.
    ///   - secondaryFrame: That of the secondary one.
    ///   - label: The source of the edge, in free text.
    ///   - time: The time of the handshake, in seconds; only shown.
    public func edge(
        from primaryFrame: String, to secondaryFrame: String, label: String = "handshake", time: Double? = nil
    ) throws(CovarianceError) -> PoseEdge {
        let held = try EdgeCovariance(
            turn: placement.turnDeviation * Double.pi / 180, shift: placement.shiftDeviation)
        // What is uncertain is D: T_P D exp(ξ) T_L⁻¹ = T_P D T_L⁻¹ exp(Ad(T_L) ξ), which is how the covariance of an
        // inverse changes, too.
        return PoseEdge(
            from: primaryFrame, to: secondaryFrame, motion: primaryFromSecondary,
            covariance: held.inverted(of: secondary.transform), label: label, time: time)
    }
}
