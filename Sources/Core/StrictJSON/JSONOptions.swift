/// The limits of a reader of JSON, which follows RFC 8259 in everything else.
public struct JSONOptions: Hashable, Sendable {
    /// The greatest depth of nested containers; in a list, from each element on.
    public var depth: Int
    /// The largest size of a document in bytes; in a list, of one element.
    public var size: Int
    /// The most values in a document, members and elements at every depth; in a list, in one element.
    public var values: Int
    /// True if an object may name a member twice; then the last one counts.
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
