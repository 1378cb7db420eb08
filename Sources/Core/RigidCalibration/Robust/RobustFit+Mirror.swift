internal import QuadGeometry

extension RobustFit {
    /// The number of markers that follow a mirrored motion by their middles, if it takes those that follow this one and more of the others,
    /// which this one leaves far off.
    ///
    /// What hangs on one wall looks the same in a mirror, turned about; only what is off the wall tells, and that is just what such a motion
    /// would reject. A marker that was moved goes where no mirror shows it. Corners may have been taken the other way round meanwhile.
    var mirroredWithRejected: Int? {
        let members = pairs.members
        guard support < members.count, let middles = pairs.middles else { return nil }
        let follows = members.map { places in places.contains { inliers[$0] } }
        let here = middles.distances(under: targetFromSource), mirrored = middles.mirrored
        let far = Double.maximum(RobustFit.timesFar * bound, RobustFit.farRounding * pairs.rounding)
        var taken = follows, there: [Double] = []
        // A few on a wall tell little of how it is tilted, so what is off it is let in from farther away first.
        for reach in RobustFit.mirrorReaches {
            let places = members.indices.filter { taken[$0] }
            guard let found = try? RigidFit(mirrored.selected(places)) else { return nil }
            there = mirrored.distances(under: found.targetFromSource)
            taken = zip(there, here).map {
                $0 <= Double.maximum(bound, Double.minimum(reach * bound, $1 / RobustFit.nearer))
            }
        }
        let gained = members.indices.count { taken[$0] && here[$0] > far }
        let lost = members.indices.count { follows[$0] && there[$0] > far }
        return gained > lost ? taken.count { $0 } : nil
    }

    /// What is off by more bounds is far, and by more than so many times the rounding of the numbers.
    private static let timesFar = 3.0, farRounding = 100.0
    /// The bounds within which a mirrored motion takes markers that are so many times as far off without it, from fit to fit.
    static let mirrorReaches = [30.0, 1, 1]
    private static let nearer = 10.0
}

extension Correspondences {
    /// The middles of the groups, a pair for each; `nil` where some are too large for their sum.
    var middles: Correspondences? {
        func middle(_ points: [SIMD3<Double>], _ places: ArraySlice<Int>) -> SIMD3<Double> {
            places.reduce(.zero) { $0 + points[$1] } / Double(max(places.count, 1))
        }
        return try? Correspondences(
            sources: members.map { middle(sources, $0) }, targets: members.map { middle(targets, $0) })
    }

    /// How far a motion leaves each source from its target, in metres.
    fileprivate func distances(under motion: AnchoredMotion) -> [Double] {
        zip(sources, targets).map { (motion * $0 - $1).length }
    }
}
