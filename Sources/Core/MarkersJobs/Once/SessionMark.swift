internal import Foundation
package import Markers
internal import QuadGeometry
public import RigidCalibration

/// The mark of a job on a session, in the member `quadcal` of the session's `meta`, for those who do not have the job's file.
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
    /// The motion of raw corners, without the shifts of markers: two fits of the same scans have it in common, straightened or not.
    public let motion: AnchoredMotion
    /// The mode of the job; `nil` in marks of 0.1.0 and before.
    let mode: PushMode?
    /// The markers of the session that the job left where they were although they may be in the old frame, with their versions: the next
    /// motion leads from elsewhere. At most a thousand.
    private(set) var left: [UUID: Int64] = [:]
    /// The marks that were there before, the newest first, of which that one comes back with an undo.
    public private(set) var earlier: [SessionMark] = []

    /// So many are kept of a session that is moved again and again.
    private static let mostEarlier = 8
    private static let mostLeft = 1000

    static let member = "quadcal"

    init(_ job: JobHead, _ state: State, by user: String, leaving left: [UUID: Int64] = [:]) {
        let kept = left.sorted { $0.key.wireText < $1.key.wireText }.prefix(SessionMark.mostLeft)
        self.left = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        (self.job, self.state, self.user, created) = (job.digest, state, user, job.created)
        mode = job.mode
        motion = job.planned.rawFromRaw(in: job.calibration)
    }

    /// The mark on a session; `nil` if there is none that can be read.
    package init?(_ session: WorkSession) { self.init(session.meta?[SessionMark.member]) }

    private init?(_ value: JSONValue?) {
        guard let value, let job = value["job"]?.string,
            let state = value["state"]?.string.flatMap(State.init), let user = value["by"]?.string,
            let created = value["created"]?.string,
            let motion = value["motion"].flatMap(AnchoredMotion.init(stored:))
        else { return nil }
        (self.job, self.state, self.user, self.created, self.motion) = (job, state, user, created, motion)
        mode = value["mode"]?.string.flatMap(PushMode.init)
        for (name, version) in value["left"]?.members ?? [] {
            guard let id = UUID(uuidString: name), let version = version.integer else { continue }
            left[id] = version
        }
        earlier = (value["earlier"]?.elements ?? []).prefix(SessionMark.mostEarlier).compactMap {
            SessionMark($0)
        }
    }

    /// The mark in place of that of another job, which it keeps, or of the same one.
    func replacing(_ present: SessionMark?) -> SessionMark {
        guard let present else { return self }
        var mark = self
        mark.earlier = Array(
            (present.job == job ? present.earlier : [present.byItself] + present.earlier).prefix(
                SessionMark.mostEarlier))
        return mark
    }

    /// The mark that stands without a job's: the one before it, or this one, which forgets it; `nil` if there is no other.
    func without(_ job: String) -> SessionMark? {
        var marks = ([byItself] + earlier).filter { $0.job != job }
        guard !marks.isEmpty else { return nil }
        var mark = marks.removeFirst()
        mark.earlier = marks
        return mark
    }

    private var byItself: SessionMark {
        var mark = self
        mark.earlier = []
        return mark
    }

    /// Whether one of the marked jobs left a marker where it still is.
    func leftBehind(_ marker: Marker) -> Bool {
        ([self] + earlier).contains { $0.left[marker.id] != nil && $0.left[marker.id] == marker.version }
    }

    /// The newest of the marks whose job has moved by a plan's motion what the plan would move once more: raw corners, or data that would
    /// be worked out from those.
    func same(as request: PlanRequest, among quads: [Quad]) -> SessionMark? {
        ([self] + earlier).first { $0.moves(quads, as: request) }
    }

    private func moves(_ quads: [Quad], as request: PlanRequest) -> Bool {
        guard request.mode == .raw || request.mode == .calibrated && mode == .raw else { return false }
        let again = request.motion.rawFromRaw(in: request.space), back = motion.inverted()
        let same = SameMotion(of: quads.map(\.center))
        let alike = quads.count { here in
            let before = back * here
            return same.isAlike(off: (again * before).distance(to: here), way: here.distance(to: before))
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
        if let mode { json.member("mode", mode.rawValue) }
        if !left.isEmpty {
            json.key("left")
            json.object { json in
                for (id, version) in left.sorted(by: { $0.key.wireText < $1.key.wireText }) {
                    json.member(id.wireText, version)
                }
            }
        }
        guard !earlier.isEmpty else { return }
        json.key("earlier")
        json.array { json in for mark in earlier { json.object { mark.writeMembers(to: &$0) } } }
    }
}

/// The question whether two motions of the same markers are one recalibration: a second fit of the same scans never has the same bits.
struct SameMotion {
    /// The share of the way that two fits may differ by; by a metre at least, or the turn of three degrees at the farthest marker, they are
    /// two, however long the way is.
    private static let share = 0.25, farthest = 1.0, turn = 0.05
    /// In metres.
    private let most: Double

    /// - Parameter places: The places of the markers.
    init(of places: some Collection<SIMD3<Double>>) {
        let middle = places.reduce(.zero, +) / Double(max(places.count, 1))
        let reach = places.lazy.map { ($0 - middle).length }.max() ?? 0
        most = Double.maximum(SameMotion.farthest, SameMotion.turn * reach)
    }

    /// Whether a marker that one motion takes so far off the end of the other's way is moved by the same recalibration.
    func isAlike(off distance: Double, way: Double) -> Bool {
        distance <= Double.minimum(SameMotion.share * way, most)
    }
}
