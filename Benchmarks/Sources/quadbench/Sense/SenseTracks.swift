import QuadGeometry
import RigidCalibration
import VisionSensor

/// The markers that walks past walls give, beside the truth.
enum SenseTracks {
    /// The squared error of a place over its covariance, which is 3 on the mean; how far it may be off beside the scatter of the
    /// walls' means, and the least without stands, whose covariance is far too small.
    private static let (ideal, mostOff, leastWithout) = (3.0, 0.3, 10.0)
    /// Means are off by more than these standard errors once in 700 runs.
    private static let mostErrors = 3.0

    static func measure(seeds: Int, seed: UInt64) throws -> (document: [String: Any], hasFailed: Bool) {
        var with = Tally(), without = Tally()
        for sample in 0..<seeds {
            let own = seed &* 1_000_003 &+ UInt64(sample)
            try with.add(SenseScene(seed: own))
            try without.add(SenseScene(seed: own, hasStands: false))
        }
        // The markers of a wall share the errors of its poses, so walls scatter, not markers.
        let bound = Double.maximum(mostOff, mostErrors * with.squaredDistanceError)
        let hasFailed =
            with.exact < seeds || with.wrong > 0 || with.aside > 0
            || !((with.squaredDistance - ideal).magnitude <= bound)
            || !(without.squaredDistance > leastWithout)
        return (
            ["seeds": seeds, "stands": with.document, "no_stands": without.document], hasFailed
        )
    }

    private struct Tally {
        var walls = 0, exact = 0, detections = 0, wrong = 0, aside = 0, markers = 0
        var squares = 0.0, misses = 0.0
        /// Of each wall the mean of its markers.
        var means: [Double] = []
        /// The walls that are not as they should be, and the tracks there that are no markers.
        var odd: [[String: Any]] = []

        var squaredDistance: Double { squares / Double(markers) }

        /// The standard error of the mean, by the scatter of the walls.
        var squaredDistanceError: Double {
            let mean = means.reduce(0, +) / Double(means.count)
            let sum = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            return (sum / Double(max(means.count - 1, 1)) / Double(max(means.count, 1))).squareRoot()
        }

        var document: [String: Any] {
            [
                "walls": walls, "walls_of_twelve_markers": exact,
                "right_walls_percent": 100 * Double(exact) / Double(max(walls, 1)), "detections": detections,
                "detections_in_wrong_tracks": wrong, "detections_left_aside": aside,
                "odd_walls": odd, "squared_distance_of_3": squaredDistance,
                "standard_error": squaredDistanceError,
                "rms_mm": 1000 * (misses / Double(markers)).squareRoot(),
            ]
        }

        mutating func add(_ scene: SenseScene) throws {
            var sensed = SensedObjects(.axis)
            for (frame, reply) in zip(scene.frames, scene.replies) { try sensed.add(reply, from: frame) }
            let all = scene.wall.objects, tracks = sensed.finished()
            let found = tracks.filter { $0.state == .marker }, before = wrong + aside
            walls += 1
            detections += scene.replies.reduce(0) { $0 + $1.count }
            aside +=
                sensed.repeats + tracks.reduce(0) { $0 + ($1.state == .marker ? 0 : $1.track.replies.count) }
            var left = Set(all.indices)
            let start = (squares: squares, markers: markers)
            for marker in found {
                let track = marker.track
                guard
                    let object = all.indices.filter({ all[$0].label == track.label }).min(by: {
                        (all[$0].center - track.center).length < (all[$1].center - track.center).length
                    })
                else {
                    wrong += track.replies.count
                    continue
                }
                left.remove(object)
                // Replies that do not show the object, and those that show it and are in another track.
                let shown = Set(scene.objects.indices.filter { scene.objects[$0].contains(object) })
                wrong += Set(track.replies).symmetricDifference(shown).count
                let off = track.center - all[object].center
                squares += track.covariance.inverse.map { off.dot($0 * off) } ?? .infinity
                misses += off.dot(off)
                markers += 1
            }
            if markers > start.markers {
                means.append((squares - start.squares) / Double(markers - start.markers))
            }
            let isExact = found.count == all.count && left.isEmpty
            exact += isExact ? 1 : 0
            guard !isExact || wrong + aside > before else { return }
            odd.append([
                "seed": scene.wall.seed, "markers": found.count,
                "others": tracks.filter { $0.state != .marker }.map { other in
                    let near = all.map { ($0.center - other.track.center).length }.min() ?? .nan
                    return
                        "\(other.number) \(other.state.code ?? ""), \(other.track.replies.count) sightings of "
                        + "\(other.track.standCount) stands, \(other.track.label), \(1000 * near) mm off"
                },
            ])
        }
    }
}
