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
