public import Foundation

/// Sessions as they are held while a job is carried out: locked where the server can, and with us among those present.
///
/// What keeps other people's edits safe is the version of every write; this keeps people from making them for nothing. A
/// lock that is not given back expires by itself, and so does presence.
public struct SessionHold: Sendable {
    /// The locks, for ``RunOptions/locks``; none where they are not wanted or the server has none.
    public let locks: [SessionLock]
    /// Who else is present, by the sessions in which somebody is.
    public let others: [UUID: [String]]
    private let api: MarkersAPI
    private let sessions: [UUID]
    private let user: String
    private let beats: Task<Void, Never>

    /// Takes the locks of all sessions, or none; then tells that the user is present, again and again until the release.
    ///
    /// Locks that an earlier process left behind are gone on with. That presence cannot be asked for or told keeps nothing from going on.
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
        for session in sessions { try? await api.announce(user, in: session) }
        return SessionHold(api, sessions, user, locks, others)
    }

    private static func locks(
        of sessions: [UUID], _ tickets: [LockTicket], _ others: [UUID: [String]], _ api: MarkersAPI
    ) async throws(SessionHoldError) -> [SessionLock] {
        var locks: [SessionLock] = []
        for session in sessions {
            if let ticket = tickets.first(where: { $0.session == session }),
                let lock = await SessionLock.resume(ticket, api)
            {
                locks.append(lock)
                continue
            }
            let problem: SessionHoldError
            do throws(APIError) {
                if let lock = try await SessionLock.take(session, api) {
                    locks.append(lock)
                    continue
                }
                problem = .locked(session, present: others[session] ?? [])
            } catch {
                // By neither style of routes: a server without locks.
                if error.isWrongRoute { return locks }
                problem = .failed(error)
            }
            for lock in locks { await lock.release() }
            throw problem
        }
        return locks
    }

    private init(
        _ api: MarkersAPI, _ sessions: [UUID], _ user: String, _ locks: [SessionLock],
        _ others: [UUID: [String]]
    ) {
        (self.api, self.sessions, self.user) = (api, sessions, user)
        (self.locks, self.others) = (locks, others)
        beats = Task {
            while (try? await api.clock.sleep(for: MarkersAPI.heartbeat)) != nil {
                for session in sessions { try? await api.announce(user, in: session) }
            }
        }
    }

    /// Gives the locks back and tells that the user has left.
    public func release() async {
        beats.cancel()
        await beats.value
        for lock in locks { await lock.release() }
        for session in sessions { try? await api.withdraw(user, from: session) }
    }
}

/// Why sessions are not held.
public enum SessionHoldError: Error, Hashable, Sendable {
    /// Somebody else has the lock of this session; with who is present in it, which may be them.
    case locked(UUID, present: [String])
    case failed(APIError)

    /// A word that never changes meaning.
    public var code: String {
        switch self {
        case .locked: "LOCKED"
        case .failed(let error): error.code
        }
    }
}
