internal import Foundation
public import StrictJSON

/// A file, pipe or socket that is read from its start, piece by piece or at once.
///
/// Markers are read from its source or its bytes, in the form that ``MarkerFormat`` finds. What cannot be read throws
/// ``JSONError/readFailed(status:)``.
package final class InputFile {
    package let name: String
    package let isRewindable: Bool
    private let descriptor: Int32
    private let isOwned: Bool
    private let start: off_t
    private let size: Int
    private let raw: ByteSource
    /// The bytes that were read to see how it begins.
    private var head: [UInt8] = []
    /// Digests all that is read; `nil` where nobody asks.
    private var digest: SHA256?

    /// Milliseconds that a named pipe may take until somebody writes to it.
    private static let longestWait: Int32 = 3000

    /// Opens a file, or a named pipe that somebody writes to.
    package convenience init(opening name: String) throws(JSONError) {
        let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .readFailed(status: errno) }
        var status = stat(), pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            first: [UInt8] = []
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO,
            poll(&pipe, 1, InputFile.longestWait) == 0
        {
            // Nothing to read now is not yet nobody who writes.
            var byte: UInt8 = 0
            let count = Foundation.read(descriptor, &byte, 1)
            guard count != 0 else {
                close(descriptor)
                throw .readFailed(status: ETIMEDOUT)
            }
            if count > 0 { first = [byte] }
        }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        self.init(name, descriptor: descriptor, isOwned: true)
        head = first
    }

    /// Reads what is open, and closes it at the end where it is owned.
    package init(_ name: String, descriptor: Int32, isOwned: Bool = false) {
        (self.name, self.descriptor, self.isOwned) = (name, descriptor, isOwned)
        raw = ByteSource(descriptor: descriptor)
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1
        size = isRegular ? Int(status.st_size) : 0
        isRewindable = start >= 0
    }

    deinit { if isOwned { close(descriptor) } }

    private static let pieceSize = 1 << 16
    private static let largestPieceSize = 1 << 24

    /// Its first bytes, up to one at least that is not blank; none where it is empty.
    package func beginning() throws(JSONError) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: InputFile.pieceSize)
        while firstByte == nil, head.count < InputFile.pieceSize, try readOn(&piece, into: &head) {}
        return head
    }

    /// Reads the next piece; false at the end.
    private func readOn(_ piece: inout [UInt8], into all: inout [UInt8]) throws(JSONError) -> Bool {
        let count = try piece.withUnsafeMutableBufferPointer { buffer throws(JSONError) in
            try raw.read(UnsafeMutableRawBufferPointer(buffer))
        }
        all.append(contentsOf: piece[..<count])
        return count > 0
    }

    /// The first byte behind a byte order mark and blanks.
    private var firstByte: UInt8? {
        head.dropFirst(head.starts(with: JSONScanner.byteOrderMark) ? 3 : 0).first { $0 > 0x20 }
    }

    /// All of its bytes, piece by piece.
    ///
    /// - Parameter isDigested: whether ``sha256`` is wanted afterwards, which takes as long as all else.
    package func source(isDigested: Bool = false) -> ByteSource {
        digest = isDigested ? SHA256() : nil
        return ByteSource { buffer throws(JSONError) in
            let count = try self.next(buffer)
            self.digest?.add(
                UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self))
            return count
        }
    }

    private func next(_ buffer: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
        guard !head.isEmpty else { return try raw.read(buffer) }
        let piece = head.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        head.removeFirst(piece.count)
        return piece.count
    }

    /// The digest of all that came from a source that digests.
    package var sha256: String? { digest?.hex }

    /// Goes back to its start, where it can.
    package func rewind() {
        lseek(descriptor, start, SEEK_SET)
        head = []
    }

    /// All of its bytes at once.
    package func bytes() throws(JSONError) -> [UInt8] {
        var all = head
        head = []
        all.reserveCapacity(size + 1)
        var piece = [UInt8](
            repeating: 0, count: max(InputFile.pieceSize, min(size, InputFile.largestPieceSize)))
        while try readOn(&piece, into: &all) {}
        return all
    }
}

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
