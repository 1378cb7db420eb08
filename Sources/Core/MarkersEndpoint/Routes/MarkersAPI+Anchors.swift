public import Foundation
public import Markers

extension MarkersAPI {
    /// The anchors of a work session.
    public func anchors(of session: UUID) async throws(APIError) -> ListReply<Anchor> {
        try await list("/anchors", [("session_id", session.wireText)], each: Anchor.list)
    }

    /// An anchor.
    public func anchor(_ id: UUID) async throws(APIError) -> Anchor {
        try await get(route(anchor: id), as: Anchor.init)
    }

    /// Creates an anchor, or replaces that of the same session, run and row, so that repeating the call does no harm.
    ///
    /// - Parameters:
    ///   - session: The session of the run.
    ///   - run: The number of the run.
    ///   - localZ: The row's place in the laser guide, in metres.
    ///   - position: In the run's own world, in metres.
    public func putAnchor(
        session: UUID, run: Int, localZ: Double, at position: SIMD3<Double>
    ) async throws(APIError) -> Anchor {
        let request = try request(.post, "/anchors") { () throws(JSONError) in
            try RequestBody.placingAnchor(at: position, localZ: localZ, run: Int64(run), session: session)
        }
        return try value(of: try await change(request), to: request, Anchor.init)
    }

    /// Moves an anchor in the world of its run, in metres.
    public func moveAnchor(_ id: UUID, to position: SIMD3<Double>) async throws(APIError) -> Anchor {
        let request = try request(.patch, route(anchor: id)) { () throws(JSONError) in
            try RequestBody.movingAnchor(to: position)
        }
        return try value(of: try await change(request), to: request, Anchor.init)
    }

    /// Deletes an anchor.
    public func deleteAnchor(_ id: UUID) async throws(APIError) { try await delete(route(anchor: id)) }

    private func route(anchor: UUID) -> String { "/anchors/" + anchor.wireText }
}

/// The routes by which a server locks sessions.
public enum LockStyle: String, Hashable, Sendable, CaseIterable {
    /// `/locks/work-sessions/{id}`, and `POST …/unlock`, as the app does.
    case workSessions = "work-sessions"
    /// `/locks/{id}`, and `DELETE` with a body, as older guides have it; some proxies drop the body.
    case plain
}

extension MarkersAPI {
    /// Takes the lock of a work session for some seconds; `nil` if the status says that somebody else has it, which other
    /// servers say in the body.
    public func lock(
        _ session: UUID, seconds: Int, _ style: LockStyle
    ) async throws(APIError) -> LockReply? {
        let request = request(
            .post, route(lock: session, style), body: RequestBody.locking(seconds: seconds))
        do throws(APIError) {
            return try value(of: try await change(request), to: request, LockReply.init)
        } catch {
            guard case .failed(let failure, _) = error, failure.status == 409 || failure.status == 423 else {
                throw error
            }
            return nil
        }
    }

    /// Extends a lock to some seconds from now.
    public func extendLock(
        _ session: UUID, token: String, seconds: Int, _ style: LockStyle
    ) async throws(APIError) -> LockReply {
        let body = RequestBody.locking(seconds: seconds, token: token)
        let request = request(.post, route(lock: session, style) + "/extend", body: body)
        return try value(of: try await change(request), to: request, LockReply.init)
    }

    /// Releases a lock.
    public func unlock(_ session: UUID, token: String, _ style: LockStyle) async throws(APIError) -> LockReply
    {
        let body = RequestBody.unlocking(token: token), route = route(lock: session, style)
        let request =
            style == .plain
            ? request(.delete, route, body: body) : request(.post, route + "/unlock", body: body)
        return try value(of: try await change(request), to: request, LockReply.init)
    }

    /// Whether a work session is locked.
    public func isLocked(_ session: UUID, _ style: LockStyle) async throws(APIError) -> Bool? {
        let route = route(lock: session, style) + (style == .plain ? "" : "/status")
        return try await get(route, as: LockReply.init).isLocked
    }

    private func route(lock session: UUID, _ style: LockStyle) -> String {
        (style == .plain ? "/locks/" : "/locks/work-sessions/") + session.wireText
    }
}

extension MarkersAPI {
    /// The users present in a work session.
    public func presence(in session: UUID) async throws(APIError) -> [String] {
        try await get(route(presence: session), as: PresenceReply.init).users
    }

    /// Announces that a user is present, for about half a minute.
    public func announce(_ user: String, in session: UUID) async throws(APIError) {
        let request = request(.post, route(presence: session), body: RequestBody.presence(of: user))
        _ = try await change(request)
    }

    /// Announces that a user has left.
    public func withdraw(_ user: String, from session: UUID) async throws(APIError) {
        try await delete(route(presence: session) + "/" + user.percentEncoded)
    }

    /// The interval at which presence is announced, which is that of the app; after three intervals a user counts as gone.
    public static let heartbeat = Duration.seconds(10)

    /// Announces that a user is present while `body` runs, and that the user has left as soon as it returns, throws, or ends by
    /// a cancelled task; failures to announce either are ignored.
    public func present<Value: Sendable>(
        _ user: String, in session: UUID, during body: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        let presence = await Presence.begin(user, in: [session], self)
        do {
            let value = try await body()
            await presence.end()
            return value
        } catch {
            await presence.end()
            throw error
        }
    }

    private func route(presence session: UUID) -> String { "/presence/" + session.wireText }
}

/// A user who is announced as present in work sessions until the announcement is ended.
///
/// A session that cannot be reached is no reason to stop, so failures are ignored; the server forgets a user by itself.
package struct Presence: Sendable {
    private let api: MarkersAPI
    private let user: String
    private let sessions: [UUID]
    private let beats: Task<Void, Never>

    /// Announces the user, and again at every heartbeat.
    package static func begin(_ user: String, in sessions: [UUID], _ api: MarkersAPI) async -> Presence {
        await announce(user, sessions, api)
        let beats = Task {
            while (try? await api.clock.sleep(for: MarkersAPI.heartbeat)) != nil {
                await announce(user, sessions, api)
            }
        }
        return Presence(api: api, user: user, sessions: sessions, beats: beats)
    }

    /// Announces that the user has left, even if the calling task is cancelled, and after the last announcement is answered.
    package func end() async {
        beats.cancel()
        await beats.value
        await Task { for session in sessions { try? await api.withdraw(user, from: session) } }.value
    }

    /// Not a child, so that cancelling reaches no request under way, which would arrive after the user has left.
    private static func announce(_ user: String, _ sessions: [UUID], _ api: MarkersAPI) async {
        await Task { for session in sessions { try? await api.announce(user, in: session) } }.value
    }
}
