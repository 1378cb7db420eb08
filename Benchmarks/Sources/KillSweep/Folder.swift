internal import Foundation

/// A folder of files that are put back to an earlier state again and again.
struct Folder: Sendable {
    let path: String

    /// A new folder, in memory if the machine has a file system there.
    static func made(_ name: String) throws -> Folder {
        let memory = "/dev/shm"
        let root =
            FileManager.default.isWritableFile(atPath: memory)
            ? memory : FileManager.default.temporaryDirectory.path
        let folder = Folder(path: "\(root)/\(name)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        return folder
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

    func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: file(name))) }

    func write(_ bytes: Data, _ name: String) throws { try bytes.write(to: URL(filePath: file(name))) }

    func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path) }
    }

    /// Removes all files whose names have the prefix.
    func clear(_ prefix: String) throws {
        for name in try names where name.hasPrefix(prefix) { unlink(file(name)) }
    }

    /// The files whose names have one of the prefixes, with their contents.
    func state(_ prefixes: [String]) throws -> [String: Data] {
        var state: [String: Data] = [:]
        for name in try names where prefixes.contains(where: name.hasPrefix) { state[name] = try bytes(name) }
        return state
    }

    /// The folder in which the tool keeps copies of jobs.
    var records: String { file("state") }

    /// Puts files back, and removes those of the same kind that were not there, and what the tool keeps of its jobs.
    func restore(_ state: [String: Data], _ prefixes: [String]) throws {
        try? FileManager.default.removeItem(atPath: records)
        for prefix in prefixes { try clear(prefix) }
        for (name, bytes) in state { try write(bytes, name) }
    }

    /// The files that a process writes its output to.
    struct Outputs {
        let output, advice: Int32

        func close() {
            Foundation.close(output)
            Foundation.close(advice)
        }
    }

    func outputs(_ name: String) throws -> Outputs {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let (output, advice) = (
            open(file("\(name).output"), flags, 0o600), open(file("\(name).advice"), flags, 0o600)
        )
        guard output >= 0, advice >= 0 else { throw KillError.system("\(path) cannot be written to") }
        return Outputs(output: output, advice: advice)
    }
}
