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
        /// Whether it is that, or the next one of a marker after it.
        var isAtMarker = false
    }

    let origin: Origin
    private let server: SandboxTransport
    private let clock: WorldClock
    private let cut: Cut?
    var interlude: WorldInterlude?
    /// The writes of markers that had arrived when somebody else took the lock.
    var writesWithLock: Int?
    /// The work at the moment at which the process ends.
    private let end: @Sendable () -> Void
    private let lock = NSLock()
    private var writes = 0, isDead = false, holds = false, ofMarkers = 0

    init(
        _ server: SandboxTransport, _ clock: WorldClock, cut: Cut? = nil,
        isAway: Bool = false,
        end: @escaping @Sendable () -> Void = {}
    ) {
        (self.server, self.clock, self.cut, self.end) = (server, clock, cut, end)
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
        if let interlude, number >= interlude.write, !request.path.contains("/spaces/"),
            !interlude.isAtMarker || request.marker != nil
        {
            self.interlude = nil
            if interlude.losesAnswer { _ = try? await write(request, timeout) }
            await interlude.act(request.marker)
            if interlude.losesAnswer {
                throw TransportError(.connectionLost, mayHaveArrived: true, "the answer is lost")
            }
        }
        guard let cut, cut.isAtMarker ? request.marker != nil && number >= cut.write : number == cut.write
        else {
            return try await write(request, timeout)
        }
        if cut.hasEffect { _ = try? await write(request, timeout) }
        end()
        lock.withLock { isDead = true }
        throw WorldConnection.none
    }

    private func write(
        _ request: HTTPRequest, _ timeout: Duration
    ) async throws(TransportError) -> HTTPResponse {
        let response = try await server.send(request, timeout: timeout)
        lock.withLock {
            if request.marker != nil { ofMarkers += 1 }
            guard request.path.contains("/locks/"), response.status < 300 else { return }
            if request.method == .delete || request.path.hasSuffix("/unlock") {
                holds = false
            } else {
                guard String(decoding: response.body, as: UTF8.self).contains("\"token\":\"") else { return }
                (holds, writesWithLock) = (true, nil)
            }
        }
        return response
    }

    /// Whether this process has the lock of a session, as far as the server has told it.
    var hasLock: Bool { lock.withLock { holds } }

    /// The writes of markers that have arrived.
    var markerWrites: Int { lock.withLock { ofMarkers } }

    private static let none = TransportError(
        .unreachable, mayHaveArrived: false, "nobody is there any more")
}

extension HTTPRequest {
    /// The marker that is written.
    fileprivate var marker: UUID? {
        guard method == .patch, let name = path.split(separator: "/").last, path.contains("/markers/")
        else { return nil }
        return UUID(uuidString: String(name))
    }
}
