import Foundation

/// Writes a file as a whole, so that nobody ever sees half of it.
package enum OutputFile {
    /// Refuses a name that a file already has, unless it may be replaced, or that is the name of something
    /// other than a file.
    package static func requireFree(_ file: String, replaces: Bool, for option: String) throws(Failure) {
        var status = stat()
        guard stat(file, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .noRegularFile(option: option, file: file) }
        guard replaces else { throw .outputExists(option: option, file: file) }
    }

    /// Writes the bytes under a temporary name in the same folder, then gives them the file's name, which no other file
    /// may have got meanwhile unless it may be replaced.
    package static func write(
        _ bytes: [UInt8], to file: String, replaces: Bool, for option: String
    ) throws(Failure) {
        let pending = try PendingFile(for: file, replaces: replaces, option)
        if let problem = writeAll(bytes, to: pending.descriptor) {
            pending.discard()
            throw .outputFailed(file: file, errno: problem)
        }
        try pending.commit()
    }

    /// Writes files into a folder, which is created if it does not exist; none of them where one may not be replaced.
    package static func write(
        _ files: [(name: String, bytes: [UInt8])], into folder: String, replaces: Bool, for option: String
    ) throws(Failure) {
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw .outputRefused(option: option, file: folder, errno: errno)
        }
        let files = files.map { ("\(folder)/\($0.name)", $0.bytes) }
        for (file, _) in files { try requireFree(file, replaces: replaces, for: option) }
        for (file, bytes) in files { try write(bytes, to: file, replaces: replaces, for: option) }
    }
}
