internal import Foundation
internal import Markers
internal import QuadGeometry
internal import RigidCalibration

extension EarlierJob {
    /// The most files of a folder that are looked at, the newest first.
    private static let mostFiles = 1000

    /// The jobs in a folder that stand in the way of a plan: they have moved a part of the space's markers, or all of them by the
    /// same motion.
    ///
    /// Files that are no jobs, or whose markers cannot be read, are passed over.
    public static func standing(in folder: String, against plan: SpacePlan, on server: Origin) async
        -> [EarlierJob]
    {
        await standing(in: folder, against: plan.plan, of: plan.listing, on: server)
    }

    /// The jobs in a folder that have moved a part of the space's markers, whatever the next plan is.
    public static func partial(in folder: String, of listing: SpaceListing, on server: Origin) async
        -> [EarlierJob]
    {
        await standing(in: folder, against: nil, of: listing, on: server)
    }

    private static func standing(
        in folder: String, against plan: RecalibrationPlan?, of listing: SpaceListing, on server: Origin
    ) async -> [EarlierJob] {
        let markers = Dictionary(listing.markers.map { ($0.id, $0) }) { first, _ in first }
        var jobs: [EarlierJob] = []
        for path in jobFiles(of: folder) {
            guard let job = try? Job.read(at: path), job.head.server == server.description,
                job.head.space.text == listing.space.id.text,
                let earlier = await effect(of: job, against: plan, listing.space, markers), earlier.moved > 0,
                earlier.isPartial || earlier.isSameMotion
            else { continue }
            jobs.append(earlier)
        }
        return jobs
    }

    private static func jobFiles(of folder: String) -> [String] {
        let folder = URL(fileURLWithPath: folder.isEmpty ? "." : folder)
        let files =
            (try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
        func date(_ file: URL) -> Date {
            (try? file.resourceValues(forKeys: [.contentModificationDateKey]))?.contentModificationDate
                ?? .distantPast
        }
        return files.filter { $0.pathExtension == "job" }.sorted { date($0) > date($1) }.prefix(mostFiles)
            .map(\.path)
    }

    /// The job's effect on the markers as they are now; `nil` if its file cannot be read. Without a plan, its motion is like none.
    private static func effect(
        of job: Job, against plan: RecalibrationPlan?, _ space: Space, _ markers: [UUID: Marker]
    ) async -> EarlierJob? {
        var items: [JobItem] = []
        do throws(JobError) {
            for row in try await job.rows() { items.append(try await job.item(row)) }
        } catch {
            return nil
        }
        if job.head.mode == .vector {
            let vector = VectorImage(space.calibrationVector.flatMap { CalibrationVector($0) })
            let isMoved = job.head.vectorAfter.map { VectorPush.isSame(vector, $0) } ?? false
            return EarlierJob(
                path: job.path, created: job.head.created, moved: isMoved ? items.count : 0,
                unmoved: isMoved ? 0 : items.count,
                isSameMotion: isMoved && plan.map { shiftsAlike(job.head, $0) } ?? false)
        }
        return effect(of: job.head, items, job.path, plan?.request, markers)
    }

    private static func effect(
        of head: JobHead, _ items: [JobItem], _ path: String, _ request: PlanRequest?,
        _ markers: [UUID: Marker]
    ) -> EarlierJob {
        let rule = head.rule(.apply, .stop), back = head.rule(.undo, .stop)
        var moved = 0, unmoved = 0, alike = 0
        for item in items {
            guard let marker = markers[item.before.id], let image = try? MarkerImage(marker),
                let intent = try? item.intent()
            else { continue }
            if back.standing(of: image, to: intent) == .done {
                unmoved += 1
            } else if rule.standing(of: image, to: intent) == .done {
                moved += 1
                if head.mode == .raw, let request, movesAlike(intent, request) { alike += 1 }
            }
        }
        return EarlierJob(
            path: path, created: head.created, moved: moved, unmoved: unmoved,
            isSameMotion: request?.mode == .raw && 2 * alike > moved)
    }

    /// Whether a plan would have moved a marker from where it was before to where the earlier job took it.
    private static func movesAlike(_ intent: MarkerIntent, _ request: PlanRequest) -> Bool {
        let before = intent.planned.corners
        let again = request.motion.rawFromRaw(in: request.space) * before
        return again.distance(to: intent.target) <= likeness * intent.target.distance(to: before)
    }

    private static func shiftsAlike(_ head: JobHead, _ plan: RecalibrationPlan) -> Bool {
        guard let update = plan.vectorUpdate, let earlier = head.vectorAfter else { return false }
        let first = earlier.numbers - (head.calibration.vector?.numbers ?? .zero)
        let second = update.after.numbers - (update.before?.numbers ?? .zero)
        return (second - first).length <= likeness * first.length
    }
}
