internal import Foundation

/// Where bytes go, piece by piece.
public struct ByteSink {
    /// Takes all of the bytes.
    public let take: (UnsafeRawBufferPointer) throws(JSONError) -> Void

    public init(_ take: @escaping (UnsafeRawBufferPointer) throws(JSONError) -> Void) {
        self.take = take
    }

    /// An open file, pipe or socket, which stays open.
    public init(descriptor: Int32) {
        self.init { bytes throws(JSONError) in
            var rest = bytes
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                } else if errno != EINTR {
                    throw .writeFailed(status: errno)
                }
            }
        }
    }
}
