import Foundation

/// Writing a file as a whole: nobody ever sees half of it.
enum OutputFile {
    /// Refuses a name under which there is a file already, unless it may be replaced, or something else than
    /// a file.
    static func requireFree(_ file: String, replaces: Bool, for option: String) throws(Failure) {
        var status = stat()
        guard stat(file, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noRegularFile(option: option, file: file) }
        guard replaces else { throw .outputExists(option: option, file: file) }
    }

    /// Writes the bytes under a temporary name in the same folder, then gives them the file's name.
    static func write(_ bytes: [UInt8], to file: String, for option: String) throws(Failure) {
        // A link keeps pointing to the file it names.
        let target = resolved(file)
        let temporary = "\(target).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .outputRefused(option: option, file: file, errno: errno) }
        // A file that is replaced stays as private as it was.
        var status = stat()
        if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
        var problem = writeAll(bytes, to: descriptor)
        if problem == nil, fsync(descriptor) != 0 { problem = errno }
        if close(descriptor) != 0, problem == nil { problem = errno }
        if problem == nil, rename(temporary, target) != 0 { problem = errno }
        guard let problem else { return }
        unlink(temporary)
        throw .outputFailed(file: file, errno: problem)
    }

    private static func resolved(_ file: String) -> String {
        guard let path = realpath(file, nil) else { return file }
        defer { free(path) }
        return String(cString: path)
    }
}
