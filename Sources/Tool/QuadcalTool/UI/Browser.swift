import Foundation

/// The browser of whoever sits at this machine.
enum Browser {
    #if os(Linux)
    private static let opener = "xdg-open"
    #else
    private static let opener = "open"
    #endif
    /// So long its answer is waited for, in steps of a hundredth of a second: some openers stay until the browser is closed.
    private static let patience = 300

    /// Opens a file; returns why it cannot be, `nil` if all seems well.
    static func open(_ file: String) -> String? {
        #if os(Linux)
        guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else {
            return "there is no screen"
        }
        #endif
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let path = URL(fileURLWithPath: file).path
        var words: [UnsafeMutablePointer<CChar>?] = [opener, path].map { (word: String) in strdup(word) }
        words.append(nil)
        defer { words.forEach { free($0) } }
        var child = pid_t()
        let problem = posix_spawnp(&child, opener, &actions, nil, &words, environ)
        guard problem == 0 else { return "\(opener) cannot be run (\(String(cString: strerror(problem))))" }
        var status: Int32 = 0
        for _ in 0..<patience {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return status == 0 ? nil : "\(opener) found no browser" }
            if ended < 0, errno != EINTR { return nil }
            usleep(10_000)
        }
        return nil
    }
}
