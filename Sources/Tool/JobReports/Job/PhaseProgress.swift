import Foundation
import Markers
package import MarkersEndpoint
import MarkersJobs
package import ToolTerminal

/// The phase that a command is in, on standard error of a terminal: after a second, with the requests that were answered and the time.
///
/// Phases that have no number of markers to count, as listing, taking locks and comparing, are shown so; ``PushProgress`` shows the push.
package final class PhaseProgress: Sendable {
    private struct State {
        var phase: String?
        var requests = 0
        var since = ContinuousClock.now
        var isDrawn = false
        var drawing: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let isShown: Bool
    private let tell: @Sendable (String) -> Void
    private let pauses: (first: Duration, next: Duration)

    package init(
        isShown: Bool, after first: Duration = .seconds(1), every next: Duration = .milliseconds(200),
        tell: @escaping @Sendable (String) -> Void = { Streams.tell($0) }
    ) {
        (self.isShown, self.tell, pauses) = (isShown, tell, (first, next))
    }

    package convenience init(_ loudness: Loudness) {
        self.init(isShown: loudness != .quiet && PushProgress.isOnTerminal)
    }

    /// Counts every answer; for the log of an API.
    package var log: @Sendable (RequestRecord) -> Void {
        { [self] _ in count() }
    }

    package func count() { state.with { $0.requests += 1 } }

    /// Ends the last phase and begins one, in words such as "listing".
    package func begin(_ phase: String) {
        guard isShown else { return }
        end()
        let drawing = Task { [weak self, pauses] in
            var wait = pauses.first
            while (try? await Task.sleep(for: wait)) != nil {
                guard let self else { return }
                draw()
                wait = pauses.next
            }
        }
        state.with { $0 = State(phase: phase, drawing: drawing) }
    }

    /// Removes the line, which is not drawn again.
    package func end() {
        state.with { state in
            state.drawing?.cancel()
            if state.isDrawn { tell(PushProgress.erased) }
            state = State()
        }
    }

    /// Shows a phase while work is done.
    package func during<Value>(_ phase: String, _ work: () throws(Failure) -> Value) throws(Failure) -> Value
    {
        begin(phase)
        defer { end() }
        return try work()
    }

    package func interject(_ line: String) {
        end()
        Streams.interject(line)
    }

    private func draw() {
        state.with { state in
            guard let phase = state.phase else { return }
            let seconds = Int((ContinuousClock.now - state.since) / .seconds(1))
            tell("\r\(phase): \(counted(state.requests, "request")), \(seconds) s\u{1B}[K")
            state.isDrawn = true
        }
    }
}
