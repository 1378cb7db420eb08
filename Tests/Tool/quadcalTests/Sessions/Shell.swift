import Foundation

/// A shell that runs one line, with a terminal that sends it keys: it ends as the first program of a pipe
/// does that does not end well.
struct Shell {
    private let process: pid_t

    /// The whole environment of it and of what it starts, except the folder; the date is 2026-11-20.
    private static let environment = [
        "LANG=C.UTF-8", "TERM=xterm-256color", "SOURCE_DATE_EPOCH=1795161600",
    ]
    /// From spawn.h, which Swift does not import here.
    private static let newSession: Int16 = 0x80

    init(_ line: String, at terminal: String, in folder: String) throws {
        var actions = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The first terminal that the leader of a session opens is the one that signals come from.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var none = sigset_t(), all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Shell.newSession | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let arguments = ["bash", "--norc", "-o", "pipefail", "-c", "cd\n\(line)"]
        let environment = Shell.environment + ["HOME=\(folder)", "PATH=\(folder)/.bin:/usr/bin:/bin"]
        var process: pid_t = 0
        let error = Shell.withPointers(arguments) { arguments in
            Shell.withPointers(environment) { environment in
                posix_spawn(&process, "/bin/bash", &actions, &attributes, arguments, environment)
            }
        }
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .ENOEXEC) }
        self.process = process
    }

    private static func withPointers<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }

    /// Ends it, and what it started in the foreground.
    func kill() { _ = Glibc.kill(-process, SIGKILL) }

    /// Its exit status once it has ended, as a shell gives it: 128 and the signal if one ended it.
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }
}
