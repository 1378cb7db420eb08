internal import Foundation
package import MarkersEndpoint
internal import SQLiteStore

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The jobs of a folder, which are only read.
package struct JobFolder: Sendable {
    /// A file that is a job, or should be one by its name.
    package struct File: Sendable {
        package let path: String
        /// The status of the job, or the reason why it cannot be read.
        package let status: Result<JobStatus, JobError>
        /// The process that has the job, as it describes itself; `nil` if nobody has it.
        package let holder: String?
    }

    /// The jobs, the newest first, and then the files that cannot be read, by their names.
    package let files: [File]

    /// Reads all files of a folder that end in `.job`, and those of other names that begin as jobs do.
    ///
    /// Nothing is written, and no file is opened that is not a plain one.
    package static func read(_ folder: String) async throws(JobError) -> JobFolder {
        var found: [File] = []
        for name in try names(in: folder) {
            let path = path(of: name, in: folder)
            guard isPlainFile(path) else {
                if isNamedAsJob(name) {
                    found.append(File(path: path, status: .failure(.notAJob(path)), holder: nil))
                }
                continue
            }
            guard isNamedAsJob(name) || !name.hasPrefix(".") && JobSchema.isMarked(path) else { continue }
            let holder = FileLock.liveHolder(of: path)
            let file: File
            do throws(JobError) {
                file = File(path: path, status: .success(try await JobStatus(ofJobAt: path)), holder: holder)
            } catch {
                file = File(path: path, status: .failure(error), holder: holder)
            }
            found.append(file)
        }
        return JobFolder(files: found.sorted { ($1.created, $0.path) < ($0.created, $1.path) })
    }

    private static func names(in folder: String) throws(JobError) -> [String] {
        guard let directory = opendir(folder) else { throw .file(folder, status: errno) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    String(cString: $0)
                }
            }
            names.append(name)
        }
        return names.sorted()
    }

    private static func path(of name: String, in folder: String) -> String {
        guard folder == "." else { return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }
        // An option would begin so.
        return name.hasPrefix("-") ? "./\(name)" : name
    }

    private static func isNamedAsJob(_ name: String) -> Bool { name.hasSuffix(".job") }

    /// A pipe would have to be waited for.
    private static func isPlainFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

extension JobFolder.File {
    /// The date of the job; of a file that cannot be read, one before all others.
    fileprivate var created: String { (try? status.get())?.head.created ?? "" }
}
