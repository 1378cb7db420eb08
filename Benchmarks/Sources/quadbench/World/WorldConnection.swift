import Foundation
import MarkersClient
import SandboxTransport

/// The connection of one process to the server, which may end with the process at one of its writes.
final class WorldConnection: BoundTransport, @unchecked Sendable {
    /// The moment at which a process ends.
    struct Cut {
        /// The write, counted from 1.
        let write: Int
        /// Whether the server still does it.
        let hasEffect: Bool
    }

    let origin: Origin
    private let server: SandboxTransport
    private let clock: WorldClock
    private let cut: Cut?
    /// The doings of somebody else at a write, before it is sent.
    private var interlude: (write: Int, act: @Sendable () async -> Void)?
    /// The work at the moment at which the process ends.
    private let end: @Sendable () -> Void
    private let lock = NSLock()
    private var writes = 0, isDead = false

    init(
        _ server: SandboxTransport, _ clock: WorldClock, cut: Cut? = nil,
        interlude: (write: Int, act: @Sendable () async -> Void)? = nil, isAway: Bool = false,
        end: @escaping @Sendable () -> Void = {}
    ) {
        (self.server, self.clock, self.cut, self.interlude, self.end) = (server, clock, cut, interlude, end)
        origin = server.origin
        isDead = isAway
    }

    /// Whether the process has ended, or there is no network.
    var hasEnded: Bool { lock.withLock { isDead } }

    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        clock.advance(by: 1)
        guard !hasEnded else { throw WorldConnection.none }
        guard request.method != .get else { return try await server.send(request, timeout: timeout) }
        let number = lock.withLock {
            writes += 1
            return writes
        }
        if let interlude, interlude.write == number {
            self.interlude = nil
            await interlude.act()
        }
        guard let cut, cut.write == number else { return try await server.send(request, timeout: timeout) }
        if cut.hasEffect { _ = try? await server.send(request, timeout: timeout) }
        end()
        lock.withLock { isDead = true }
        throw WorldConnection.none
    }

    private static let none = TransportError(
        .unreachable, mayHaveArrived: false, "nobody is there any more")
}
