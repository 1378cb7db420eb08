import Foundation
import SensorReports
import StrictJSON
import ToolTerminal

/// The file of a run, which grows line by line and from which an interrupted run continues.
final class SenseJournal {
    let file: String
    private let descriptor: Int32
    /// The keys of tracks that it has.
    var keys: Set<String> = []

    /// Opens the file; a line that was cut off is let go.
    init(_ file: String, replaces: Bool) throws(Failure) {
        self.file = file
        descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | (replaces ? O_TRUNC : 0), 0o666)
        guard descriptor >= 0 else {
            throw .outputRefused(option: "--record", file: file, errno: errno)
        }
        let size = lseek(descriptor, 0, SEEK_END)
        var end = size, byte: UInt8 = 0
        while end > 0, pread(descriptor, &byte, 1, end - 1) == 1, byte != UInt8(ascii: "\n") { end -= 1 }
        guard ftruncate(descriptor, end) == 0, lseek(descriptor, end, SEEK_SET) == end else {
            throw .outputFailed(file: file, errno: errno)
        }
        isEmpty = end == 0
    }

    deinit { close(descriptor) }

    /// Whether nothing was recorded before.
    let isEmpty: Bool

    func add(_ record: SenseRecord) throws(Failure) {
        let line = record.line
        var written = 0
        while written < line.count {
            let count = line[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw .outputFailed(file: file, errno: errno) }
            written += max(count, 0)
        }
    }

    /// Adds the key of a track once.
    func add(track: Int, key: String) throws(Failure) {
        guard keys.insert(key).inserted else { return }
        try add(.track(track, key: key))
    }
}
