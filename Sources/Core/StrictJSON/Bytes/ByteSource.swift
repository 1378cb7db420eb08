/// A source of bytes, read piece by piece.
public struct ByteSource {
    /// Fills a buffer with the next bytes and returns their number; 0 at the end.
    public let read: (UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

    public init(_ read: @escaping (UnsafeMutableRawBufferPointer) throws(JSONError) -> Int) {
        self.read = read
    }

    /// The bytes of an array.
    public init(_ bytes: [UInt8]) {
        var given = 0
        self.init { buffer throws(JSONError) in
            let count = min(buffer.count, bytes.count - given)
            buffer.copyBytes(from: bytes[given..<(given + count)])
            given += count
            return count
        }
    }
}
