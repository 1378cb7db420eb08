public import QuadGeometry
internal import RigidCalibration

/// The objects that the replies of a run show, each once.
///
/// Replies are added in the order in which they were made. Sightings join tracks of the same label within the gate, one to one and by
/// least total cost, so that two of one reply never join.
public struct SensedObjects: Sendable {
    public let kind: DistanceKind
    public let options: TrackOptions
    private var tracks: [SightingTrack] = []
    /// The places of the tracks, without all else that they know.
    private var spots: [Spot] = []
    /// For each track that has moved, the track of the place where it went.
    private var successors: [Int: Int] = [:]
    private var misses: [Int] = []
    private var stand = -1
    private var standName: String?
    private var standStart: CameraFrame?
    private var replyCount = 0
    /// The sightings that were dropped since a more confident one of the same reply shows the same object.
    public private(set) var repeats = 0

    public init(_ kind: DistanceKind, options: TrackOptions = TrackOptions()) {
        (self.kind, self.options) = (kind, options)
    }

    /// The number of stands so far.
    public var standCount: Int { stand + 1 }

    /// Adds the detections of one reply; nothing is added if one does not lie in the frame's image, or the picture is mirrored.
    ///
    /// - Returns: For each detection the number of its track; `nil` where it repeats a more confident one.
    @discardableResult
    public mutating func add(
        _ detections: [Detection], from frame: CameraFrame
    ) throws(DetectionError) -> [Int?] {
        guard !frame.isMirrored else { throw .mirrored }
        guard detections.allSatisfy({ frame.boxes.contains($0.box) }) else { throw .outsideFrame }
        for detection in detections where detection.distance > DetectionQuad.mostDistance {
            throw .outOfRange(metres: detection.distance)
        }
        beginStand(frame)
        let all = detections.map {
            (detection: $0, sighting: CenterSighting($0.box, distance: $0.distance, kind, in: frame))
        }
        let kept = withoutRepeats(all), sightings = kept.map { all[$0] }
        var numbers = [Int?](repeating: nil, count: all.count)
        let places = index { successors[$0] == nil ? tracks[$0].covariance.variance : nil }
        let costs = sightings.map { detection, sighting in
            let spread = sighting.covariance
            let near = places.near(
                sighting.point, detection.label, variance: spread.variance, gate: options.gate)
            return near.compactMap { track -> (column: Int, cost: Double)? in
                let cost = distance(sighting.point - tracks[track].center, spread + tracks[track].covariance)
                return cost <= options.gate ? (track, cost) : nil
            }
        }
        let partners = Assignment.columns(costs)
        let known = tracks.count
        var isSeen = [Bool](repeating: false, count: known)
        for (place, (detection, sighting)) in sightings.enumerated() {
            let track: Int
            if let partner = partners[place] {
                track = partner
                isSeen[partner] = true
            } else {
                track = tracks.count
                tracks.append(SightingTrack(label: detection.label))
                spots.append(Spot(tracks[track]))
                misses.append(0)
            }
            tracks[track].add(detection, sighting, kind, reply: replyCount, stand: stand, frame)
            spots[track] = Spot(tracks[track])
            numbers[kept[place]] = track
        }
        noteMoves(isSeen, frame)
        replyCount += 1
        return numbers
    }

    /// The squared distance in deviations; infinite of places that are certainly beyond the gate.
    private func distance(_ off: SIMD3<Double>, _ covariance: SymmetricMatrix) -> Double {
        guard off.dot(off) <= options.gate * covariance.variance * PlaceIndex.rounding else {
            return .infinity
        }
        return covariance.inverse.map { off.dot($0 * off) } ?? .infinity
    }

    private func index(_ variance: (Int) -> Double?) -> PlaceIndex {
        var index = PlaceIndex()
        for track in tracks.indices {
            guard let variance = variance(track) else { continue }
            index.insert(track, tracks[track].label, at: tracks[track].center, variance: variance)
        }
        return index
    }

    /// The tracks of an index that may be near a place.
    private func candidates(_ spot: Spot, _ label: String, in index: PlaceIndex) -> [Int] {
        index.near(spot.center, label, variance: spot.spread.variance, gate: options.gate)
    }

    /// Whether two tracks are near enough to be one object, of which single stands were off by more than usual.
    private func areNear(_ one: Spot, _ other: Spot) -> Bool {
        distance(other.center - one.center, one.spread + other.spread) <= options.gate
    }

    /// The place of a track, and how sure it is, the error of the cameras' poses included.
    private struct Spot {
        let center: SIMD3<Double>
        let spread: SymmetricMatrix

        init(_ track: SightingTrack) {
            (center, spread) = (track.center, track.covariance + track.poseCovariance)
        }
    }

    private mutating func beginStand(_ frame: CameraFrame) {
        let isNew: Bool
        if let name = frame.stand {
            isNew = name != standName
        } else if standName != nil {
            isNew = true
        } else if let start = standStart {
            let moved = start.worldFromCamera.inverted() * frame.worldFromCamera
            isNew =
                moved.translation.length >= options.standShift || moved.rotation.angle >= options.standTurn
        } else {
            isNew = true
        }
        guard isNew else { return }
        (stand, standName, standStart) = (stand + 1, frame.stand, frame)
    }

    /// The places of a reply's sightings without those that show what a more confident one of the same label shows.
    private mutating func withoutRepeats(
        _ all: [(detection: Detection, sighting: CenterSighting)]
    ) -> [Int] {
        let order = all.indices.sorted {
            (-all[$0].detection.confidence, $0) < (-all[$1].detection.confidence, $1)
        }
        var kept: [Int] = []
        for place in order {
            let isRepeat = kept.contains { other in
                guard all[other].detection.label == all[place].detection.label else { return false }
                if all[other].detection.box.overlap(with: all[place].detection.box) > options.mostOverlap {
                    return true
                }
                // Both share the error of the pose.
                let spread = all[other].sighting.measurement + all[place].sighting.measurement
                return distance(all[other].sighting.point - all[place].sighting.point, spread) <= options.gate
            }
            if isRepeat { repeats += 1 } else { kept.append(place) }
        }
        return kept.sorted()
    }

    /// Ends tracks that two replies in a row miss although they are in sight, while another of their label begins near by and is seen
    /// again.
    private mutating func noteMoves(_ isSeen: [Bool], _ frame: CameraFrame) {
        let cameraFromWorld = frame.worldFromCamera.inverted()
        let shown = index { tracks[$0].replies.last == replyCount ? spots[$0].spread.variance : nil }
        // A single sighting that is far off shows no move.
        let seenAgain = index { tracks[$0].replies.count >= 2 ? 0 : nil }
        for track in isSeen.indices where successors[track] == nil {
            guard !isSeen[track] else {
                misses[track] = 0
                continue
            }
            guard isInSight(tracks[track], cameraFromWorld, frame.boxes) else { continue }
            // A stand that is far off shows the object as another track, which joins at the end.
            guard
                !candidates(spots[track], tracks[track].label, in: shown).contains(where: {
                    areNear(spots[$0], spots[track])
                })
            else {
                misses[track] = 0
                continue
            }
            misses[track] += 1
            guard misses[track] >= 2 else { continue }
            let near = seenAgain.near(
                tracks[track].center, tracks[track].label, within: options.moveDistance)
            successors[track] = near.first { other in
                let began = tracks[other].replies.first ?? 0
                return other != track && began > replyCount - misses[track]
                    && (spots[other].center - spots[track].center).length <= options.moveDistance
                    && !areNear(spots[other], spots[track])
            }
        }
    }

    /// Whether all of an object lies in the image, so that a reply should have it.
    private func isInSight(
        _ track: SightingTrack, _ cameraFromWorld: RigidTransform, _ boxes: BoxFrame
    ) -> Bool {
        let seen = cameraFromWorld * track.center, size = track.size, image = boxes.image
        guard let pixel = boxes.pixel(of: seen) else { return false }
        let across = image.fx * size.width / -seen.z / 2 + SensedObjects.sightMargin
        let down = image.fy * size.height / -seen.z / 2 + SensedObjects.sightMargin
        return pixel.x >= across && pixel.x <= image.width - across && pixel.y >= down
            && pixel.y <= image.height - down
    }

    /// Detectors lose objects that touch the edge: in pixels.
    private static let sightMargin = 10.0

    /// Whether a track went where another began: that is not so where the other was seen only now and then, or shows an object that
    /// was known before, which a stand of a bad pose showed beside its place.
    private func hasMoved(_ track: Int, to next: Int, _ places: PlaceIndex) -> Bool {
        guard tracks[next].replies.count >= options.leastSightings, !areNear(spots[next], spots[track])
        else {
            return false
        }
        return !candidates(spots[next], tracks[next].label, in: places).contains { other in
            other != track && other < next && areNear(spots[other], spots[next])
                && Set(tracks[other].replies).isDisjoint(with: tracks[next].replies)
        }
    }

    /// The tracks at the end: those of one object that were never seen together are one.
    public func finished() -> [FinishedTrack] {
        let places = index { spots[$0].spread.variance }
        let successors = successors.filter { hasMoved($0.key, to: $0.value, places) }
        var all: [(number: Int, track: SightingTrack)] = [], ends: [Spot] = [], joined = PlaceIndex()
        for (number, track) in tracks.enumerated() {
            let partner =
                successors[number] != nil
                ? nil
                : candidates(spots[number], track.label, in: joined).first { place in
                    areNear(ends[place], spots[number]) && successors[all[place].number] == nil
                        && Set(all[place].track.replies).isDisjoint(with: track.replies)
                }
            let place = partner ?? all.count
            if let partner {
                joined.remove(partner, track.label, at: ends[partner].center)
                all[partner].track = all[partner].track.joined(with: track)
                ends[partner] = Spot(all[partner].track)
            } else {
                all.append((number, track))
                ends.append(spots[number])
            }
            joined.insert(place, track.label, at: ends[place].center, variance: ends[place].spread.variance)
        }
        return all.map { number, track in
            let state: FinishedTrack.State
            if let next = successors[number] {
                state = .moved(to: next)
            } else if track.replies.count < options.leastSightings {
                state = .tooFewSightings
            } else if track.standCount < options.leastStands {
                state = .tooFewStands
            } else {
                state = .marker
            }
            return FinishedTrack(number: number, track: track, state: state)
        }
    }
}

/// The rules by which sightings become objects.
public struct TrackOptions: Hashable, Sendable {
    /// Fewer sightings than this, or from fewer stands, make no marker.
    public var leastSightings = 3, leastStands = 2
    /// The squared distance in deviations up to which a sighting may belong to a track: 99.7 % of three degrees of freedom.
    public var gate = 13.931
    /// Boxes of one reply and label that overlap by more than this part are one object.
    public var mostOverlap = 0.7
    /// A new stand begins where the camera has moved this far from its first frame, in metres, or turned this far, in radians.
    public var standShift = 0.25, standTurn = 10 * Double.pi / 180
    /// A track that two replies miss has moved if another of its label begins so near, in metres.
    public var moveDistance = 1.0

    public init() {}
}

/// Numbered things at places, found by how near they are, so that a crowd is not compared with itself.
struct PlaceIndex {
    /// The things of a label by the cubes of space that they are in, and the largest of their variances.
    private struct Things {
        var cells: [SIMD3<Int32>: [Int]] = [:]
        var variance = 0.0
    }

    private var labels: [String: Things] = [:]

    /// The edge of a cell, in metres: about as far as things of usual errors are compared.
    private static let edge = 0.5

    /// So that rounding keeps nothing out that is within a gate.
    static let rounding = 1 + 1e-9

    private static func cell(_ place: SIMD3<Double>) -> SIMD3<Int32> {
        let scaled = (place / edge).rounded(.down)
        return SIMD3<Int32>(
            clamping: SIMD3<Int64>(
                bounded(scaled.x), bounded(scaled.y), bounded(scaled.z)))
    }

    private static func bounded(_ number: Double) -> Int64 { Int64(exactly: number) ?? 0 }

    /// - Parameter variance: the sum of the variances of its place.
    mutating func insert(_ number: Int, _ label: String, at place: SIMD3<Double>, variance: Double) {
        var things = labels.removeValue(forKey: label) ?? Things()
        things.cells[Self.cell(place), default: []].append(number)
        things.variance = Double.maximum(things.variance, variance)
        labels[label] = things
    }

    mutating func remove(_ number: Int, _ label: String, at place: SIMD3<Double>) {
        labels[label]?.cells[Self.cell(place)]?.removeAll { $0 == number }
    }

    /// The numbers of a label that may lie within a squared distance of a place, in deviations of both, rising.
    func near(_ place: SIMD3<Double>, _ label: String, variance: Double, gate: Double) -> [Int] {
        let largest = labels[label]?.variance ?? 0
        return near(place, label, within: (gate * (variance + largest) * PlaceIndex.rounding).squareRoot())
    }

    /// The numbers of a label that may lie within a distance of a place, rising.
    func near(_ place: SIMD3<Double>, _ label: String, within radius: Double) -> [Int] {
        guard let things = labels[label] else { return [] }
        let steps = (radius / Self.edge).rounded(.up)
        let side = 2 * steps + 1
        guard side * side * side < Double(things.cells.count) else {
            return things.cells.values.joined().sorted()
        }
        let reach = Int32(steps), middle = Self.cell(place)
        var found: [Int] = []
        for x in -reach...reach {
            for y in -reach...reach {
                for z in -reach...reach {
                    if let some = things.cells[middle &+ SIMD3(x, y, z)] { found += some }
                }
            }
        }
        return found.sorted()
    }
}

extension SymmetricMatrix {
    /// The sum of the variances, which none in any direction exceeds.
    var variance: Double { xx + yy + zz }
}

/// A track at the end of a run: whether it is a marker, and why not.
public struct FinishedTrack: Hashable, Sendable {
    /// The fate of a track.
    public enum State: Hashable, Sendable {
        /// It becomes a marker.
        case marker
        case tooFewSightings, tooFewStands
        /// It went to the place of the track with this number.
        case moved(to: Int)

        /// The code of the reason why it is no marker: a word that never changes meaning.
        public var code: String? {
            switch self {
            case .marker: nil
            case .tooFewSightings: "TOO_FEW_SIGHTINGS"
            case .tooFewStands: "TOO_FEW_STANDS"
            case .moved: "MOVED"
            }
        }
    }

    /// The number in the order of first sightings, from 0.
    public let number: Int
    public let track: SightingTrack
    public let state: State

    /// Normals closer to the vertical than this, in radians, have no up of their own.
    private static let verticalAngle = 15 * Double.pi / 180

    /// The quad of the object: parallel to the images, across the mean direction to the cameras, or in a plane.
    ///
    /// Only the last is known; the others are assumed. Corners are p1 to p4 clockwise as the cameras see them, from the top left; up is
    /// that of the world, or of the first camera where the quad lies.
    public func quad(_ placement: CornerPlacement = .billboard) -> Quad {
        let mean = track.views.reduce(SIMD3<Double>.zero, +).unit ?? SIMD3(0, 0, 1)
        var toCamera = mean, center = track.center
        switch placement {
        case .facing: toCamera = track.backs.reduce(SIMD3<Double>.zero, +).unit ?? mean
        case .billboard: break
        case .plane(let plane):
            toCamera = plane.normal
            center = plane.projection(of: center)
        }
        if toCamera.dot(mean) < 0 { toCamera = -toCamera }
        let isUpright = (toCamera.angle(to: SIMD3(0, 1, 0)) ?? 0)
        let isVertical =
            isUpright < FinishedTrack.verticalAngle || isUpright > .pi - FinishedTrack.verticalAngle
        let wanted = isVertical ? track.firstUp : SIMD3(0, 1, 0)
        let right = wanted.cross(toCamera).unit ?? SIMD3(1, 0, 0)
        let up = toCamera.cross(right)
        let size = track.size
        let across = right * (size.width / 2), high = up * (size.height / 2)
        return Quad(
            center - across + high, center + across + high, center + across - high, center - across - high)
    }
}
