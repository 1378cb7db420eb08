import Foundation
package import ToolTerminal

extension Command {
    /// The time that a server may take to stop before a message says so, in seconds.
    private static let quiet = 0.2

    /// Prints where a server is and waits for a signal, which stops it; what is under way is still sent, and a second signal exits at
    /// once.
    package static func serve(
        _ address: String, advice: [String] = [], _ streams: inout Streams,
        stop: @escaping @Sendable () -> Void
    ) throws(Failure) -> ExitCode {
        let interruption = Interruption("stopped")
        let (asked, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        interruption.drains("stopped at once") { asked.signal() }
        try streams.print("\(address)\n")
        try streams.flush()
        advice.forEach(streams.advise)
        asked.wait()
        Thread.detachNewThread {
            stop()
            ended.signal()
        }
        if ended.wait(timeout: .now() + quiet) == .timedOut {
            Streams.interject("stopping after the pending answers")
            ended.wait()
        }
        return .good
    }
}
