import Foundation

/// Reading files and standard input to their end.
enum Input {
    /// The name for standard input.
    static let standard = "-"

    /// Every byte of a file, or of standard input.
    static func bytes(of file: String) throws(Failure) -> [UInt8] {
        guard file != standard else { return try bytes(from: STDIN_FILENO, named: file, expected: 0) }
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unopened(file: file, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unopened(file: file, errno: errno) }
        return try bytes(from: descriptor, named: file, expected: Int(status.st_size))
    }

    private static func bytes(
        from descriptor: Int32, named file: String, expected: Int
    ) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expected + 1)
        // One more than expected, so that the end of a file is found without another piece.
        var piece = [UInt8](repeating: 0, count: max(1 << 16, min(expected + 1, 1 << 24)))
        while true {
            let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes.append(contentsOf: piece[..<count])
            } else if count == 0 {
                return bytes
            } else if errno == EISDIR {
                throw .directory(file: file)
            } else if errno != EINTR {
                throw .unopened(file: file, errno: errno)
            }
        }
    }
}
