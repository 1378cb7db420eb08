package import QuadGeometry

/// Another motion that takes markers which the join has left out to some that others have taken: of two floors whose labels are alike,
/// one of which the other scan does not have, either may be meant.
///
/// Markers that were moved together have places of their own in the other scan, so they are no such rival, unless the matched ones
/// agree to the last digit: those are copies, and the left-out ones may be all that was scanned again.
package struct LeftoverRival {
    let motion: RivalMotion

    /// Fewer are moved onto others by chance, and less than this share of those that follow the first motion.
    package static let fewest = 4, leastShare = 0.25
    /// The same where those that follow are copies: of four that were scanned again one may lie by chance where a copy puts it.
    private static let fewestBesideCopies = 3, leastShareBesideCopies = 0.15

    /// The refusal where the left-out markers of either scan have such a motion.
    ///
    /// - Parameters:
    ///   - old: The markers of the one scan.
    ///   - new: Those of the other.
    ///   - repeated: The places of those whose key is there more than once, key by key.
    ///   - matched: Those that are pairs, by their places on the two sides.
    ///   - pairs: Their corners.
    package static func refusal(
        of old: [Quad], _ new: [Quad], repeated: [(old: [Int], new: [Int])],
        _ matched: [(old: Int, new: Int)],
        _ pairs: Correspondences
    ) -> RigidFitError? {
        guard !repeated.isEmpty, matched.count >= 3, let robust = try? RobustFit(pairs) else {
            return nil
        }
        let motion = robust.targetFromSource
        let olds = Side(old, repeated.map { $0.old }), news = Side(new, repeated.map { $0.new })
        let reach = max(Quad.identifyingDistance(matched.map { old[$0.old] }), robust.bound)
        // A copy is in its place to the last digit: a pair that is only near was not copied, and may be one by chance.
        let measured = robust.isExact ? robust.bound : .infinity
        let held = matched.filter { pair in
            (motion * old[pair.old].center - new[pair.new].center).length
                <= Double.minimum(reach, measured)
        }
        let standing = held.count, taken = robust.isExact ? held : matched
        let rival =
            LeftoverRival(
                of: olds, among: news, taken: (Set(taken.map { $0.old }), Set(taken.map { $0.new })), motion,
                reach, beside: standing, measured: measured)
            ?? LeftoverRival(
                of: news, among: olds, taken: (Set(taken.map { $0.new }), Set(taken.map { $0.old })),
                motion.inverted(), reach, beside: standing,
                measured: measured
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
        let near = Double.minimum(reach, measured)
        for marker in side.markers where !taken.0.contains(marker.place) {
            let here = motion * marker.quad.center
            let inPlace = (places[marker.key] ?? []).filter { ($0.quad.center - here).length <= near }
            if inPlace.isEmpty { left.append((marker.quad, marker.key)) }
            takenOthers.formUnion(inPlace.map { $0.place })
        }
        let isBesideCopies = measured < .infinity
        let (fewest, share) =
            isBesideCopies
            ? (LeftoverRival.fewestBesideCopies, LeftoverRival.leastShareBesideCopies)
            : (LeftoverRival.fewest, LeftoverRival.leastShare)
        // Of many that were left out, a few lie on others by chance, and numbers without any noise are not all copies.
        let half = isBesideCopies ? (left.count + 1) / 2 : 0
        let least = max(fewest, half, Int((share * Double(standing)).rounded(.up)))
        guard left.count >= least else { return nil }
        if isBesideCopies,
            let rival = LeftoverRival.ofTwoQuads(
                left, others, notTaken: takenOthers, least, beside: motion, reach)
        {
            self.motion = rival
            return
        }
        guard
            let candidates = try? CandidatePairs(
                sources: left.map { $0.quad.center }, keys: left.map { $0.key },
                targets: others.markers.map { $0.quad.center },
                targetKeys: others.markers.map { $0.key }),
            let fit = try? CandidateFit(
                candidates, bound: nil, atMost: reach, rivalBelow: 1,
                things: CandidateThings(quads: { left[$0].quad }, onto: { others.markers[$0].quad })),
            fit.matches.count >= least
        else { return nil }
        let onTaken = fit.matches.count { takenOthers.contains(others.markers[Int($0.target)].place) }
        guard 2 * onTaken >= fit.matches.count || fit.fit.rms > measured else { return nil }
        self.motion = RivalMotion(fit.targetFromSource, support: fit.matches.count)
    }

    /// The motion of two left-out markers, corner by corner, to two of the other scan that nobody has taken, which takes as many others to
    /// such, each to its own, and mostly not to where the first motion has them, too.
    private static func ofTwoQuads(
        _ left: [(quad: Quad, key: Int)], _ others: Side, notTaken taken: Set<Int>, _ least: Int,
        beside first: AnchoredMotion, _ reach: Double
    ) -> RivalMotion? {
        let free = others.markers.filter { !taken.contains($0.place) }
        let (some, someFree) = (left.prefix(mostTried), free.prefix(mostTried))
        typealias Pair = (source: Quad, target: Quad)
        /// Those of some markers that a motion takes near one of others, each to its own.
        func met(
            by motion: AnchoredMotion, _ left: some Sequence<(quad: Quad, key: Int)>,
            _ free: some Sequence<(place: Int, quad: Quad, key: Int)>
        ) -> [Pair] {
            var used: Set<Int> = []
            return left.compactMap { marker in
                let there = motion * marker.quad.center
                let place = free.first {
                    $0.key == marker.key && !used.contains($0.place)
                        && ($0.quad.center - there).length <= reach
                }
                return place.map {
                    used.insert($0.place)
                    return (marker.quad, $0.quad)
                }
            }
        }
        func motion(of pairs: [Pair]) -> AnchoredMotion? {
            let corners = try? Correspondences(
                quads: pairs.map { $0.source }, targets: pairs.map { $0.target })
            return corners.flatMap { try? RigidFit($0).targetFromSource }
        }
        // One small quad fixes the turn too roughly to find another by it; two fix it as well as they are apart.
        let ways = someFree.indices.flatMap { a in
            someFree.indices.compactMap { b in
                a == b ? nil : (free[a], free[b], length: (free[a].quad.center - free[b].quad.center).length)
            }
        }
        var trials = 0
        for (place, one) in some.enumerated() {
            for two in some[..<place] {
                let length = (one.quad.center - two.quad.center).length
                for way in ways where way.0.key == one.key && way.1.key == two.key {
                    guard (way.length - length).magnitude <= reach,
                        let rough = motion(of: [(one.quad, way.0.quad), (two.quad, way.1.quad)])
                    else { continue }
                    guard trials < mostWhole, met(by: rough, some, someFree).count >= fewestBesideCopies
                    else { continue }
                    trials += 1
                    let all = met(by: rough, left, free)
                    guard all.count >= least, let found = motion(of: all) else { continue }
                    let support = all.count { (found * $0.source).lies(on: $0.target) }
                    let alike = all.count { (first * $0.source.center - $0.target.center).length <= reach }
                    if support >= least, 2 * alike < all.count {
                        return RivalMotion(found, support: support)
                    }
                }
            }
        }
        return nil
    }

    /// Each two of so many are tried with each two of so many: half a million lengths at most; and so many motions that take three of them to
    /// their places are tried on all.
    private static let mostTried = 32, mostWhole = 256

    /// The markers of repeated keys on one side, with the number of their key.
    private struct Side {
        let markers: [(place: Int, quad: Quad, key: Int)]

        init(_ all: [Quad], _ keys: [[Int]]) {
            markers = keys.enumerated().flatMap { key, places in
                places.filter { all[$0].canBeFitted }.map { ($0, all[$0], key) }
            }
        }

        var byKey: [Int: [(place: Int, quad: Quad, key: Int)]] { Dictionary(grouping: markers) { $0.key } }
    }
}
