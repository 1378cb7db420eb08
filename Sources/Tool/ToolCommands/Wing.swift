import Foundation
import StrictJSON
package import ToolTerminal

/// An executable beside `quadcal` with commands of its own, to which `quadcal COMMAND` hands over.
///
/// What recalibrates and checks is in `quadcal` itself, so that a wing can neither slow nor break it.
package struct Wing: Sendable {
    package let name: String
    package let commands: [(name: String, summary: String)]
    /// The JSON documents that they print or write, each with its source.
    package let documents: [(name: String, about: String)]

    package subscript(command: String) -> String {
        commands.first { $0.name == command }?.summary ?? ""
    }

    /// Frames of sessions, devices and cameras.
    package static let frames = Wing(
        name: "quadcal-frames",
        commands: [
            ("fuse", "make one set of markers of several sessions"),
            ("graph", "check and solve a graph of frames and motions between them"),
            ("handeye", "find where a camera sits on a hand or device"),
            ("rebase", "carry recorded messages of devices into another frame"),
        ],
        documents: [
            ("fuse", "what quadcal fuse --json prints"),
            ("graph", "what quadcal graph --json prints, and a graph that it reads"),
            ("handeye", "what quadcal handeye --json prints"),
            ("rebase", "what quadcal rebase --json prints"),
        ])

    /// Phones, rooms of devices, and what waits for a network.
    package static let devices = Wing(
        name: "quadcal-devices",
        commands: [
            ("sense", "make markers of what a phone detects"),
            ("sync", "send what waited for a network, and bring what is kept up to date"),
            ("relay", "carry messages between the devices of a room"),
        ],
        documents: [
            ("sense", "what quadcal sense --json prints"),
            ("camera", "a line of the camera frames that quadcal sense and raycast read with --camera"),
            ("sync", "what quadcal sync --json prints"),
        ])

    /// The path beside the running executable.
    var path: String { "\(Wing.folder)/\(name)" }

    /// The folder of the running executable, wherever a link to that lies.
    package static var folder: String {
        #if os(Linux)
        let own = realpath("/proc/self/exe", nil).map { path in
            defer { free(path) }
            return String(cString: path)
        }
        #else
        let own = Bundle.main.executableURL?.resolvingSymlinksInPath().path
        #endif
        let parts = (own ?? CommandLine.arguments[0]).split(separator: "/", omittingEmptySubsequences: false)
        return parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    }

    package var isInstalled: Bool { access(path, F_OK) == 0 }

    /// The variable by which a wing learns the version of the `quadcal` that hands over to it.
    private static let variable = "QUADCAL_HANDS_OVER"

    /// Becomes the wing, which carries the arguments out in this process.
    ///
    /// - Parameter subject: The command or option of the wing.
    package func takeOver(_ arguments: [String], for subject: String) throws(Failure) -> Never {
        let path = path
        // A wing hands nothing over: that would be this executable by the name of one.
        guard getenv(Wing.variable) == nil else {
            throw .wing(self, subject, "\(fileLabel(path)) is quadcal itself")
        }
        setenv(Wing.variable, QuadcalVersion.text, 1)
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        execv(path, &words)
        let problem = errno
        throw isInstalled
            ? .wing(self, subject, "\(fileLabel(path)) cannot be run: \(String(cString: strerror(problem)))")
            : .missingWing(self, subject)
    }

    /// Refuses to work for a `quadcal` of another version; afterwards children know nothing of it.
    static func requireOwnCaller(of wing: String) throws(Failure) {
        guard let caller = getenv(variable).map({ String(cString: $0) }) else { return }
        unsetenv(variable)
        guard caller != QuadcalVersion.text else { return }
        throw Failure(
            .unreadable,
            "quadcal is of version \(visible(caller)) and \(wing) of \(QuadcalVersion.text); install both from one archive"
        )
    }
}

extension Failure {
    static func wing(_ wing: Wing, _ subject: String, _ reason: String) -> Failure {
        Failure(
            .unreadable, code: "NO_WING", file: wing.path,
            "\(visible(subject)) is in \(wing.name), but \(reason)")
    }

    static func missingWing(_ wing: Wing, _ subject: String) -> Failure {
        .wing(
            wing, subject,
            "\(fileLabel(wing.path)) is missing; it comes with quadcal in every archive, and swift build makes it"
        )
    }
}

extension Wing {
    /// The seconds that a wing may take for its part, which needs none.
    private static let patience = 20
    private static let mostBytes = 1 << 20

    /// The first line of a part, by which it is known for one of this version.
    static let heading = "quadcal \(QuadcalVersion.text) part\n"
    /// The last line, without which something is missing.
    static let ending = "end of part\n"

    /// Its part of a text about the whole tool, for which it runs as a child.
    func text(of part: ToolPart, for subject: String) throws(Failure) -> String {
        let path = path
        guard isInstalled else { throw .missingWing(self, subject) }
        func failure(_ problem: Int32) -> Failure {
            .wing(self, subject, "\(fileLabel(path)) cannot be run: \(String(cString: strerror(problem)))")
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw failure(errno) }
        let (source, sink) = (ends[0], ends[1])
        defer { close(source) }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // One that is standard output already must stay open.
        posix_spawn_file_actions_adddup2(&actions, sink, STDOUT_FILENO)
        if source != STDOUT_FILENO { posix_spawn_file_actions_addclose(&actions, source) }
        if sink != STDOUT_FILENO { posix_spawn_file_actions_addclose(&actions, sink) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = [path, ToolPart.command, part.rawValue].map {
            (word: String) in strdup(word)
        }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var child = pid_t()
        let problem = posix_spawn(&child, path, &actions, nil, &words, environ)
        close(sink)
        guard problem == 0 else { throw failure(problem) }
        let bytes = Wing.read(source)
        if bytes == nil { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard status == 0, text.hasPrefix(Wing.heading), text.hasSuffix(Wing.ending) else {
            throw .wing(
                self, subject,
                "\(fileLabel(path)) did not answer as this version does; install both from one archive"
            )
        }
        return String(text.dropFirst(Wing.heading.count).dropLast(Wing.ending.count))
    }

    /// All that a pipe carries; `nil` where that takes too long, or is too much.
    private static func read(_ source: Int32) -> [UInt8]? {
        var bytes: [UInt8] = [], piece = [UInt8](repeating: 0, count: 1 << 16)
        let end = ContinuousClock.now + .seconds(patience)
        while ContinuousClock.now < end, bytes.count <= mostBytes {
            var wanted = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 1000) > 0 else { continue }
            let count = Foundation.read(source, &piece, piece.count)
            if count == 0 { return bytes }
            if count > 0 { bytes += piece[..<count] } else if errno != EINTR { return nil }
        }
        return nil
    }
}
