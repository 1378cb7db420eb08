/// The sum of the findings on a quad, without their numbers and places.
@frozen
public struct QuadVerdict: Hashable, Sendable {
    /// The codes of all findings; empty for a sound quad.
    public internal(set) var codes: QuadIssue.CodeSet = []
    /// The gravest severity of them; `nil` for a sound quad.
    public internal(set) var severity: Severity?

    /// The verdict on a sound quad.
    public init() {}

    /// Whether nothing was found.
    public var isSound: Bool { codes.isEmpty }
}
