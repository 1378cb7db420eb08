public import Foundation
public import MarkersEndpoint

/// Sessions held during the run of a job: locked, if the server has locks, and with us announced as present.
///
/// The version of every write protects other people's edits; this keeps people from making edits in vain. A lock that is
/// not released expires by itself, and so does presence.
public struct SessionHold: Sendable {
    /// The locks, for ``RunOptions/locks``; empty if they are not wanted or the server has none.
    public let locks: [SessionLock]
    /// The other users present, by session.
    public let others: [UUID: [String]]
    private let presence: Presence

    /// Takes the locks of all sessions that have one, or of none, then announces the user as present until the release.
    ///
    /// Locks that an earlier process left behind are resumed. Failures to read or announce presence are ignored.
    public static func take(
        _ sessions: [UUID], as user: String, isLocking: Bool = true, leftBehind tickets: [LockTicket] = [],
        _ api: MarkersAPI
    ) async throws(SessionHoldError) -> SessionHold {
        var others: [UUID: [String]] = [:]
        for session in sessions {
            let present = (try? await api.presence(in: session))?.filter { $0 != user } ?? []
            if !present.isEmpty { others[session] = present }
        }
        let locks = isLocking ? try await locks(of: sessions, tickets, others, api) : []
        return SessionHold(
            locks: locks, others: others, presence: await Presence.begin(user, in: sessions, api))
    }

    private static func locks(
        of sessions: [UUID], _ tickets: [LockTicket], _ others: [UUID: [String]], _ api: MarkersAPI
    ) async throws(SessionHoldError) -> [SessionLock] {
        var locks: [SessionLock] = []
        for session in sessions where !Task.isCancelled {
            let ticket = tickets.first { $0.session == session }
            if let ticket, let lock = await SessionLock.resume(ticket, api) {
                locks.append(lock)
                continue
            }
            let problem: SessionHoldError
            do throws(APIError) {
                if let lock = try await SessionLock.take(session, mayBeOurs: ticket != nil, api) {
                    locks.append(lock)
                    continue
                }
                problem = .locked(session, present: others[session] ?? [])
            } catch {
                // The server has no locks, or not this session.
                if error.isWrongRoute { continue }
                problem = .failed(error)
            }
            await release(locks)
            throw Task.isCancelled ? .interrupted : problem
        }
        guard Task.isCancelled else { return locks }
        await release(locks)
        throw .interrupted
    }

    /// Releases locks even if the task is cancelled, since they would keep the next run out.
    private static func release(_ locks: [SessionLock]) async {
        await Task { for lock in locks { await lock.release() } }.value
    }

    /// Releases the locks and announces that the user has left; returns the tickets of locks whose release the server has not
    /// confirmed.
    @discardableResult
    public func release() async -> [LockTicket] {
        var tickets: [LockTicket] = []
        for lock in locks where await !lock.release() { tickets.append(await lock.ticket) }
        await presence.end()
        return tickets
    }
}

/// The reason why sessions are not held.
public enum SessionHoldError: Error, Hashable, Sendable {
    /// Somebody else has the lock of this session; with the users present in it, who may hold it.
    case locked(UUID, present: [String])
    case failed(APIError)
    /// The task was cancelled; no lock is held.
    case interrupted

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .locked: "LOCKED"
        case .interrupted: "INTERRUPTED"
        case .failed(let error): error.code
        }
    }
}
