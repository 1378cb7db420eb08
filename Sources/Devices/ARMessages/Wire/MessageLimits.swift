/// The limits of what is read as messages.
public struct MessageLimits: Hashable, Sendable {
    /// The most bytes of a text frame, or of a line of recorded messages.
    public var size: Int
    /// The most bytes of an endpoint's name.
    public var endpoint: Int
    /// The deepest nesting of containers, the message itself counted.
    public var depth: Int
    /// The most values of a message, at every depth.
    public var values: Int

    public init(size: Int = 65_536, endpoint: Int = 256, depth: Int = 64, values: Int = 1 << 16) {
        self.size = Swift.min(size, MessageLimits.largestSize)
        (self.endpoint, self.depth, self.values) = (endpoint, depth, values)
    }

    /// The largest limit of bytes, which is used in place of more.
    package static let largestSize = 1 << 28
}
