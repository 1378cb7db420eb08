/// What a reader of JSON accepts; everything else of RFC 8259 is always held to.
public struct JSONOptions: Hashable, Sendable {
    /// How deeply containers may be nested; in a list, from each element on.
    public var depth: Int
    /// How many bytes one document may have; in a list, one element.
    public var size: Int
    /// How many values one document may hold, counting members and elements at every depth; in a list, one element.
    public var values: Int
    /// Whether an object may name a member twice; the last one counts then.
    public var allowsDuplicateKeys: Bool

    public init(
        depth: Int = 64, size: Int = 1 << 28, values: Int = 1 << 23, allowsDuplicateKeys: Bool = false
    ) {
        self.depth = depth
        self.size = size
        self.values = values
        self.allowsDuplicateKeys = allowsDuplicateKeys
    }
}
