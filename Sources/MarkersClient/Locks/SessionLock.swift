public import Foundation
internal import Markers

/// The lock of a work session, held by extending it in time.
///
/// It only keeps other people's tools away; the version of every write protects their edits. By its own clock it counts as
/// lost as soon as it might expire before a request sent now is answered.
public actor SessionLock {
    /// How long the server keeps it without an extension, in seconds.
    public static let seconds = 60

    private let api: MarkersAPI
    /// What another process needs to resume it if this one ends without releasing it.
    public nonisolated let ticket: LockTicket
    private var expires: Duration
    private var extending: Task<Void, Never>?

    private init(_ api: MarkersAPI, _ ticket: LockTicket, _ expires: Duration) {
        (self.api, self.ticket, self.expires) = (api, ticket, expires)
    }

    /// Takes the lock by whichever routes the server has; `nil` if somebody else has it.
    public static func take(_ session: UUID, _ api: MarkersAPI) async throws(APIError) -> SessionLock? {
        for style in LockStyle.allCases {
            // Counted from before the request, so that the server never counts from an earlier moment.
            let start = api.clock.now
            do throws(APIError) {
                let reply = try await api.lock(session, seconds: seconds, style)
                guard let reply, reply.isHeld == true, let token = reply.token else { return nil }
                let ticket = LockTicket(session, style, token: token)
                let lock = SessionLock(api, ticket, start + .seconds(seconds))
                await lock.keepExtending()
                return lock
            } catch {
                guard style == .workSessions, error.isWrongRoute else { throw error }
            }
        }
        return nil
    }

    /// Resumes a lock that was never released; `nil` if the server no longer knows it or cannot say.
    public static func resume(_ ticket: LockTicket, _ api: MarkersAPI) async -> SessionLock? {
        let lock = SessionLock(api, ticket, .zero)
        await lock.extend()
        guard await lock.holds(for: .zero) else { return nil }
        await lock.keepExtending()
        return lock
    }

    /// Whether a request with this timeout is answered while the lock is held.
    public func holds(for timeout: Duration) -> Bool { api.clock.now + timeout < expires }

    /// Releases the lock, which otherwise expires by itself.
    public func release() async {
        extending?.cancel()
        _ = try? await api.unlock(ticket.session, token: ticket.token, ticket.style)
        expires = .zero
    }

    private func keepExtending() {
        extending = Task { [weak self, clock = api.clock] in
            while (try? await clock.sleep(for: .seconds(SessionLock.seconds) / 3)) != nil {
                await self?.extend()
            }
        }
    }

    private func extend() async {
        let start = api.clock.now
        let reply = try? await api.extendLock(
            ticket.session, token: ticket.token, seconds: SessionLock.seconds, ticket.style)
        if reply?.isHeld == true { expires = start + .seconds(SessionLock.seconds) }
        // If the server says that the lock is no longer ours, it is lost; without an answer it lasts as long as promised.
        if reply?.isHeld == false { expires = .zero }
    }

    deinit { extending?.cancel() }
}
