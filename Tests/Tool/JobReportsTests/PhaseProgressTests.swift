import Synchronization
import Testing

@testable import JobReports
@testable import ToolTerminal

@Suite("Phases that last")
struct PhaseProgressTests {
    /// The texts that were written to a terminal.
    private final class Screen: Sendable {
        private let texts = Mutex<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func tell(_ text: String) { texts.withLock { $0.append(text) } }
    }

    private func progress(_ screen: Screen, isShown: Bool = true) -> PhaseProgress {
        PhaseProgress(isShown: isShown, after: .milliseconds(1), every: .milliseconds(1)) { screen.tell($0) }
    }

    @Test("are shown with the requests that were answered, and erased when they end")
    func shown() async throws {
        let screen = Screen(), progress = progress(screen)
        progress.begin("listing")
        for _ in 0..<3 { progress.count() }
        while !screen.all.contains(where: { $0.hasPrefix("\rlisting: 3 requests, ") }) { await Task.yield() }
        progress.begin("comparing with the server")
        while screen.all.last?.hasPrefix("\rcomparing with the server: 0 requests, ") != true {
            await Task.yield()
        }
        progress.end()
        #expect(screen.all.last == "\r\u{1B}[K")
        let count = screen.all.count
        progress.end()
        #expect(screen.all.count == count, "what is not drawn is not erased")
    }

    @Test("end with the work that they show, whether it succeeds or throws")
    func during() throws {
        let screen = Screen(), progress = progress(screen, isShown: false)
        #expect(try progress.during("listing") { () throws(Failure) in 7 } == 7)
        #expect(throws: Failure.self) {
            try progress.during("listing") { () throws(Failure) in throw .declined }
        }
        #expect(screen.all.isEmpty, "nothing is shown where there is no terminal")
    }
}
