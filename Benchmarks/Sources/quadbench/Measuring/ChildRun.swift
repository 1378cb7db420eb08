import Foundation

/// The cost of one run of a program, whose output is discarded.
struct ChildRun {
    /// From the call that starts it to its end, by the wall's clock.
    let milliseconds: Double
    /// The processor time of all its threads, including the system's.
    let processorMilliseconds: Double
    /// The most memory that it held, or the one that started it, in megabytes.
    let peakMegabytes: Double

    /// - Parameters:
    ///   - command: The program and its words.
    ///   - mayFind: Whether the program may end with 1, as tools do that have found something.
    init(_ command: [String], mayFind: Bool = false) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t(), status: Int32 = 0, usage = rusage()
        let begin = DispatchTime.now().uptimeNanoseconds
        guard posix_spawn(&child, command[0], &actions, nil, &arguments, environ) == 0,
            wait4(child, &status, 0, &usage) == child, status == 0 || mayFind && status == 1 << 8
        else { throw BenchError.peer(command[0], "ended with \(status)") }
        milliseconds = Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6
        peakMegabytes = Double(usage.ru_maxrss) / 1e3
        processorMilliseconds = ChildRun.milliseconds(usage.ru_utime) + ChildRun.milliseconds(usage.ru_stime)
    }

    private static func milliseconds(_ time: timeval) -> Double {
        Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
    }
}
