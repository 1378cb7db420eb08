internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Keeps a second process out of a database by a lock on a file beside it, which ends with the process that holds it.
///
/// The lock is never on the database itself, since closing any descriptor of that drops SQLite's own locks. The file is
/// kept, since its removal would let two processes hold two files of one name.
package final class FileLock: Sendable {
    package enum Failure: Error, Hashable, Sendable {
        /// Another process has it; with its description of itself.
        case held(by: String)
        /// A system call on this file failed, with its error number.
        case file(String, status: Int32)
    }

    private let descriptor: Int32

    /// Locks a database, whether or not it exists.
    package init(of database: String) throws(Failure) {
        let path = database + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .file(path, status: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let status = errno
            let holder = FileLock.text(of: descriptor)
            close(descriptor)
            throw status == EWOULDBLOCK ? .held(by: holder) : .file(path, status: status)
        }
        let holder = "process \(getpid()) on \(ProcessInfo.processInfo.hostName)\n"
        // The holder's name only helps people, so a failure to write it, as on a full disk, does not matter.
        _ = ftruncate(descriptor, 0)
        _ = Array(holder.utf8).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// The process that has a database, as it describes itself; `nil` if there is none.
    package static func holder(of database: String) -> String? {
        do throws(Failure) { _ = try FileLock(of: database) } catch {
            if case .held(let holder) = error { return holder }
        }
        return nil
    }

    /// The process that has a database, found without keeping anybody out: a lock that nobody seems to hold is not touched.
    ///
    /// The file outlives its process, so the one that is named in it is looked for first; only where it may be alive is the lock
    /// tried, for an instant and shared.
    package static func liveHolder(of database: String) -> String? {
        let descriptor = open(database + ".lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let holder = text(of: descriptor)
        let words = holder.split(separator: " ")
        if words.count == 4, words[3] == ProcessInfo.processInfo.hostName, let process = pid_t(words[1]),
            kill(process, 0) != 0, errno == ESRCH
        {
            return nil
        }
        guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        return errno == EWOULDBLOCK ? holder : nil
    }

    private static func text(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        return text.isEmpty ? "another process" : text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
