/// The place of a quad by what a camera can see.
public enum ViewVerdict: Hashable, Sendable {
    /// All of the quad's surface, its two triangles, is in view.
    case inside
    /// Some of it is, and some is not.
    case crossing
    /// None of it is.
    case outside
}
