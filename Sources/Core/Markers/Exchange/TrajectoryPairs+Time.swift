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
