internal import Foundation
public import StrictJSON

extension ByteSource {
    /// Reads an open file, pipe or socket, which stays open.
    public init(descriptor: Int32) {
        self.init { buffer throws(JSONError) in
            while true {
                let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
                if count >= 0 { return count }
                guard errno == EINTR else { throw .readFailed(status: errno) }
            }
        }
    }
}

extension ByteSink {
    /// Writes to an open file, pipe or socket, which stays open.
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
