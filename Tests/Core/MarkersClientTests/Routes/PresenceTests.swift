import Foundation
import MarkersClient
import Synchronization
import Testing

@Suite("A user who is present in a session")
struct PresenceTests {
    private struct Trouble: Error {}

    /// A clock whose pauses are a ten-thousandth of what they should be.
    private struct HastyClock: ClientClock {
        private let start = ContinuousClock.now

        var now: Duration { start.duration(to: .now) }
        var date: Date { Date() }
        func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration / 10_000) }
    }

    /// A server that takes a moment for everything and notes what it has done.
    private final class Board: Sendable {
        private let log = Mutex<[HTTPMethod]>([])

        var done: [HTTPMethod] { log.withLock { $0 } }

        func api() throws -> MarkersAPI {
            let transport = ScriptedTransport(try Origin("https://a.example")) {
                request, _ throws(TransportError) in
                // Whoever hears of it no more does not stop it.
                await Task {
                    try? await Task.sleep(for: .milliseconds(3))
                    self.log.withLock { $0.append(request.method) }
                }.value
                return HTTPResponse(request.method == .delete ? 204 : 200, body: Array("{}".utf8))
            }
            return MarkersAPI(transport, clock: HastyClock())
        }

        /// Waits for this many announcements.
        func wait(for count: Int) async throws {
            while done.count < count { try await Task.sleep(for: .milliseconds(1)) }
        }

        /// Whether the user was announced at least so often and left once, after all of that.
        func isLeft(after announcements: Int) -> Bool {
            let done = done
            return done.count > announcements && done.last == .delete
                && done.dropLast().allSatisfy { $0 == .post }
        }
    }

    @Test("is announced before anything else, again and again, and has left at the end")
    func returns() async throws {
        let board = Board()
        let result = try await board.api().present("ann", in: UUID()) {
            #expect(board.done == [.post])
            try await board.wait(for: 4)
            return 42
        }
        #expect(result == 42 && board.isLeft(after: 4), "\(board.done)")
        let count = board.done.count
        try await Task.sleep(for: .milliseconds(20))
        #expect(board.done.count == count, "nothing follows")
    }

    @Test("has left, too, where the work fails")
    func throwing() async throws {
        let board = Board(), api = try board.api()
        await #expect(throws: Trouble.self) {
            try await api.present("ann", in: UUID()) {
                try await board.wait(for: 2)
                throw Trouble()
            }
        }
        #expect(board.isLeft(after: 2), "\(board.done)")
    }

    @Test("has left, too, where the work is cancelled")
    func cancelled() async throws {
        let board = Board(), api = try board.api()
        let task = Task { try await api.present("ann", in: UUID()) { try await board.wait(for: .max) } }
        try await board.wait(for: 2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(board.isLeft(after: 2), "\(board.done)")
    }

    @Test("is shown by a server while a job holds its sessions, and no longer")
    func hold() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        try await scene.api.present("ann", in: scene.session) {
            let hold = try await SessionHold.take([scene.session], as: "bob", scene.api)
            #expect(hold.others == [scene.session: ["ann"]])
            #expect(try await scene.api.presence(in: scene.session).sorted() == ["ann", "bob"])
            // As after Ctrl-C.
            let release = Task { await hold.release() }
            release.cancel()
            _ = await release.value
            #expect(try await scene.api.presence(in: scene.session) == ["ann"])
        }
        #expect(try await scene.api.presence(in: scene.session) == [])
    }

    @Test("is shown whenever it changes, until the task is cancelled")
    func updates() async throws {
        let replies = Mutex([[], [], ["bob"], ["bob"], ["bob", "ann"], ["ann", "bob"], ["ann"]])
        let transport = ScriptedTransport(try Origin("https://a.example")) { _, _ throws(TransportError) in
            let users = replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
            return HTTPResponse(200, body: Array("{\"users\":\(users)}".utf8))
        }
        let api = MarkersAPI(transport, clock: HastyClock()), session = UUID()
        var seen: [[String]] = []
        for try await users in api.presenceUpdates(in: session) {
            seen.append(users)
            if seen.count == 4 { break }
        }
        #expect(seen == [[], ["bob"], ["ann", "bob"], ["ann"]])
        // Nothing changes any more, so only the end of the task ends this.
        let loop = Task {
            var count = 0
            for try await _ in api.presenceUpdates(in: session) { count += 1 }
            return count
        }
        try await Task.sleep(for: .milliseconds(20))
        loop.cancel()
        #expect(try await loop.value <= 1)
    }
}
