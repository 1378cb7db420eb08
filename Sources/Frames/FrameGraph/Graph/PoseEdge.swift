public import QuadGeometry

/// A measured motion between two frames.
public struct PoseEdge: Hashable, Sendable {
    /// The frame in which the motion is seen, and the frame whose pose it is.
    public let from, to: String
    /// The pose of `to` in `from`: it carries coordinates of `to` into `from`.
    public let motion: RigidTransform
    public let covariance: EdgeCovariance
    /// The source of the measurement, in free text.
    public let label: String
    /// The time of the measurement, in seconds; only shown.
    public let time: Double?

    public init(
        from: String, to: String, motion: RigidTransform, covariance: EdgeCovariance, label: String = "",
        time: Double? = nil
    ) {
        (self.from, self.to, self.motion, self.covariance) = (from, to, motion, covariance)
        (self.label, self.time) = (label, time)
    }

    /// The name of the edge in messages.
    public var name: String { label.isEmpty ? "\(from) to \(to)" : "\(from) to \(to) (\(label))" }

    /// The edge that says the same the other way around.
    public var reversed: PoseEdge {
        PoseEdge(
            from: to, to: from, motion: motion.inverted(), covariance: covariance.inverted(of: motion),
            label: label, time: time)
    }
}

/// Something known of the pose of a frame besides its edges.
public struct FramePrior: Hashable, Sendable {
    public let frame: String
    /// The pose in the frame of the component's root.
    public let pose: RigidTransform
    public let covariance: EdgeCovariance

    public init(frame: String, pose: RigidTransform, covariance: EdgeCovariance) {
        (self.frame, self.pose, self.covariance) = (frame, pose, covariance)
    }
}
