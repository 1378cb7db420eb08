internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that only its owner may read.
package enum PrivateFile {
    package enum Failure: Error, Hashable, Sendable {
        case exists
        /// A system call on this file failed, with its error number.
        case file(String, status: Int32)
    }

    /// Creates an empty file, whose name also survives a power failure; fails if it exists.
    package static func create(_ path: String) throws(Failure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw errno == EEXIST ? .exists : .file(path, status: errno) }
        close(descriptor)
        let folder = (path as NSString).deletingLastPathComponent
        let directory = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard directory >= 0 else { throw .file(folder, status: errno) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw .file(folder, status: errno) }
    }
}
