import Foundation

/// Writes a file as a whole, so that nobody ever sees half of it.
enum OutputFile {
    /// Refuses a name that a file already has, unless it may be replaced, or that is the name of something
    /// other than a file.
    static func requireFree(_ file: String, replaces: Bool, for option: String) throws(Failure) {
        var status = stat()
        guard stat(file, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noRegularFile(option: option, file: file) }
        guard replaces else { throw .outputExists(option: option, file: file) }
    }

    /// Writes the bytes under a temporary name in the same folder, then gives them the file's name.
    static func write(_ bytes: [UInt8], to file: String, for option: String) throws(Failure) {
        let pending = try PendingFile(for: file, option)
        if let problem = writeAll(bytes, to: pending.descriptor) {
            pending.discard()
            throw .outputFailed(file: file, errno: problem)
        }
        try pending.commit()
    }
}

/// A file that is written under a temporary name in its folder and gets its own only once it is complete.
struct PendingFile {
    /// The name as it was given.
    let name: String
    let descriptor: Int32
    private let target: String
    private let temporary: String

    init(for file: String, _ option: String) throws(Failure) {
        name = file
        // A link keeps pointing to the file it names.
        target = PendingFile.resolved(file)
        temporary = "\(target).\(getpid()).tmp"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .outputRefused(option: option, file: file, errno: errno) }
        // A replacement stays as private as the file it replaces.
        var status = stat()
        if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    }

    /// Gives the file its name.
    func commit() throws(Failure) {
        var problem: Int32?
        if fsync(descriptor) != 0 { problem = errno }
        if close(descriptor) != 0, problem == nil { problem = errno }
        if problem == nil, rename(temporary, target) != 0 { problem = errno }
        guard let problem else { return }
        unlink(temporary)
        throw .outputFailed(file: name, errno: problem)
    }

    /// Deletes the unfinished file.
    func discard() {
        close(descriptor)
        unlink(temporary)
    }

    private static func resolved(_ file: String) -> String {
        guard let path = realpath(file, nil) else { return file }
        defer { free(path) }
        return String(cString: path)
    }
}
