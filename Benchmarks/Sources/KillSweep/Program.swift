internal import CTracer
internal import Foundation

/// A command line and the folder in which it runs.
struct Program: Sendable {
    let words: [String]
    let folder: Folder

    /// The faults for the system calls of a run, which are counted over all threads from 1.
    struct Plan: Sendable {
        var action = tracer_counts
        /// The first call concerned, and their number from there; 0: all.
        var first = 1, count = 0
        var error: Int32 = 0
        /// Only calls of these names, and only on files whose names begin with `file`.
        var calls: [String] = []
        var file: String?

        static let counting = Plan()
        static func killing(at first: Int) -> Plan { Plan(action: tracer_kills, first: first) }
    }

    /// A system call of a run.
    struct Call: Hashable, Sendable {
        /// The name; empty if the call neither changes nor asks anything.
        let name: String
        /// The name of the file.
        let file: String
        /// The first word of the data that it sends.
        let word: String
    }

    /// The end of a run.
    struct Ending: Sendable {
        /// The exit code; nil if a signal ended it.
        var exit: Int32?
        var signal: Int32?
        var output = "", advice = ""
        /// The number of calls that it began, of those that matched the plan, and of those that were hit.
        var calls = 0, matches = 0, hits = 0
        var trace: [Call] = []

        init(status: Int32) {
            if status & 0x7f == 0 { exit = (status >> 8) & 0xff } else { signal = status & 0x7f }
        }
    }

    private static let longestTrace = 1 << 16

    /// Runs it to its end under the plan.
    func run(
        _ plan: Plan, tracing: Bool = false, name: String = "tool", pid: UnsafeMutablePointer<pid_t>? = nil
    ) throws -> Ending {
        let files = try folder.outputs(name)
        defer { files.close() }
        var result = tracer_result()
        var calls = [tracer_call](repeating: tracer_call(), count: tracing ? Program.longestTrace : 0)
        let numbers = plan.calls.map { tracer_number($0) }
        if let wrong = plan.calls.first(where: { tracer_number($0) < 0 }) {
            throw KillError.system("no system call is named \(wrong)")
        }
        let problem = start(files) { program in
            numbers.withUnsafeBufferPointer { numbers in
                (plan.file ?? "").withCString { file in
                    var rules = tracer_plan(
                        action: plan.action, first: Int64(plan.first), count: Int64(plan.count),
                        error: plan.error,
                        calls: numbers.baseAddress, call_count: numbers.count,
                        file: plan.file == nil ? nil : file)
                    return calls.withUnsafeMutableBufferPointer {
                        tracer_run(&program, &rules, pid, $0.baseAddress, $0.count, &result)
                    }
                }
            }
        }
        guard problem == 0 else { throw KillError.system("tracing: \(String(cString: strerror(problem)))") }
        var ending = Ending(status: result.status)
        (ending.calls, ending.matches, ending.hits) = (
            Int(result.calls), Int(result.matches), Int(result.hits)
        )
        ending.trace = calls.prefix(ending.calls).map { Call($0) }
        (ending.output, ending.advice) = (
            try folder.text("\(name).output"), try folder.text("\(name).advice")
        )
        return ending
    }

    /// Starts it and lets it run; it does not outlive the thread that starts it.
    func started(name: String = "tool") throws -> Running {
        let files = try folder.outputs(name)
        defer { files.close() }
        let pid = start(files) { tracer_start(&$0) }
        guard pid > 0 else { throw KillError.system("\(words[0]) cannot be started") }
        return Running(pid: pid, folder: folder, name: name)
    }

    /// Runs it to its end, untouched.
    func finished(name: String = "tool") throws -> Ending { try started(name: name).ended() }

    private func start<Result>(
        _ files: Folder.Outputs, _ body: (inout tracer_program) -> Result
    ) -> Result {
        // Each scene has records of its own.
        let environment = ProcessInfo.processInfo.environment.merging(["XDG_STATE_HOME": folder.records]) {
            $1
        }
        let strings = words.map { strdup($0) }, settings = environment.map { strdup("\($0)=\($1)") }
        defer { (strings + settings).forEach { free($0) } }
        var pointers = strings.map { UnsafePointer($0) } + [nil]
        var set = settings.map { UnsafePointer($0) } + [nil]
        return folder.path.withCString { folder in
            pointers.withUnsafeMutableBufferPointer { words in
                set.withUnsafeMutableBufferPointer { set in
                    var program = tracer_program(
                        words: words.baseAddress, environment: set.baseAddress, folder: folder,
                        output: files.output, advice: files.advice)
                    return body(&program)
                }
            }
        }
    }
}

/// A process that was started.
struct Running {
    let pid: pid_t
    let folder: Folder
    let name: String

    func send(_ signal: Int32) { kill(pid, signal) }

    var hasEnded: Bool { tracer_has_ended(pid) != 0 }

    /// Waits for its end.
    func ended() throws -> Program.Ending {
        var ending = Program.Ending(status: tracer_wait(pid))
        (ending.output, ending.advice) = (
            try folder.text("\(name).output"), try folder.text("\(name).advice")
        )
        return ending
    }
}

extension Program.Call {
    fileprivate init(_ call: tracer_call) {
        name = tracer_name(Int64(call.number)).map { String(cString: $0) } ?? ""
        file = withUnsafeBytes(of: call.file) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        word = withUnsafeBytes(of: call.text) {
            String(decoding: $0.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
        }
    }
}

/// An error that prevents a sweep, which is no violation of anything.
enum KillError: Error, CustomStringConvertible {
    case system(String)
    case server(String)
    case unexpected(String)

    var description: String {
        switch self {
        case .system(let text), .server(let text), .unexpected(let text): text
        }
    }
}
