internal import Foundation
public import Markers
public import RigidCalibration

/// The mark of a job on a session, in the member `quadcal` of the session's `meta`, for those who have not the job's file.
///
/// It is written only if asked for, on servers that are known to keep the other members of `meta`, and never on a space, which has
/// no version that would protect other people's edits.
public struct SessionMark: Hashable, Sendable {
    /// The progress of the job.
    public enum State: String, Hashable, Sendable {
        /// Some markers of the session may have been moved.
        case moving
        /// All of them were.
        case moved
    }

    /// The digest of the job's plan.
    public let job: String
    public var state: State
    /// The user who began it.
    public let user: String
    /// The date of the job's creation, as it says.
    public let created: String
    /// The motion of raw corners.
    public let motion: AnchoredMotion

    static let member = "quadcal"

    init(_ job: JobHead, _ state: State, by user: String) {
        (self.job, self.state, self.user, created) = (job.digest, state, user, job.created)
        motion = PlannedMotion(job.motion, from: job.source, to: job.target).rawFromRaw(in: job.calibration)
    }

    /// The mark on a session; `nil` if there is none that can be read.
    public init?(_ session: WorkSession) {
        guard let value = session.meta?[SessionMark.member], let job = value["job"]?.string,
            let state = value["state"]?.string.flatMap(State.init), let user = value["by"]?.string,
            let created = value["created"]?.string,
            let motion = value["motion"].flatMap(AnchoredMotion.init(stored:))
        else { return nil }
        (self.job, self.state, self.user, self.created, self.motion) = (job, state, user, created, motion)
    }

    /// Whether a plan for a session would move markers that are where this mark's job has taken them by the same motion.
    func isSameMotion(as plan: RecalibrationPlan, in session: UUID) -> Bool {
        guard plan.request.mode == .raw else { return false }
        let again = plan.request.motion.rawFromRaw(in: plan.request.space), back = motion.inverted()
        let quads = plan.updates.filter { $0.marker.workSessionID == session }.compactMap {
            try? $0.marker.quad
        }
        let alike = quads.count { here in
            let before = back * here
            return (again * before).distance(to: here) <= EarlierJob.likeness * here.distance(to: before)
        }
        return 2 * alike > quads.count
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("job", job)
            json.member("state", state.rawValue)
            json.member("by", user)
            json.member("created", created)
            json.key("motion")
            motion.write(to: &json)
        }
    }
}

extension MarkersAPI {
    /// Writes a job's mark on a session, or removes it; `false` if the server does not keep it, or that of another job which has
    /// not ended is there, which stays.
    ///
    /// Only the mark is changed: other members of the session's `meta` are sent as they were read, in the version in which they
    /// were read.
    ///
    /// - Parameters:
    ///   - mark: The mark; `nil` to remove that of the job.
    ///   - session: The session.
    ///   - job: The digest of the job's plan.
    func set(_ mark: SessionMark?, on session: UUID, ofJob job: String) async throws(APIError) -> Bool {
        var problem: APIError?
        for failures in 1...MarkersAPI.repetitions {
            let found = try await workSession(session)
            let present = SessionMark(found)
            guard present != mark else { return true }
            // A job that has ended leaves its mark until the next one begins.
            let isFree = present.map { $0.job == job || mark?.state == .moving && $0.state == .moved } ?? true
            guard isFree, let version = found.version else { return false }
            problem = nil
            var update = RequestBody.Session(version: version)
            update.meta = SessionMark.meta(of: found, with: mark)
            // Whatever the answer, reading shows what came of it.
            do throws(APIError) { _ = try await updateWorkSession(session, update.json) } catch {
                problem = error
                guard await pause(after: failures) else { throw error }
            }
        }
        if let problem { throw problem }
        return SessionMark(try await workSession(session)) == mark
    }
}

extension SessionMark {
    /// The `meta` of a session with a mark in place of any other.
    static func meta(of session: WorkSession, with mark: SessionMark?) -> JSONValue? {
        var json = JSONWriter()
        json.object { json in
            for (name, value) in session.meta?.members ?? [] where name != member {
                json.key(name)
                json.value(value)
            }
            if let mark {
                json.key(member)
                mark.write(to: &json)
            }
        }
        return try? JSONValue(json.bytes)
    }
}
