internal import CTracer
internal import Foundation

/// A sandbox in a process of its own, with its data in a file, always on the same port.
final class Server {
    let port: UInt16
    private let program: Program
    private var running: Running?

    /// The files that it keeps.
    static let files = ["data.sqlite"]

    init(_ tool: String, _ folder: Folder, port: UInt16, seed: UInt64 = 1, options: [String] = []) {
        self.port = port
        program = Program(
            words: [
                tool, "sandbox", "--data", "data.sqlite", "--seed", "\(seed)", "--port", "\(port)",
            ] + options, folder: folder)
    }

    deinit { stop() }

    var address: String { "http://127.0.0.1:\(port)" }

    /// Starts it and waits until it listens.
    func start() throws {
        let started = try program.started(name: "server")
        running = started
        try Server.wait(for: program.folder)
    }

    /// Waits until a server that was started has printed its address.
    static func wait(for folder: Folder) throws {
        for _ in 0..<20_000 {
            if try folder.text("server.output").hasSuffix("\n") { return }
            let advice = try folder.text("server.advice")
            guard advice.isEmpty else { throw KillError.server("the sandbox: \(advice)") }
            usleep(500)
        }
        throw KillError.server("the sandbox did not start within 10 s")
    }

    /// Kills it.
    func stop() {
        guard let started = running else { return }
        started.send(SIGKILL)
        _ = try? started.ended()
        running = nil
    }

    /// Starts it under a plan for its system calls, in a thread that waits for its end.
    func startTraced(_ plan: Program.Plan) throws -> TracedServer {
        try Data().write(to: URL(filePath: program.folder.file("server.output")))
        return TracedServer(program, plan)
    }

    /// A port that is free now.
    static func freePort() throws -> UInt16 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = loopback(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        guard isBound else { throw KillError.system("no port is free") }
        return UInt16(bigEndian: address.sin_port)
    }

    static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// A sandbox whose system calls are counted, in a thread that waits for its end.
final class TracedServer: @unchecked Sendable {
    private let pid = UnsafeMutablePointer<pid_t>.allocate(capacity: 1)
    private let condition = NSCondition()
    private var outcome: Result<Program.Ending, any Error>?

    init(_ program: Program, _ plan: Program.Plan) {
        pid.initialize(to: 0)
        Thread.detachNewThread { [self] in
            let outcome = Result { try program.run(plan, name: "server", pid: pid) }
            condition.withLock { self.outcome = outcome }
            condition.broadcast()
        }
    }

    deinit { pid.deallocate() }

    /// True if it has ended.
    var hasEnded: Bool { condition.withLock { outcome != nil } }

    /// Ends it, if it still runs, and returns its ending.
    func ended(by signal: Int32? = nil) throws -> Program.Ending {
        if let signal { tracer_send(pid, signal) }
        condition.lock()
        defer { condition.unlock() }
        while outcome == nil { condition.wait() }
        guard let outcome else { throw KillError.system("a thread ended without an outcome") }
        return try outcome.get()
    }
}
