/// The parts of a request that have to be as they were recorded.
public enum ReplayMatching: Hashable, Sendable {
    /// Method, path, query, body, and the fields that a recording keeps.
    case exact
    /// Method, path and query, for programs whose bodies have ids or dates of their own.
    case methodAndPath
}
