public import RigidCalibration

/// The places of a sensor in two worlds, paired by what the poses of both are called.
///
/// TUM is paired by time, COLMAP by the names of images, and KITTI by the number of the line, so that both must have the
/// same number of lines.
///
/// ```swift
/// let pairs = try TrajectoryPairs(
///     Trajectory(old, format: .tum), Trajectory(new, format: .tum), within: 0.01)
/// let calibration = try Calibration(pairs.correspondences)
/// ```
public struct TrajectoryPairs: Sendable {
    public let correspondences: Correspondences
    /// The pose of each pair, by its index in each trajectory.
    public let matches: [(old: Int, new: Int)]
    /// The largest difference of the times of a pair, in seconds; zero without times.
    public let largestGap: Double

    /// Pairs two trajectories of one format.
    ///
    /// - Parameters:
    ///   - old: The poses in the world that is left.
    ///   - new: The poses in the world that is reached.
    ///   - gap: The largest difference of the times of a pair, in seconds. Each of a pair is the other's nearest.
    public init(
        _ old: Trajectory, _ new: Trajectory, within gap: Double = 0
    ) throws(TrajectoryPairsError) {
        guard old.format == new.format else { throw .twoFormats(old.format, new.format) }
        switch old.format {
        case .tum:
            matches = TrajectoryPairs.byTime(
                try TrajectoryPairs.stamps(old, .old), try TrajectoryPairs.stamps(new, .new), within: gap)
        case .colmap: matches = try TrajectoryPairs.byName(old, new)
        case .kitti:
            guard old.entries.count == new.entries.count else {
                throw .otherCount(old: old.entries.count, new: new.entries.count)
            }
            matches = old.entries.indices.map { ($0, $0) }
        }
        guard !matches.isEmpty else {
            throw .none(nearest: TrajectoryPairs.nearest(old, new))
        }
        largestGap = matches.map { TrajectoryPairs.gap(old.entries[$0.old], new.entries[$0.new]) }.max() ?? 0
        do throws(RigidFitError) {
            correspondences = try Correspondences(
                sources: matches.map { old.entries[$0.old].center },
                targets: matches.map { new.entries[$0.new].center },
                ids: matches.map { old.entries[$0.old].name })
        } catch {
            throw .pairs(error)
        }
    }

    private static func gap(_ old: TrajectoryEntry, _ new: TrajectoryEntry) -> Double {
        guard let first = old.stamp, let second = new.stamp else { return 0 }
        return (first - second).magnitude
    }

    private static func byName(
        _ old: Trajectory, _ new: Trajectory
    ) throws(TrajectoryPairsError) -> [(old: Int, new: Int)] {
        let first = try names(old, .old), second = try names(new, .new)
        return old.entries.indices.compactMap { place in
            guard first[old.entries[place].name] == place, let other = second[old.entries[place].name]
            else { return nil }
            return (place, other)
        }
    }

    private static func names(
        _ trajectory: Trajectory, _ side: JoinSide
    ) throws(TrajectoryPairsError) -> [String: Int] {
        var places: [String: Int] = [:]
        for (place, entry) in trajectory.entries.enumerated() {
            if let first = places.updateValue(place, forKey: entry.name) {
                throw .repeated(trajectory.entries[first], entry, side)
            }
        }
        return places
    }
}

/// Poses by the time at which they were taken.
extension TrajectoryPairs {
    /// A pose by its time in seconds and its place in the file.
    struct Stamp {
        let time: Double
        let place: Int
    }

    /// The poses in the order of time.
    static func stamps(
        _ trajectory: Trajectory, _ side: JoinSide
    ) throws(TrajectoryPairsError) -> [Stamp] {
        let stamps = trajectory.entries.enumerated().compactMap { place, entry in
            entry.stamp.map { Stamp(time: $0, place: place) }
        }
        .sorted { ($0.time, $0.place) < ($1.time, $1.place) }
        for (first, second) in zip(stamps, stamps.dropFirst()) where first.time == second.time {
            throw .repeated(trajectory.entries[first.place], trajectory.entries[second.place], side)
        }
        return stamps
    }

    /// The pairs of which each is the other's nearest, in the order of the old file.
    static func byTime(
        _ old: [Stamp], _ new: [Stamp], within gap: Double
    ) -> [(old: Int, new: Int)] {
        let forth = nearest(of: old, in: new), back = nearest(of: new, in: old)
        return old.indices.filter { one in
            guard let other = forth[one] else { return false }
            return back[other] == one && (old[one].time - new[other].time).magnitude <= gap
        }
        .map { one in (old[one].place, new[forth[one] ?? 0].place) }
        .sorted { $0.0 < $1.0 }
    }

    /// The least difference of two times, in seconds.
    static func nearest(_ old: Trajectory, _ new: Trajectory) -> Double? {
        guard let first = try? stamps(old, .old), let second = try? stamps(new, .new) else { return nil }
        return zip(first, nearest(of: first, in: second))
            .compactMap { one, other in other.map { (one.time - second[$0].time).magnitude } }.min()
    }

    /// The index of the nearest of the others for each, the earlier of two as near; both are in the order of time.
    private static func nearest(of stamps: [Stamp], in others: [Stamp]) -> [Int?] {
        var place = 0
        return stamps.map { stamp in
            guard !others.isEmpty else { return nil }
            while place + 1 < others.count,
                (others[place + 1].time - stamp.time).magnitude < (others[place].time - stamp.time).magnitude
            {
                place += 1
            }
            return place
        }
    }
}

/// The reason why two trajectories give no pairs.
public enum TrajectoryPairsError: Error, Hashable, Sendable {
    case twoFormats(TrajectoryFormat, TrajectoryFormat)
    /// Two poses of one name, or of one time, so that neither has a partner for certain.
    case repeated(TrajectoryEntry, TrajectoryEntry, JoinSide)
    /// Poses that are paired by their number, and that are not as many on both sides.
    case otherCount(old: Int, new: Int)
    /// No name or time that both have; with the least difference of two times, in seconds, if they have any.
    case none(nearest: Double?)
    /// Places that are no pairs of points.
    case pairs(RigidFitError)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .twoFormats: "TWO_FORMATS"
        case .repeated: "REPEATED"
        case .otherCount: "OTHER_COUNT"
        case .none: "NO_PARTNERS"
        case .pairs(let error): error.code
        }
    }
}
