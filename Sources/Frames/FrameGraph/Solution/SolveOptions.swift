public import QuadGeometry

/// The knowledge and wishes with which a graph is solved.
public struct SolveOptions: Hashable, Sendable {
    /// Frames that are held at poses; a component without any is held at its root, which then has the identity.
    public var held: [String: RigidTransform]
    /// The root of the component that has it, if nothing there is held.
    public var root: String?
    public var priors: [FramePrior]
    /// Whether edges that miss by many deviations count less (Geman and McClure, annealed).
    public var isRobust: Bool

    public init(
        held: [String: RigidTransform] = [:], root: String? = nil, priors: [FramePrior] = [],
        isRobust: Bool = false
    ) {
        (self.held, self.root, self.priors, self.isRobust) = (held, root, priors, isRobust)
    }
}
