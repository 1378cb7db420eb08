public import Foundation
internal import Markers
internal import MarkersEndpoint
internal import QuadGeometry
internal import RigidCalibration

/// An earlier job that has markers of a plan, judged by where they are now.
///
/// A marker has no history that a second run could read. What an earlier run did is known from its job's file alone: the
/// places before and after, compared with the present one.
public struct EarlierJob: Hashable, Sendable {
    /// A way on with the job by its file.
    public enum Way: Hashable, Sendable {
        /// It has markers that it did not come to; it can be put back, too.
        case resume
        /// It has come to its end, and can be put back.
        case undo
        /// It was put back in part.
        case finishUndo
    }

    /// A marker as the job found it, and the corners that it gave it.
    struct Step: Hashable, Sendable {
        let found: Marker
        let corners: Quad

        static func == (a: Step, b: Step) -> Bool { a.corners == b.corners && a.found.text == b.found.text }

        func hash(into hasher: inout Hasher) { hasher.combine(corners) }
    }

    /// The file of the job.
    public let path: String
    /// The server that it names.
    public let server: String
    /// The way on; `nil` where it was put back, or is another server's.
    public let way: Way?
    /// The date of its creation, as it says.
    public let created: String
    /// The markers that it was to move, wherever they are now.
    public let total: Int
    /// The number of those that are no markers of the plan, and are where it moved them.
    public let othersMoved: Int
    /// Those of the plan that are where it moved them.
    public let movedMarkers: Set<UUID>
    /// Those of the plan that are still where they were before.
    public let unmovedMarkers: Set<UUID>
    /// Those of the plan that are somewhere else: moved on, or edited.
    let elsewhere: Set<UUID>
    /// Markers of the plan that it never had, and that lie where it took others.
    let copies: Set<UUID>
    /// Markers that it left where they were although they may be in the old frame, with their versions then; none once it is put back.
    let left: [UUID: Int64]
    /// Its steps of markers of the plan.
    let steps: [UUID: Step]
    /// Whether its motion is that of the plan.
    public let isSameMotion: Bool
    /// The number of the plan's markers that it never had, and that were not moved.
    public internal(set) var besides = 0

    /// The number of markers of the plan that are where it moved them, or copies of others that it moved.
    package var moved: Int { movedMarkers.count + copies.count }
    /// The number of markers of the plan that are still where they were before.
    package var unmoved: Int { unmovedMarkers.count }

    /// Whether it moved a part of the plan's markers: it was neither completed nor undone, or did not have the others.
    package var isPartial: Bool { isHalfDone || moved > 0 && besides > 0 }
    /// Whether it moved a part of its markers.
    var isHalfDone: Bool { !movedMarkers.isEmpty && unmoved > 0 }
}

extension EarlierJob {
    /// The jobs of some folders that have any of these markers, by their ids: neither space, server nor name of a file decides.
    ///
    /// Files that are no jobs, or whose markers cannot be read, are passed over; a job that is in two folders is taken from the
    /// first.
    ///
    /// - Parameters:
    ///   - folders: the folders to search.
    ///   - server: the server, whose own jobs are named first.
    ///   - ids: the markers that are to move.
    ///   - listing: the space as the server has it.
    ///   - request: the plan's request; without one, no motion is like it.
    static func all(
        in folders: [String], on server: String, of ids: Set<UUID>, _ listing: SpaceListing,
        _ request: PlanRequest?
    ) async -> [EarlierJob] {
        let markers = Dictionary(listing.markers.map { ($0.id, $0) }) { first, _ in first }
        let sessions = Set(listing.sessions.map(\.id))
        // A copy of a marker that was moved lies where that was taken to.
        let places = Dictionary(
            ids.compactMap { id in (try? markers[id]?.quad).map { (place($0), [id]) } }, uniquingKeysWith: +)
        var jobs: [EarlierJob] = [], met: Set<String> = []
        for path in folders.flatMap({ JobRecords.files(of: $0).prefix(JobRecords.most) }) {
            guard let job = try? Job.read(at: path), !sessions.isDisjoint(with: job.head.sessions),
                met.insert(job.head.digest + job.head.created).inserted,
                let earlier = await effect(of: job, server, ids, request, listing.space, markers, places)
            else { continue }
            jobs.append(earlier)
        }
        return jobs.filter { $0.server == server } + jobs.filter { $0.server != server }
    }

    /// The job's effect on the markers as they are now; `nil` if its file cannot be read.
    private static func effect(
        of job: Job, _ server: String, _ ids: Set<UUID>, _ request: PlanRequest?, _ space: Space,
        _ markers: [UUID: Marker],
        _ places: [SIMD3<Int64>: [UUID]]
    ) async -> EarlierJob? {
        var items: [JobItem] = []
        let way: Way?
        do throws(JobError) {
            for row in try await job.rows() { items.append(try await job.item(row)) }
            way = job.head.server == server ? try await JobStatus(job).way : nil
        } catch {
            return nil
        }
        let head = job.head
        if head.mode == .vector {
            guard head.space == space.id else { return nil }
            let vector = VectorImage(space.calibrationVector.flatMap { CalibrationVector($0) })
            func isNow(_ other: CalibrationVector) -> Bool { VectorPush.isSame(vector, other) }
            let own = Set(items.map(\.before.id)).intersection(ids)
            let isMoved = head.vectorAfter.map(isNow) ?? false
            let isUnmoved = (head.calibration.vector ?? CalibrationVector(.zero)).map(isNow) ?? false
            return EarlierJob(
                path: job.path, server: head.server, way: way, created: head.created, total: items.count,
                othersMoved: 0,
                movedMarkers: isMoved ? own : [],
                unmovedMarkers: isUnmoved ? own : [], elsewhere: [], copies: [], left: [:], steps: [:],
                isSameMotion: request?.mode == .vector
                    && request.map { shiftsAlike(items, head, $0) } ?? false)
        }
        let rule = head.rule(.apply, .stop), back = head.rule(.undo, .stop)
        var moved: Set<UUID> = [], unmoved: Set<UUID> = [], alike = 0, others = 0
        var elsewhere: Set<UUID> = [], copies: Set<UUID> = [], steps: [UUID: Step] = [:]
        let same = SameMotion(of: items.compactMap { try? $0.before.quad.center })
        for item in items {
            guard let intent = try? item.intent() else { continue }
            if head.mode == .raw, let request, request.mode != .vector,
                movesAlike(intent, head, request, same)
            {
                alike += 1
            }
            if head.mode == .raw { copies.formUnion(places[place(intent.target)] ?? []) }
            guard let marker = markers[item.before.id], let image = try? MarkerImage(marker) else { continue }
            guard ids.contains(marker.id) else {
                if rule.standing(of: image, to: intent) == .done { others += 1 }
                continue
            }
            steps[marker.id] = Step(
                found: item.before, corners: head.mode == .raw ? intent.target : intent.planned.corners)
            if back.standing(of: image, to: intent) == .done {
                unmoved.insert(marker.id)
            } else if rule.standing(of: image, to: intent) == .done {
                moved.insert(marker.id)
            } else {
                elsewhere.insert(marker.id)
            }
        }
        let stands = head.mode == .raw && (way == .undo || way == .resume)
        let left =
            stands ? (try? await job.leftBehind())?.values.reduce(into: [:]) { $0.merge($1) { $1 } } : nil
        return EarlierJob(
            path: job.path, server: head.server, way: way, created: head.created, total: items.count,
            othersMoved: others,
            movedMarkers: moved, unmovedMarkers: unmoved, elsewhere: elsewhere,
            copies: copies.subtracting(items.map(\.before.id)), left: left ?? [:], steps: steps,
            isSameMotion: 2 * alike > items.count)
    }

    /// The middle in units in which apps and files may round, and in which no two markers share a place.
    private static func place(_ quad: Quad) -> SIMD3<Int64> {
        let middle = quad.center * placesInMetre
        func whole(_ number: Double) -> Int64 { Int64(exactly: number.rounded()) ?? .max }
        return SIMD3(whole(middle.x), whole(middle.y), whole(middle.z))
    }

    /// Tenths of a millimetre.
    private static let placesInMetre = 1e4

    /// Whether a plan would have moved a marker from where it was before to where the earlier job took it.
    private static func movesAlike(
        _ intent: MarkerIntent, _ head: JobHead, _ request: PlanRequest, _ same: SameMotion
    ) -> Bool {
        let before = intent.planned.corners, motion = request.motion
        func isAlike(_ once: Quad, _ again: Quad) -> Bool {
            same.isAlike(off: again.distance(to: once), way: once.distance(to: before))
        }
        let again = try? MarkerMove(before, motion, in: request.space, time: intent.time)
        if let again, isAlike(intent.target, again.raw) { return true }
        // The same scans, of which one fit was straightened and the other was not.
        guard head.straightened != nil || motion.straightened != nil else { return false }
        return isAlike(
            MarkerMove(unshifted: before, head.planned, in: head.calibration).raw,
            MarkerMove(unshifted: before, motion, in: request.space).raw)
    }

    /// Whether a plan shifts the first marker as the earlier job, both by the space's vector.
    private static func shiftsAlike(_ items: [JobItem], _ head: JobHead, _ request: PlanRequest) -> Bool {
        guard let quad = items.lazy.compactMap({ try? $0.before.quad }).first else { return false }
        let once = head.motion * quad, again = request.motion.targetFromSource * quad
        return SameMotion(of: [quad.center]).isAlike(
            off: again.distance(to: once), way: once.distance(to: quad))
    }
}

extension JobStatus {
    fileprivate var way: EarlierJob.Way? {
        switch direction {
        case .apply: isComplete ? .undo : .resume
        case .undo: isComplete ? nil : .finishUndo
        }
    }
}
