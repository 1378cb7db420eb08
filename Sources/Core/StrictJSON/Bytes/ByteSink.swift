/// A destination of bytes, which takes them piece by piece.
public struct ByteSink {
    /// Takes all of the bytes.
    public let take: (UnsafeRawBufferPointer) throws(JSONError) -> Void

    public init(_ take: @escaping (UnsafeRawBufferPointer) throws(JSONError) -> Void) {
        self.take = take
    }
}
