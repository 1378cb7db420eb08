/// A phone that the sandbox plays beside its server: RobotVision's five routes at the root of the same port.
public enum SandboxPhone: String, Hashable, Sendable, CaseIterable {
    /// A phone that answers as the documents show, member for member.
    case sample
    /// A phone that walks past a wall of twelve objects, one frame with each detection.
    case wall
}
