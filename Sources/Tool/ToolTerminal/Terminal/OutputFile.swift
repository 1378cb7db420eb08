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

    /// Refuses outputs beside results of which two are one file, or one is standard output or not free.
    ///
    /// - Parameter continued: The option whose file may be there, as what it has is continued.
    package static func requireFree(
        _ outputs: [(option: String, file: String?)], replaces: Bool, continued: String? = nil
    ) throws(Failure) {
        var options: [String: String] = [:]
        for (option, file) in outputs {
            guard let file else { continue }
            guard file != Input.standard else { throw .reportInOutput(option: option) }
            if let other = options.updateValue(option, forKey: file) {
                throw .contradiction("\(other) \(file)", "\(option) \(file)")
            }
            if option != continued { try requireFree(file, replaces: replaces, for: option) }
        }
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

/// A file that is written under a temporary name in its folder and gets its own only once it is complete.
package struct PendingFile {
    /// The name as it was given.
    package let name: String
    package let descriptor: Int32
    private let option: String
    private let replaces: Bool
    private let target: String
    private let temporary: UnfinishedFiles.Entry

    package init(for file: String, replaces: Bool, _ option: String) throws(Failure) {
        (name, self.replaces, self.option) = (file, replaces, option)
        target = PendingFile.linked(file)
        // Beforehand, so that no signal comes in between; nobody else has a file of this name.
        let number = String(UInt64.random(in: 0...(.max)), radix: 36)
        temporary = UnfinishedFiles.add("\(target).\(number).tmp")
        descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let problem = errno
            UnfinishedFiles.remove(temporary)
            throw .outputRefused(option: option, file: file, errno: problem)
        }
        // A replacement stays as private as the file it replaces.
        var status = stat()
        if stat(target, &status) == 0 { fchmod(descriptor, status.st_mode & 0o777) }
    }

    package func commit() throws(Failure) {
        var problem: Int32?
        if fsync(descriptor) != 0 { problem = errno }
        if close(descriptor) != 0, problem == nil { problem = errno }
        if problem == nil { problem = moved }
        if problem != nil { unlink(temporary.path) }
        UnfinishedFiles.remove(temporary)
        switch problem {
        case nil: return
        case EEXIST where !replaces: throw .outputExists(option: option, file: name)
        case .some(let problem): throw .outputFailed(file: name, errno: problem)
        }
    }

    package func discard() {
        close(descriptor)
        unlink(temporary.path)
        UnfinishedFiles.remove(temporary)
    }

    /// Moves the file to its place and returns `nil`, or the error number that prevented it.
    private var moved: Int32? {
        guard !replaces else { return rename(temporary.path, target) == 0 ? nil : errno }
        guard link(temporary.path, target) != 0 else {
            unlink(temporary.path)
            return nil
        }
        // Some file systems have no links.
        guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(errno) else { return errno }
        let reserved = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard reserved >= 0 else { return errno }
        close(reserved)
        guard rename(temporary.path, target) != 0 else { return nil }
        defer { unlink(target) }
        return errno
    }

    /// The most links that lead from one to the next; as many as Linux follows.
    private static let mostLinks = 40

    /// The file that a name stands for: a link keeps pointing to it, even if it does not exist yet.
    private static func linked(_ file: String) -> String {
        var file = file
        for _ in 0..<mostLinks {
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: file) else { break }
            let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
            file = next.utf8.first == UInt8(ascii: "/") ? next : folder + next
        }
        return file
    }
}

/// The temporary files of this process, which signals that end it remove.
package enum UnfinishedFiles {
    /// A name that is kept where a signal handler can read it.
    package struct Entry {
        package let path: String
        fileprivate let slot: Int?
    }

    /// More than are ever written at a time.
    private static let most = 16
    private static let ends = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU]
    /// Names are never freed: a handler may be reading them.
    nonisolated(unsafe) private static let names = {
        let names = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: most)
        names.initialize(repeating: nil, count: most)
        return names
    }()
    private static let handlers: Void = ends.forEach(handle)

    /// Removes the file of this name if a signal ends the process.
    package static func add(_ path: String) -> Entry {
        let slot = (0..<most).first { names[$0] == nil }
        if let slot { names[slot] = strdup(path) }
        handlers
        return Entry(path: path, slot: slot)
    }

    /// Leaves the file of an entry alone from now on.
    package static func remove(_ entry: Entry) {
        if let slot = entry.slot { names[slot] = nil }
    }

    /// Removes all of them; a signal handler may do it, too.
    package static func discard() {
        for slot in 0..<most {
            if let name = names[slot] { unlink(name) }
        }
    }

    /// Takes over a signal that would end the process without a word.
    private static func handle(_ number: Int32) {
        var present = sigaction()
        guard sigaction(number, nil, &present) == 0, isDefault(present) else { return }
        signal(number) { number in
            UnfinishedFiles.discard()
            signal(number, SIG_DFL)
            raise(number)
        }
        // Some programs start others with everything blocked that they block in a thread of their own.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler == nil
        #else
        action.__sigaction_handler.sa_handler == nil
        #endif
    }
}

/// Files and standard input, by the names on the command line.
package enum Input {
    package static let standard = "-"
}
