internal import QuadGeometry
internal import VisionSensor

/// A run by one line of distances: its tracks, and what its sizes say.
struct KindRun: Sendable {
    private(set) var objects: SensedObjects
    /// The first checks of sizes, and of all of them how many there are and how many are inconsistent.
    private(set) var checks: [SizeCheck] = []
    private(set) var checked = 0, inconsistent = 0
    /// Of each track the first sightings, by both lines, one a stand.
    private var sightings: [Int: Sightings] = [:]
    /// Of each track the ids of the first replies.
    private var requests: [Int: String] = [:]
    private var requestCounts: [Int: Int] = [:]
    private var replyCount = 0
    private let keepsSightings: Bool

    private struct Sightings {
        var axis: [CenterSighting] = [], ray: [CenterSighting] = []
        var stand = -1
    }

    /// More of each are not kept, so that a run of any length fits into memory.
    private static let mostChecks = 10_000, mostStands = 64
    static let mostRequests = 16

    init(_ kind: DistanceKind, _ options: TrackOptions, keepsSightings: Bool) {
        objects = SensedObjects(kind, options: options)
        self.keepsSightings = keepsSightings
    }

    mutating func add(
        _ detections: [Detection], from frame: CameraFrame, request: String
    ) throws(DetectionError) {
        let tracks = try objects.add(detections, from: frame)
        for (detection, track) in zip(detections, tracks) {
            note(detection, frame)
            guard let track else { continue }
            requestCounts[track, default: 0] += 1
            if requestCounts[track, default: 0] <= KindRun.mostRequests { requests[replyCount] = request }
            if keepsSightings { keep(detection, track, frame) }
        }
        replyCount += 1
    }

    private mutating func note(_ detection: Detection, _ frame: CameraFrame) {
        guard
            let check = SizeCheck(
                detection.box, distance: detection.distance, objects.kind, realWidth: detection.realWidth,
                realHeight: detection.realHeight, in: frame)
        else { return }
        checked += 1
        if !check.isConsistent { inconsistent += 1 }
        if checks.count < KindRun.mostChecks { checks.append(check) }
    }

    /// Frames of a stand share the error of the pose, so one of them says as much of the line as all do.
    private mutating func keep(_ detection: Detection, _ track: Int, _ frame: CameraFrame) {
        let stand = objects.standCount
        var own = sightings[track] ?? Sightings()
        guard own.stand != stand, own.axis.count < KindRun.mostStands else { return }
        own.stand = stand
        own.axis.append(CenterSighting(detection.box, distance: detection.distance, .axis, in: frame))
        own.ray.append(CenterSighting(detection.box, distance: detection.distance, .ray, in: frame))
        sightings[track] = own
    }

    /// The judgement of this run's objects on the line.
    var inference: DistanceInference {
        var inference = DistanceInference()
        for (_, own) in sightings.sorted(by: { $0.key < $1.key }) {
            inference.add(axis: own.axis, ray: own.ray)
        }
        return inference
    }

    /// The ids of the first replies that saw a track.
    func requests(_ track: SightingTrack) -> [String] {
        track.replies.prefix(KindRun.mostRequests).compactMap { requests[$0] }
    }
}
