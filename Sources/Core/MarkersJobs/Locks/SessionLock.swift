public import Foundation
internal import Markers
public import MarkersEndpoint

/// The lock of a work session, held by extending it in time.
///
/// It only keeps other people's tools away; the version of every write protects their edits. By its own clock it counts as
/// lost as soon as it might expire before a request sent now is answered. A request about a lock that fails is sent again,
/// since giving up would lock its own user out until the lock expires.
public actor SessionLock {
    /// Seconds that the server keeps it without an extension.
    public static let seconds = 60
    /// Seconds for which it is taken first, before it is extended: if that answer is lost, nobody can release the lock.
    static let firstSeconds = 10
    /// The interval of extensions: several may fail before a request with the usual timeout could outlast the lock.
    static let interval = Duration.seconds(10)
    /// The pause after an extension that failed.
    static let retry = Duration.seconds(2)
    /// The timeout of an extension, so that a few that hang do not use up the lock.
    private static let extensionTimeout = Duration.seconds(5)

    private let api: MarkersAPI
    /// All that another process needs to resume it if this one ends without releasing it.
    public private(set) var ticket: LockTicket
    private var expires: Duration
    private var extending: Task<Void, Never>?
    /// Whether somebody else has it now.
    private(set) var isLost = false

    private init(_ api: MarkersAPI, _ ticket: LockTicket, _ expires: Duration) {
        (self.api, self.ticket, self.expires) = (api, ticket, expires)
    }

    /// Takes the lock by whichever routes the server has; `nil` if somebody else has it.
    ///
    /// If an earlier request may have taken it, whose answer never came, or if `mayBeOurs` says that an earlier process may have
    /// left it behind, this waits until that lock expires.
    public static func take(
        _ session: UUID, mayBeOurs: Bool = false, _ api: MarkersAPI
    ) async throws(APIError) -> SessionLock? {
        let begin = api.clock.now
        var style = LockStyle.workSessions, failures = 0, failingSince = begin
        // The time for which a lock that is held may be one of ours.
        var patience = mayBeOurs ? Duration.seconds(seconds) : nil
        while true {
            // Counted from before the request, so that the server never counts from an earlier moment.
            let start = api.clock.now
            do throws(APIError) {
                let reply = try await answered(api, session, style).get()
                (failures, failingSince) = (0, api.clock.now)
                if let reply, reply.isHeld == true, let token = reply.token {
                    let lock = SessionLock(
                        api, LockTicket(session, style, token: token), start + .seconds(firstSeconds))
                    await lock.extend()
                    await lock.keepExtending()
                    return lock
                }
                guard let patience, api.clock.now - begin < patience + retry,
                    (try? await api.clock.sleep(for: retry)) != nil
                else { return nil }
            } catch {
                if style == .workSessions, error.isWrongRoute {
                    style = .plain
                    continue
                }
                let failure = error.failure
                guard failure?.isRetryable ?? error.isUnreadable else { throw error }
                failures += 1
                if error.mayBeApplied, patience == nil {
                    patience = api.clock.now - begin + .seconds(firstSeconds)
                }
                guard api.mayRetry(after: failures, since: failingSince),
                    await api.pause(after: failures, failure?.retryAfter)
                else { throw error }
            }
        }
    }

    /// Asks for the lock and awaits the answer even if the task is cancelled: only the answer has what releases it.
    private static func answered(
        _ api: MarkersAPI, _ session: UUID, _ style: LockStyle
    ) async -> Result<LockReply?, APIError> {
        await Task {
            do throws(APIError) {
                return .success(try await api.lock(session, seconds: firstSeconds, style))
            } catch {
                return .failure(error)
            }
        }.value
    }

    /// Resumes a lock that was never released; `nil` if the server no longer knows it or cannot say.
    public static func resume(_ ticket: LockTicket, _ api: MarkersAPI) async -> SessionLock? {
        let lock = SessionLock(api, ticket, .zero)
        for failures in 1...MarkersAPI.repetitions {
            await lock.extend()
            guard await !lock.isLost else { return nil }
            if await lock.holds(for: .zero) {
                await lock.keepExtending()
                return lock
            }
            guard await api.pause(after: failures) else { return nil }
        }
        return nil
    }

    /// Whether a request with this timeout is answered while the lock is held.
    public func holds(for timeout: Duration) -> Bool { !isLost && api.clock.now + timeout < expires }

    /// Releases the lock, which otherwise expires by itself; `false` if the server has not confirmed it, so that the ticket is
    /// still needed.
    @discardableResult
    public func release() async -> Bool {
        extending?.cancel()
        defer { expires = .zero }
        guard !isLost else { return true }
        for failures in 1...MarkersAPI.repetitions {
            do throws(APIError) {
                _ = try await api.unlock(ticket.session, token: ticket.token, ticket.style)
                return true
            } catch {
                guard error.failure?.isRetryable ?? error.isUnreadable else { return error.isMissing }
                guard await api.pause(after: failures, error.failure?.retryAfter) else { return false }
            }
        }
        return false
    }

    private func keepExtending() {
        extending = Task { [weak self, clock = api.clock] in
            var pause = SessionLock.interval
            while (try? await clock.sleep(for: pause)) != nil {
                guard let self else { return }
                pause = await extend() ? SessionLock.interval : SessionLock.retry
            }
        }
    }

    /// Extends the lock; `false` if the server did not say how that ended.
    @discardableResult
    private func extend() async -> Bool {
        let start = api.clock.now
        var api = api
        api.timeout = min(api.timeout, SessionLock.extensionTimeout)
        switch await isExtended(api) {
        case true?: expires = max(expires, start + .seconds(SessionLock.seconds))
        // A server that restarts may forget its locks.
        case false?: return await takeAgain(from: start, api)
        // Without an answer it lasts as long as promised.
        case nil: return false
        }
        return true
    }

    /// Whether the server has extended it; `nil` if it did not say.
    private func isExtended(_ api: MarkersAPI) async -> Bool? {
        do throws(APIError) {
            return try await api.extendLock(
                ticket.session, token: ticket.token, seconds: SessionLock.seconds, ticket.style
            ).isHeld
        } catch {
            guard case .failed(let failure, _) = error, let status = failure.status else { return nil }
            return [404, 409, 410, 423].contains(status) ? false : nil
        }
    }

    private func takeAgain(from start: Duration, _ api: MarkersAPI) async -> Bool {
        do throws(APIError) {
            let reply = try await api.lock(ticket.session, seconds: SessionLock.seconds, ticket.style)
            if let reply, reply.isHeld == true, let token = reply.token {
                ticket = LockTicket(ticket.session, ticket.style, token: token)
                expires = start + .seconds(SessionLock.seconds)
            } else {
                isLost = true
            }
            return true
        } catch {
            return false
        }
    }

    deinit { extending?.cancel() }
}

/// All that is needed to resume the lock of a session that an earlier process took and could not release.
public struct LockTicket: Hashable, Sendable {
    public let session: UUID
    /// The routes by which the lock was taken.
    public let style: LockStyle
    let token: String

    init(_ session: UUID, _ style: LockStyle, token: String) {
        (self.session, self.style, self.token) = (session, style, token)
    }

    /// Reads a ticket as a job keeps it; `nil` if the value is something else.
    init?(stored value: JSONValue) {
        guard let session = value["session"]?.string.flatMap(UUID.init),
            let style = value["style"]?.string.flatMap(LockStyle.init), let token = value["token"]?.string
        else { return nil }
        self.init(session, style, token: token)
    }

    /// Tickets as a job keeps them.
    static func json(_ tickets: [LockTicket]) -> [UInt8] {
        JSONWriter.array { json in
            for ticket in tickets {
                json.object { json in
                    json.member("session", ticket.session.wireText)
                    json.member("style", ticket.style.rawValue)
                    json.member("token", ticket.token)
                }
            }
        }
    }
}
