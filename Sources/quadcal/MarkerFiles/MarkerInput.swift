import Foundation
import Markers

/// A file of markers that is read piece by piece, or standard input.
final class MarkerInput {
    let file: String
    /// Whether it can be read again from its start.
    let isRewindable: Bool
    private let descriptor: Int32
    private let start: off_t
    /// What was read to see what it is.
    private var head: [UInt8] = []
    /// What digests all that is read; nothing does where nobody asks.
    private var digest: SHA256?

    /// Opens a file, or standard input where the name is `-`, and looks at how it begins.
    init(opening file: String) throws(Failure) {
        self.file = file
        descriptor = file == Input.standard ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unopened(file: file, errno: errno) }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        start = isRegular ? lseek(descriptor, 0, SEEK_CUR) : -1
        isRewindable = start >= 0
        try readHead()
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    private static let headSize = 1 << 16

    /// Reads on until something stands there that is no blank.
    private func readHead() throws(Failure) {
        var piece = [UInt8](repeating: 0, count: MarkerInput.headSize)
        do throws(JSONError) {
            while firstByte == nil, head.count < MarkerInput.headSize {
                let count = try piece.withUnsafeMutableBufferPointer { buffer throws(JSONError) in
                    try fill(UnsafeMutableRawBufferPointer(buffer))
                }
                guard count > 0 else { break }
                head.append(contentsOf: piece[..<count])
            }
        } catch {
            throw failure(error)
        }
        guard !head.isEmpty else { throw .emptyMarkers(file: file) }
    }

    /// Reads the next bytes; none at the end.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .readFailed(status: errno) }
        }
    }

    /// What ended the reading, or was found in it.
    func failure(_ error: JSONError) -> Failure {
        switch (error.code, error.found) {
        case (.readFailed, .status(EISDIR)): .directory(file: file)
        case (.readFailed, .status(let problem)): .unopened(file: file, errno: problem)
        default: .json(file: file, error)
        }
    }

    /// The first byte behind a byte order mark and blanks.
    private var firstByte: UInt8? {
        head.dropFirst(head.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0).first { $0 > 0x20 }
    }

    /// How its markers are written.
    func format(_ stated: MarkerFormat?) -> MarkerFormat {
        MarkerFormat(stated, of: file, beginningWith: head)
    }

    /// All of its bytes, piece by piece.
    ///
    /// - Parameter isDigested: whether ``sha256`` is wanted afterwards, which takes as long as all else.
    func source(isDigested: Bool = false) -> ByteSource {
        digest = isDigested ? SHA256() : nil
        return ByteSource { buffer throws(JSONError) in
            let count = try self.next(buffer)
            self.digest?.add(
                UnsafeRawBufferPointer(rebasing: buffer[..<count]).assumingMemoryBound(to: UInt8.self))
            return count
        }
    }

    private func next(_ buffer: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
        guard !head.isEmpty else { return try fill(buffer) }
        let piece = head.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        head.removeFirst(piece.count)
        return piece.count
    }

    /// The digest of all that came from a source that digests.
    var sha256: String? { digest?.hex }

    /// Goes back to its start, where it can.
    func rewind() {
        lseek(descriptor, start, SEEK_SET)
        head = []
    }

    /// All of its bytes at once.
    func bytes() throws(Failure) -> [UInt8] {
        var all = head, piece = [UInt8](repeating: 0, count: MarkerInput.headSize)
        do throws(JSONError) {
            while true {
                let count = try piece.withUnsafeMutableBufferPointer { buffer throws(JSONError) in
                    try fill(UnsafeMutableRawBufferPointer(buffer))
                }
                guard count > 0 else { return all }
                all.append(contentsOf: piece[..<count])
            }
        } catch {
            throw failure(error)
        }
    }
}
