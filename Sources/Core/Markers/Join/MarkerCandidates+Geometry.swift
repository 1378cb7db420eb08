internal import QuadGeometry
internal import RigidCalibration

extension MarkerCandidates {
    /// The markers that lie on each other under the motion that most follow, whatever their keys say.
    ///
    /// Labels and anchors that both scans have once are looked at, too, right or wrong. Where several motions explain nearly as much, they
    /// decide if all of them agree with one; otherwise all the motions are told.
    func placed(_ bound: Double?, choice: Int? = nil) throws(RigidFitError) -> [ChosenMarkers] {
        guard !olds.isEmpty, !news.isEmpty else { return [] }
        let quads = (olds.indices.map { old($0) }, news.indices.map { new($0) })
        let claims = claims
        let matching = QuadMatching(quads.0, quads.1, claims: claims, bound: bound)
        guard var best = matching.found.first else {
            throw .motionNotDetermined(support: 0, needed: matching.needed)
        }
        let most = best.pairs.count
        // A motion that is none by itself counts by what is as near as under the first.
        func support(_ found: QuadMatching.Found) -> Int {
            found.isNoChance ? found.pairs.count : found.pairs.count { $0.distance <= best.limit }
        }
        func isOpen(_ found: QuadMatching.Found) -> Bool {
            Double(support(found)) >= MarkerCandidates.mostOfRival * Double(most)
                || most - support(found) < MarkerCandidates.leastLead
        }
        let open = [best] + matching.found.dropFirst().filter(isOpen)
        if let choice, !open.indices.contains(choice - 1) {
            throw .noSuchMotion(choice: choice, motions: open.count)
        }
        let second = matching.found.dropFirst().filter { !isOpen($0) }.map(support).max() ?? 0
        try require(
            best.motion, markers: most, byChance: matching.needed,
            besidePattern: { _, _, _ in
                PatternRival(most: second, of: olds.count, smaller: min(olds.count, news.count)).needed
            })
        if let choice {
            best = open[choice - 1]
        } else if open.count > 1 {
            guard let meant = settled(open, claims) else {
                let rivals = open.map { RivalMotion($0.motion, support: $0.pairs.count) }
                throw .ambiguousMotion(rivals[0], rival: rivals[1])
            }
            best = meant
        }
        try refuseTwins(of: best.pairs.map { SIMD2($0.old, $0.new) }, under: best.motion, within: best.limit)
        return best.pairs.map { pair in
            ChosenMarkers(
                old: olds[pair.old].place, new: news[pair.new].place,
                corners: (best.motion * old(pair.old)).correspondence(to: new(pair.new)), next: pair.next)
        }
    }

    /// Of motions that explain nearly as much, the one that all labels and anchors agree with which both scans have once.
    private func settled(
        _ open: [QuadMatching.Found], _ claims: [(old: Int, new: Int)]
    ) -> QuadMatching.Found? {
        guard !claims.isEmpty else { return nil }
        return open.first { found in
            let pairs = Set(found.pairs.map { SIMD2($0.old, $0.new) })
            return claims.allSatisfy { pairs.contains(SIMD2($0.old, $0.new)) }
        }
    }

    /// Pairs of labels and of anchors that both scans have once, by their numbers here. The label that the app gives to every marker
    /// is none.
    private var claims: [(old: Int, new: Int)] {
        let places = (
            Dictionary(uniqueKeysWithValues: olds.enumerated().map { ($1.place, $0) }),
            Dictionary(uniqueKeysWithValues: news.enumerated().map { ($1.place, $0) })
        )
        let matches = [JoinKey.label, .anchor].flatMap { key in
            MarkerJoin(join.old, join.new, by: key).matches.filter {
                key == .anchor
                    || join.old[$0.old].label.flatMap(JoinKey.folded) != MarkerCandidates.usualLabel
            }
        }
        return matches.compactMap { match in
            guard let old = places.0[match.old], let new = places.1[match.new] else { return nil }
            return (old, new)
        }
    }

    private static let usualLabel = "new marker"
    /// So many matches more than a rival's are no accident of a pattern.
    private static let leastLead = 2
}
