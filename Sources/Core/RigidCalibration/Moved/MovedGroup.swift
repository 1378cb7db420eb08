internal import QuadGeometry

/// Markers that were moved by one motion, such as those of one machine.
public struct MovedGroup: Hashable, Sendable {
    /// The numbers of the markers, in order.
    public let markers: [Int]
    /// The motion from where they would be to where they are, in the new frame.
    public let motion: AnchoredMotion
    /// The shift of their middle by it, in metres.
    public let shift: SIMD3<Double>
    /// Whether all were shifted alike, without a turn.
    public let isShift: Bool
}

/// Markers that were moved by one motion are one group: first those that were shifted alike, then those that turned as one.
extension MovedGroup {
    static func all(of shifted: [Int], _ search: MovedSearch, _ found: MovedSearch.Found) -> [MovedGroup] {
        guard shifted.count > 1, shifted.count <= mostMoved else { return [] }
        var left = shifted, groups: [MovedGroup] = []
        while let largest = left.map({ alike($0, left, found) }).max(by: { $0.count < $1.count }),
            largest.count > 1
        {
            let share = 1 / Double(largest.count)
            let shift = largest.reduce(.zero) { $0 + (found.tests[$1]?.shift ?? .zero) * share }
            let center = largest.reduce(.zero) { $0 + search.middle(of: $1, found) * share }
            groups.append(
                MovedGroup(
                    markers: largest,
                    motion: AnchoredMotion(
                        rotation: .identity, sourceCenter: center, targetCenter: center + shift, rest: .zero),
                    shift: shift, isShift: true))
            left.removeAll { largest.contains($0) }
        }
        while let largest = turning(left, search, found) {
            groups.append(largest)
            left.removeAll { largest.markers.contains($0) }
        }
        return groups.sorted { $0.markers.count > $1.markers.count }
    }

    /// Of more markers all pairs would have to be compared for long.
    private static let mostMoved = 200
    /// Two markers that were moved alike are as far apart by their own errors in 99 of 100 cases.
    private static let shareApart = 0.01
    /// Two markers have a common motion nearly whatever was done to them.
    private static let fewestTurning = 3

    /// The markers that were shifted as one was.
    private static func alike(_ marker: Int, _ others: [Int], _ found: MovedSearch.Found) -> [Int] {
        guard let own = found.tests[marker] else { return [] }
        let law = FDistribution(above: 3, below: found.responses.freedom)
        return others.filter { other in
            guard let one = found.tests[other] else { return false }
            if other == marker { return true }
            let apart = one.shift - own.shift
            // The motion's error, which both have in common, is counted twice: they may be a little farther apart.
            guard let inverse = (one.covariance + own.covariance).inverse else { return false }
            return law.exceedance(apart.dot(inverse * apart) / 3) > shareApart
        }
    }

    /// The most markers that one motion explains within their errors, if there are three.
    private static func turning(
        _ left: [Int], _ search: MovedSearch, _ found: MovedSearch.Found
    ) -> MovedGroup? {
        guard left.count >= fewestTurning else { return nil }
        var best: [Int] = []
        let law = FDistribution(above: 3, below: found.responses.freedom)
        for (number, first) in left.enumerated() {
            for second in left[(number + 1)...] {
                guard let motion = search.ownMotion(of: [first, second], found) else { continue }
                let followers = left.filter { marker in
                    guard let test = found.tests[marker], let inverse = (test.covariance * 2).inverse else {
                        return false
                    }
                    let middle = search.middle(of: marker, found)
                    let miss = middle + test.shift - motion * middle
                    return law.exceedance(miss.dot(inverse * miss) / 3) > shareApart
                }
                if followers.count > best.count { best = followers }
            }
        }
        guard best.count >= fewestTurning, let motion = search.ownMotion(of: best, found) else { return nil }
        let share = 1 / Double(best.count)
        let center = best.reduce(.zero) { $0 + search.middle(of: $1, found) * share }
        return MovedGroup(markers: best, motion: motion, shift: motion * center - center, isShift: false)
    }
}

extension MovedSearch {
    /// Where a marker would be, had it not been moved: its middle.
    func middle(of marker: Int, _ found: Found) -> SIMD3<Double> {
        let group = members[marker], motion = found.responses.estimate.motion
        return group.reduce(.zero) { $0 + motion.moved(pairs.sources[$1]) } / Double(group.count)
    }

    /// The motion from where markers would be to where they are, by all their corners.
    func ownMotion(of markers: [Int], _ found: Found) -> AnchoredMotion? {
        let chosen = markers.flatMap { members[$0] }, motion = found.responses.estimate.motion
        guard
            let own = try? Correspondences(
                sources: chosen.map { motion.moved(pairs.sources[$0]) },
                targets: chosen.map { pairs.targets[$0] })
        else { return nil }
        return try? RigidFit(own).targetFromSource
    }
}
