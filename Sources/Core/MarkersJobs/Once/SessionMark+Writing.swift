internal import Foundation
internal import Markers
internal import MarkersEndpoint

enum MarkOutcome: Hashable, Sendable {
    case kept
    /// The server does not take it, or drops it, and nothing else has changed.
    case notKept
    /// Other data of the session changed with it, and were restored as far as the server lets them be.
    case changedOthers
    /// The mark of another job that has not ended is there, and stays.
    case taken(SessionMark)
}

extension MarkersAPI {
    /// Writes a job's mark on a session, or removes it.
    ///
    /// Only the mark is changed: other members of the session's `meta` are sent as they were read, in the version in which they
    /// were read, and compared with what the server has then.
    ///
    /// - Parameters:
    ///   - mark: The mark; `nil` to remove that of the job.
    ///   - session: The session.
    ///   - job: The digest of the job's plan.
    ///   - takesOver: Whether the mark of another job gives way that has not ended.
    func set(
        _ mark: SessionMark?, on session: UUID, ofJob job: String, takesOver: Bool = false
    ) async throws(APIError) -> MarkOutcome {
        var problem: APIError?
        let isBegun = mark?.state == .moving, isRemoved = mark == nil
        // Many servers take null to mean no change; an empty object is then nearest to it.
        var sendsNull = true
        for failures in 1...MarkersAPI.repetitions {
            let found = try await workSession(session)
            let present = SessionMark(found)
            let mark = mark.map { $0.replacing(present) } ?? present?.without(job)
            guard present != mark else { return .kept }
            // A job that has ended leaves its mark until the next one begins.
            if let present, present.job != job, !takesOver, !isRemoved, !isBegun || present.state != .moved {
                return .taken(present)
            }
            guard let version = found.version else { return .notKept }
            problem = nil
            var update = RequestBody.Session(version: version)
            update.meta = SessionMark.meta(of: found, with: mark, sendsNull)
            // Whatever the answer, reading shows what came of it.
            do throws(APIError) { _ = try await updateWorkSession(session, update.json) } catch {
                if error.isRefusal { return .notKept }
                problem = error
            }
            let now = try await workSession(session)
            // Somebody else has written meanwhile.
            if problem == nil, now.version.map({ $0 <= version + 1 }) ?? true {
                if SessionMark.differs(now, from: found) {
                    return await restore(now, as: found)
                }
                if SessionMark(now) == mark { return .kept }
                guard mark == nil, sendsNull else { return .notKept }
                sendsNull = false
                continue
            }
            guard await pause(after: failures) else { break }
        }
        if let problem { throw problem }
        return .notKept
    }

    /// Puts back the `meta` that a session had.
    private func restore(_ session: WorkSession, as found: WorkSession) async -> MarkOutcome {
        if let version = session.version {
            var update = RequestBody.Session(version: version)
            update.meta = found.meta ?? SessionMark.null
            _ = try? await updateWorkSession(session.id, update.json)
        }
        return .changedOthers
    }
}

extension APIError {
    /// Whether the server says for good that it does not take a request of this kind.
    fileprivate var isRefusal: Bool {
        guard let status = failure?.status else { return false }
        return [400, 403, 404, 405, 415, 422, 501].contains(status)
    }
}

extension SessionMark {
    fileprivate static let null = try? JSONValue(Array("null".utf8))
    /// Says in a mark that there was no `meta` before, so that there is none after.
    private static let alone = "meta_was_null"

    /// The `meta` of a session with a mark in place of any other; null, if that is to be sent, where there was none before.
    fileprivate static func meta(
        of session: WorkSession, with mark: SessionMark?, _ sendsNull: Bool
    ) -> JSONValue? {
        let others = (session.meta?.members ?? []).filter { $0.name != member }
        let wasNull = session.meta == nil || session.meta?[member]?[alone]?.bool == true
        if mark == nil, sendsNull, wasNull, others.isEmpty { return null }
        var json = JSONWriter()
        json.object { json in
            for (name, value) in others {
                json.key(name)
                json.value(value)
            }
            if let mark {
                json.key(member)
                json.object { json in
                    mark.writeMembers(to: &json)
                    if wasNull { json.member(alone, true) }
                }
            }
        }
        return try? JSONValue(json.bytes)
    }

    /// Whether anything but a mark, the version and the date of the change differs.
    fileprivate static func differs(_ now: WorkSession, from found: WorkSession) -> Bool {
        func others(_ session: WorkSession) -> [(name: String, value: JSONValue)] {
            (session.meta?.members ?? []).filter { $0.name != member }.map { ($0.name, $0.value) }
                .sorted { $0.name < $1.name }
        }
        let (before, after) = (others(found), others(now))
        let isSame =
            before.count == after.count
            && zip(before, after).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value) }
        return !isSame
            || (found.spaceID, found.sessionType, found.status) != (now.spaceID, now.sessionType, now.status)
            || (found.startedAt, found.completedAt, found.createdAt)
                != (now.startedAt, now.completedAt, now.createdAt)
    }
}

extension JSONValue {
    /// Whether it means the same, however it is spelled.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .number: return double == other.double && integer == other.integer
        case .string: return string == other.string
        case .array:
            let (a, b) = (elements, other.elements)
            return a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
        case .object:
            let (a, b) = (members.sorted { $0.name < $1.name }, other.members.sorted { $0.name < $1.name })
            return a.count == b.count
                && zip(a, b).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value) }
        default: return text == other.text
        }
    }
}
