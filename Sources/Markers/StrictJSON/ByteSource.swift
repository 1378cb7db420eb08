internal import Foundation

/// Where bytes come from, piece by piece.
public struct ByteSource {
    /// Fills a buffer with the next bytes and returns how many there were; none at the end.
    public let read: (UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

    public init(_ read: @escaping (UnsafeMutableRawBufferPointer) throws(JSONError) -> Int) {
        self.read = read
    }

    /// The bytes of an open file, pipe or socket, which stays open.
    public init(descriptor: Int32) {
        self.init { buffer throws(JSONError) in
            while true {
                let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                if count >= 0 { return count }
                guard errno == EINTR else { throw .readFailed(status: errno) }
            }
        }
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
