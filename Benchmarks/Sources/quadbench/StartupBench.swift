import Foundation

/// How long the tool takes for next to nothing, from the call that starts it to its end, beside a program of C that does
/// nothing at all.
enum StartupBench {
    static let usage = "startup [--quadcal FILE] [--repeat K]"

    static func run(_ options: [String: String]) throws -> Any {
        let tool = options["quadcal"] ?? QuadcalTool.path
        let marker = FileManager.default.temporaryDirectory.appending(path: "one-\(UUID().uuidString).csv")
        try "0,1,0,1,1,0,1,0,0,0,0,0\n".write(to: marker, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: marker) }
        let cases = [
            ("version", [tool, "version"]), ("check of one marker", [tool, "check", marker.path]),
            ("true", ["/bin/true"]),
        ]
        var times = cases.map { _ in [Double]() }
        for round in 0...(try options.count("repeat", default: 60)) {
            for (index, (_, command)) in cases.enumerated() {
                let time = try milliseconds(of: command)
                if round > 0 { times[index].append(time) }
            }
        }
        return Dictionary(
            uniqueKeysWithValues: zip(cases, times).map { one, times in
                (one.0, ["median_ms": times.median, "least_ms": times.min() ?? 0])
            })
    }

    /// One run, by the wall's clock; what it prints goes nowhere.
    private static func milliseconds(of command: [String]) throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t(), status: Int32 = 0
        let begin = DispatchTime.now().uptimeNanoseconds
        guard posix_spawn(&child, command[0], &actions, nil, &arguments, environ) == 0,
            waitpid(child, &status, 0) == child, status == 0
        else { throw BenchError.peer(command[0], "ended with \(status)") }
        return Double(DispatchTime.now().uptimeNanoseconds - begin) / 1e6
    }
}
