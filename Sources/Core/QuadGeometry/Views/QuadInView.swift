/// A quad that is in view of a camera.
public struct QuadInView: Hashable, Sendable {
    /// The index of the quad.
    public var index: Int
    /// Whether all of it is in view; never `outside`.
    public var verdict: ViewVerdict

    /// A quad in view.
    ///
    /// - Parameters:
    ///   - index: the index of the quad.
    ///   - verdict: whether all of it is in view.
    public init(index: Int, verdict: ViewVerdict) {
        self.index = index
        self.verdict = verdict
    }
}
