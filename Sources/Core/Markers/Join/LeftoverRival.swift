internal import QuadGeometry
internal import RigidCalibration

/// Another motion that takes markers which the join has left out to some that others have taken: of two floors whose labels are alike,
/// one of which the other scan does not have, either may be meant.
///
/// Markers that were moved together have places of their own in the other scan, so they are no such rival, unless the matched ones
/// agree to the last digit: those are copies, and the left-out ones may be all that was scanned again.
struct LeftoverRival {
    let motion: RivalMotion

    /// Fewer are moved onto others by chance, and less than this share of those that follow the first motion.
    private static let fewest = 4, leastShare = 0.25
    /// The same where those that follow are copies: of four that were scanned again one may lie by chance where a copy puts it.
    private static let fewestBesideCopies = 3, leastShareBesideCopies = 0.15

    /// The refusal where the left-out markers of either scan have such a motion.
    ///
    /// - Parameters:
    ///   - join: The markers of both scans.
    ///   - matched: Those that are pairs, by their places on the two sides.
    ///   - pairs: Their corners.
    static func refusal(
        of join: MarkerJoin, _ matched: [(old: Int, new: Int)], _ pairs: Correspondences
    ) -> RigidFitError? {
        guard !join.repeated.isEmpty, matched.count >= 3, let robust = try? RobustFit(pairs) else {
            return nil
        }
        let motion = robust.targetFromSource
        let olds = Side(join.old, join.repeated.map(\.old)), news = Side(join.new, join.repeated.map(\.new))
        let reach = max(Quad.identifyingDistance(matched.map { join.old[$0.old].quad }), robust.bound)
        let standing = matched.count { pair in
            (motion * join.old[pair.old].quad.center - join.new[pair.new].quad.center).length <= reach
        }
        let rival =
            LeftoverRival(
                of: olds, among: news, taken: (Set(matched.map(\.old)), Set(matched.map(\.new))), motion,
                reach, beside: standing, measured: robust.isExact ? robust.bound : .infinity)
            ?? LeftoverRival(
                of: news, among: olds, taken: (Set(matched.map(\.new)), Set(matched.map(\.old))),
                motion.inverted(), reach, beside: standing,
                measured: robust.isExact ? robust.bound : .infinity
            ).map {
                LeftoverRival(
                    motion: RivalMotion($0.motion.targetFromSource.inverted(), support: $0.motion.support))
            }
        return rival.map { .ambiguousMotion(RivalMotion(motion, support: standing), rival: $0.motion) }
    }

    private init(motion: RivalMotion) { self.motion = motion }

    /// - Parameters:
    ///   - side: The markers of repeated keys of one scan.
    ///   - others: Those of the other scan.
    ///   - taken: The markers of both that are matched.
    ///   - motion: The motion of the matches, from the one scan to the other.
    ///   - reach: The distance within which a marker is in its place, in metres.
    ///   - standing: The number of markers that follow the motion.
    ///   - measured: The least residual, root mean square in metres, of a motion that is a rival wherever it takes them.
    private init?(
        of side: Side, among others: Side, taken: (Set<Int>, Set<Int>), _ motion: AnchoredMotion,
        _ reach: Double, beside standing: Int, measured: Double
    ) {
        let places = others.byKey
        var takenOthers = taken.1, left: [(quad: Quad, key: Int)] = []
        for marker in side.markers where !taken.0.contains(marker.place) {
            let here = motion * marker.quad.center
            let inPlace = (places[marker.key] ?? []).filter { ($0.quad.center - here).length <= reach }
            if inPlace.isEmpty { left.append((marker.quad, marker.key)) }
            takenOthers.formUnion(inPlace.map(\.place))
        }
        let (fewest, share) =
            measured < .infinity
            ? (LeftoverRival.fewestBesideCopies, LeftoverRival.leastShareBesideCopies)
            : (LeftoverRival.fewest, LeftoverRival.leastShare)
        let least = max(fewest, Int((share * Double(standing)).rounded(.up)))
        guard left.count >= least else { return nil }
        if measured < .infinity, let rival = LeftoverRival.ofOneQuad(left, places, reach, least) {
            self.motion = rival
            return
        }
        guard
            let candidates = try? CandidatePairs(
                sources: left.map(\.quad.center), labels: left.map { "\($0.key)" },
                targets: others.markers.map(\.quad.center), targetLabels: others.markers.map { "\($0.key)" }),
            let fit = try? CandidateFit(
                candidates, bound: nil, atMost: reach, rivalBelow: 1,
                agreeing: { pair, motion in
                    (motion * left[Int(pair.source)].quad).lies(on: others.markers[Int(pair.target)].quad)
                }), fit.matches.count >= least
        else { return nil }
        let onTaken = fit.matches.count { takenOthers.contains(others.markers[Int($0.target)].place) }
        guard 2 * onTaken >= fit.matches.count || fit.fit.rms > measured else { return nil }
        self.motion = RivalMotion(fit.targetFromSource, support: fit.matches.count)
    }

    /// The motion of one left-out marker, corner by corner, to another that takes as many of the others with it.
    private static func ofOneQuad(
        _ left: [(quad: Quad, key: Int)], _ places: [Int: [(place: Int, quad: Quad, key: Int)]],
        _ reach: Double, _ least: Int
    ) -> RivalMotion? {
        for one in left.prefix(mostTried) {
            for other in (places[one.key] ?? []).prefix(mostTried) {
                guard let pairs = try? Correspondences(quads: [one.quad], targets: [other.quad]),
                    let motion = try? RigidFit(pairs).targetFromSource
                else { continue }
                let support = left.count { marker in
                    let there = motion * marker.quad.center
                    return (places[marker.key] ?? []).contains { ($0.quad.center - there).length <= reach }
                }
                if support >= least { return RivalMotion(motion, support: support) }
            }
        }
        return nil
    }

    /// Each of so many is tried with each of so many.
    private static let mostTried = 64

    /// The markers of repeated keys on one side, with the number of their key.
    private struct Side {
        let markers: [(place: Int, quad: Quad, key: Int)]

        init(_ all: [MarkerObservation], _ keys: [[Int]]) {
            markers = keys.enumerated().flatMap { key, places in
                places.map { ($0, all[$0].quad, key) }.filter(\.1.canBeFitted)
            }
        }

        var byKey: [Int: [(place: Int, quad: Quad, key: Int)]] { Dictionary(grouping: markers, by: \.key) }
    }
}
