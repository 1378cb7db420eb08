import Foundation
package import ToolTerminal

/// An executable beside `quadcal` with commands of its own, to which `quadcal COMMAND` hands over.
///
/// What recalibrates and checks is in `quadcal` itself, so that a wing can neither slow nor break it.
package struct Wing: Sendable {
    /// The name of its file.
    package let name: String
    package let commands: [(name: String, summary: String)]

    package init(_ name: String, commands: [(name: String, summary: String)]) {
        (self.name, self.commands) = (name, commands)
    }

    /// The summary of one of its commands.
    package subscript(command: String) -> String {
        commands.first { $0.name == command }?.summary ?? ""
    }

    /// Frames of sessions, devices and cameras.
    package static let frames = Wing(
        "quadcal-frames",
        commands: [
            ("fuse", "make one set of markers of several sessions"),
            ("graph", "check and solve a graph of frames and motions between them"),
            ("handeye", "find where a camera sits on a hand or device"),
            ("rebase", "carry recorded messages of devices into another frame"),
        ])

    /// Phones, rooms of devices, and what waits for a network.
    package static let devices = Wing(
        "quadcal-devices",
        commands: [
            ("sense", "make markers of what a phone detects"),
            ("sync", "send what waited for a network, and bring what is kept up to date"),
            ("relay", "carry messages between the devices of a room"),
        ])

    /// The file beside the running executable, wherever a link to that lies.
    private var file: URL {
        let own = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
        return own.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name)
    }

    /// Becomes the wing, which carries the arguments out in this process.
    package func takeOver(_ arguments: [String]) throws(Failure) -> Never {
        let path = file.path
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        let problem = errno
        words.forEach { free($0) }
        throw .wing(name, file: path, command: arguments.first ?? "", errno: problem)
    }

    /// Its part of a text about the whole tool; `nil` where it is not installed.
    func text(of part: ToolPart) throws(Failure) -> String? {
        let path = file.path
        guard access(path, X_OK) == 0 else { return nil }
        let process = Process(), pipe = Pipe()
        process.executableURL = file
        process.arguments = [ToolPart.command, part.rawValue]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        do { try process.run() } catch {
            throw .wing(name, file: path, command: part.rawValue, errno: ENOEXEC)
        }
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0, process.terminationReason == .exit else {
            throw .wing(name, file: path, command: part.rawValue, errno: ENOEXEC)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Failure {
    /// A wing that cannot be run.
    fileprivate static func wing(
        _ name: String, file: String, command: String, errno problem: Int32
    ) -> Failure {
        let reason =
            problem == ENOENT
            ? "which is not installed: \(fileLabel(file)) is missing; it comes with quadcal in every archive, and swift build "
                + "makes it"
            : "and \(fileLabel(file)) cannot be run: \(String(cString: strerror(problem)))"
        return Failure(.unreadable, file: file, "\(visible(command)) is a command of \(name), \(reason)")
    }
}
