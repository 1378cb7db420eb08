/// The most that a list may have over all its pages; no list meant for people has more.
public struct ListLimits: Hashable, Sendable {
    public var pages = 1000
    public var elements = 1_000_000
    public var bytes = TransportOptions().largestList

    public init() {}
}
