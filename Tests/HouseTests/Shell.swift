import Foundation

/// A shell for a reader of the README: the package's own programs are in reach, and its data is beside it.
final class Shell {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "Datasets"),
            withDestinationURL: PackageTree.root.appending(path: "Datasets"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The lines that a command prints to both outputs. Its exit code is ignored.
    func output(of command: String) throws -> [String] {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "-c", command]
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        // The built programs are beside the test program.
        environment["PATH"] = "\(Bundle.main.bundlePath):\(environment["PATH"] ?? "")"
        environment["NO_COLOR"] = "1"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: bytes, as: UTF8.self)
        return (text.hasSuffix("\n") ? String(text.dropLast()) : text).components(separatedBy: "\n")
    }
}
