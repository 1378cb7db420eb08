import Foundation
import StrictJSON
import ToolTerminal

extension Wing {
    /// The seconds that a wing may take for its part, which needs none.
    private static let patience = 20
    /// The most bytes of a part.
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
