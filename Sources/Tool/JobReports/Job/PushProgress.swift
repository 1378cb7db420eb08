import Foundation
import Markers
package import MarkersJobs
package import ToolTerminal

/// The progress of a run on standard error: a bar on a terminal after a second, else a line every ten seconds.
package final class PushProgress: Sendable {
    /// The form in which it is shown.
    enum Form { case none, bar, lines }

    private struct Count {
        var ended = 0
        var isStopping = false
        /// The moment at which the run gives up, while the server fails.
        var patience: ContinuousClock.Instant?
    }

    private let count = Locked(Count())
    private let total: Int
    private let form: Form
    private let start = ContinuousClock.now
    private let drawing: Locked<Task<Void, Never>?> = Locked(nil)

    package init(total: Int, _ loudness: Loudness) {
        self.total = total
        form = loudness == .quiet ? .none : PushProgress.isOnTerminal ? .bar : .lines
        guard form != .none else { return }
        let (first, pause) =
            form == .bar ? (Duration.seconds(1), Duration.milliseconds(200)) : (.seconds(10), .seconds(10))
        drawing.with { drawing in
            drawing = Task { [weak self] in
                var wait = first
                while (try? await Task.sleep(for: wait)) != nil {
                    guard let self else { return }
                    draw()
                    wait = pause
                }
            }
        }
    }

    static var isOnTerminal: Bool {
        isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    }

    package func take(_ event: RunEvent) {
        switch event {
        case .marker:
            count.with {
                $0.ended = min($0.ended + 1, total)
                $0.patience = nil
            }
        case .waiting(let left): count.with { $0.patience = .now + left }
        case .stopping: count.with { $0.isStopping = true }
        default: break
        }
    }

    /// Removes the bar, which is not drawn again.
    package func end() {
        drawing.with { drawing in
            drawing?.cancel()
            drawing = nil
            if form == .bar { Streams.tell(PushProgress.erased) }
        }
    }

    package func interject(_ line: String) {
        guard form == .bar else { return Streams.interject(line) }
        Streams.tell("\(PushProgress.erased)quadcal: \(line)\n")
    }

    static let erased = "\r\u{1B}[K"

    private func draw() {
        let now = count.with { $0 }
        let text = PushProgress.text(
            now.ended, of: total, after: ContinuousClock.now - start, isStopping: now.isStopping,
            patience: now.patience.map { max($0 - ContinuousClock.now, .zero) })
        let shown =
            form == .bar
            ? "\r\(PushProgress.bar(now.ended, of: total)) \(text)\u{1B}[K" : "quadcal: \(text)\n"
        drawing.with { if $0 != nil { Streams.tell(shown) } }
    }

    private static let barWidth = 30

    static func bar(_ ended: Int, of total: Int) -> String {
        let filled = total > 0 ? barWidth * ended / total : barWidth
        return "[" + String(repeating: "#", count: filled) + String(repeating: " ", count: barWidth - filled)
            + "]"
    }

    /// The count, the rate and the time left; while the server fails, the time for which it is asked again.
    package static func text(
        _ ended: Int, of total: Int, after duration: Duration, isStopping: Bool = false,
        patience: Duration? = nil
    ) -> String {
        let seconds = duration / .seconds(1)
        let rate = seconds > 0 ? Double(ended) / seconds : 0
        var text = "\(ended) of \(counted(total, "marker"))"
        if rate > 0 { text += ", \(MeasureText.digits(2, rate)) a second" }
        if isStopping { return text + ", stopping" }
        if let patience {
            return text
                + ", the server fails or does not answer; asking for \(length(patience / .seconds(1))) more"
        }
        if rate > 0, ended < total { text += ", \(length(Double(total - ended) / rate)) left" }
        return text
    }

    private static func length(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded(.up))
        switch whole {
        case ..<120: return "\(whole) s"
        case ..<7200: return "\(whole / 60) min"
        default: return "\(whole / 3600) h"
        }
    }
}
