public import Foundation
public import Markers

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
