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

    func writeMembers(to json: inout JSONWriter) {
        json.member("job", job)
        json.member("state", state.rawValue)
        json.member("by", user)
        json.member("created", created)
        json.key("motion")
        motion.write(to: &json)
    }
}
