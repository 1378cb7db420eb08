internal import Foundation

/// Fills a buffer with the next bytes of something and says how many there were; none at its end.
public typealias ByteSource = (UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

/// The bytes of an open file, pipe or socket, which stays open.
public func bytes(of descriptor: Int32) -> ByteSource {
    { (buffer) throws(JSONError) in
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw JSONError(.readFailed, at: "", found: .status(errno)) }
        }
    }
}

/// The bytes of an array.
public func bytes(of array: [UInt8]) -> ByteSource {
    var given = 0
    return { buffer throws(JSONError) in
        let count = min(buffer.count, array.count - given)
        buffer.copyBytes(from: array[given..<(given + count)])
        given += count
        return count
    }
}
