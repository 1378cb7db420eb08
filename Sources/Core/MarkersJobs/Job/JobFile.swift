internal import Foundation
internal import MarkersEndpoint
internal import SQLiteStore

/// The file of a job, as far as the file system is concerned.
enum JobFile {
    /// Keeps other processes out of a job.
    static func lock(_ path: String) throws(JobError) -> FileLock {
        do throws(FileLock.Failure) { return try FileLock(of: path) } catch {
            switch error {
            case .held(let holder): throw .held(path, by: holder)
            case .file(let lock, let status): throw .file(lock, status: status)
            }
        }
    }

    /// Creates an empty file that only its owner may read; fails if it exists.
    static func create(_ path: String) throws(JobError) {
        do throws(PrivateFile.Failure) { try PrivateFile.create(path) } catch {
            switch error {
            case .exists: throw .exists(path)
            case .file(let file, let status): throw .file(file, status: status)
            }
        }
    }

    /// Removes the files of a job that nobody has open.
    static func remove(_ path: String) {
        for suffix in ["", ".lock"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        removeLogs(path)
    }

    /// Removes what a process that was killed left beside a job, which belongs to that file alone.
    private static func removeLogs(_ path: String) {
        for suffix in ["-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Puts one in the place of another; refused while a process has that.
    static func replace(_ path: String, by new: String) throws(JobError) {
        let lock = try lock(path)
        defer { withExtendedLifetime(lock) {} }
        removeLogs(path)
        guard rename(new, path) == 0 else { throw .file(path, status: errno) }
    }
}
