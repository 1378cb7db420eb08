import Foundation

/// The start time of a sandbox, from the call that starts the process to the answer to its first request.
enum SandboxStart {
    static func measure(_ tool: String, _ count: Int) throws -> [String: Double] {
        var wall: [Double] = [], processor: [Double] = [], listening: [Double] = []
        for _ in 0..<count {
            let time = try start(tool)
            wall.append(time.answered)
            listening.append(time.listening)
            processor.append(time.processor)
        }
        return [
            "listening": listening.median, "answered": wall.median, "processor": processor.median,
            "slowest": wall.max() ?? 0,
        ]
    }

    /// One start, in milliseconds.
    private static func start(_ tool: String) throws -> (
        listening: Double, answered: Double, processor: Double
    ) {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        defer { posix_spawn_file_actions_destroy(&actions) }
        var arguments = [strdup(tool), strdup("sandbox"), nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let begin = DispatchTime.now().uptimeNanoseconds
        let status = posix_spawn(&child, tool, &actions, nil, &arguments, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard status == 0 else { throw BenchError.peer(tool, "cannot be started: \(status)") }
        defer {
            kill(child, SIGKILL)
            var status: Int32 = 0
            waitpid(child, &status, 0)
        }
        let reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: false)
        guard let line = PeerProcess.line(from: reading),
            let port = line.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw BenchError.peer(tool, "did not say its address") }
        let listening = DispatchTime.now().uptimeNanoseconds
        guard SilentServer.answers(on: port, "GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        else { throw BenchError.peer(tool, "did not answer") }
        let end = DispatchTime.now().uptimeNanoseconds
        return (
            Double(listening - begin) / 1e6, Double(end - begin) / 1e6,
            ServerProcess.processorNanoseconds(of: child) / 1e6
        )
    }
}
