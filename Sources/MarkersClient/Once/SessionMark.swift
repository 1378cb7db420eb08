internal import Foundation
public import Markers
public import RigidCalibration

/// The mark of a job on a session, in the member `quadcal` of the session's `meta`, for those who have not the job's file.
///
/// It is never written on a space, which has no version that would protect other people's edits.
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
    /// The mark that was there before, which comes back with an undo; itself with those before it, up to some.
    var earlier: JSONValue?

    static let member = "quadcal"

    init(_ job: JobHead, _ state: State, by user: String) {
        (self.job, self.state, self.user, created) = (job.digest, state, user, job.created)
        motion = PlannedMotion(job.motion, from: job.source, to: job.target).rawFromRaw(in: job.calibration)
    }

    /// The mark on a session; `nil` if there is none that can be read.
    public init?(_ session: WorkSession) { self.init(session.meta?[SessionMark.member]) }

    init?(_ value: JSONValue?) {
        guard let value, let job = value["job"]?.string,
            let state = value["state"]?.string.flatMap(State.init), let user = value["by"]?.string,
            let created = value["created"]?.string,
            let motion = value["motion"].flatMap(AnchoredMotion.init(stored:))
        else { return nil }
        (self.job, self.state, self.user, self.created, self.motion) = (job, state, user, created, motion)
        earlier = value["earlier"]
    }

    /// The mark before it is no part of what a mark says.
    public static func == (a: SessionMark, b: SessionMark) -> Bool {
        (a.job, a.state, a.user, a.created) == (b.job, b.state, b.user, b.created) && a.motion == b.motion
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(job)
        hasher.combine(state)
    }

    /// The number of marks before it.
    private var depth: Int { SessionMark(earlier).map { 1 + $0.depth } ?? 0 }
    /// So many marks are kept of a session that is moved again and again.
    private static let mostEarlier = 8

    /// The mark in place of one of another job, or of the same one.
    func after(_ present: SessionMark?, _ value: JSONValue?) -> SessionMark {
        var mark = self
        guard let present, present.depth < SessionMark.mostEarlier else { return mark }
        mark.earlier = present.job == job ? present.earlier : value
        return mark
    }

    /// The mark, or the one before it, whose job has moved by a plan's motion what the plan would move once more: raw corners, or data that
    /// would be worked out from those.
    func same(as plan: RecalibrationPlan, in session: UUID) -> SessionMark? {
        guard plan.request.mode != .vector else { return nil }
        let again = plan.request.motion.rawFromRaw(in: plan.request.space), back = motion.inverted()
        let quads = plan.updates.filter { $0.marker.workSessionID == session }.compactMap {
            try? $0.marker.quad
        }
        let alike = quads.count { here in
            let before = back * here
            return (again * before).distance(to: here) <= EarlierJob.likeness * here.distance(to: before)
        }
        if 2 * alike > quads.count { return self }
        return SessionMark(earlier)?.same(as: plan, in: session)
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("job", job)
        json.member("state", state.rawValue)
        json.member("by", user)
        json.member("created", created)
        json.key("motion")
        motion.write(to: &json)
        if let earlier {
            json.key("earlier")
            json.value(earlier)
        }
    }
}
