package import QuadGeometry

extension MarkerCandidates {
    /// The markers that lie on each other under the motion that most follow, whatever their keys say.
    ///
    /// Labels and anchors that both scans have once are looked at, too, right or wrong. Where several motions explain nearly as much, they
    /// decide if all of them agree with one; otherwise all the motions are told. Of few where no turn about the vertical does, any may.
    ///
    /// - Parameter claims: The places of markers that labels or anchors say are one another.
    package func placed(
        _ bound: Double?, claims: [(old: Int, new: Int)], choice: MotionChoice? = nil
    ) throws(RigidFitError) -> [ChosenMarkers] {
        do throws(RigidFitError) { return try upright(bound, numbered(claims), choice) } catch {
            guard case .motionNotDetermined = error, choice == nil,
                min(olds.count, news.count) >= MarkerCandidates.fewestTogether,
                pairCount <= MarkerCandidates.mostTurned * MarkerCandidates.mostTurned,
                let found = try? chosen(bound)
            else { throw error }
            return found.map { ChosenMarkers(old: $0.old, new: $0.new) }
        }
    }

    /// The markers of two scans that lie on each other, without any key; refused, too, where those that are left out are copies that
    /// another motion takes to each other.
    package static func joined(
        _ olds: [Quad], _ news: [Quad], claims: [(old: Int, new: Int)], bound: Double?, choice: MotionChoice?
    ) throws(RigidFitError) -> [(old: Int, new: Int)] {
        let all = (old: Array(olds.indices), new: Array(news.indices))
        let chosen = try MarkerCandidates(olds, news, keys: [all]).placed(
            bound, claims: claims, choice: choice
        ).sorted { $0.old < $1.old }
        let found = chosen.map { (old: $0.old, new: $0.new) }
        if choice == nil, chosen.contains(where: { $0.isCopied }) {
            let targets = chosen.map { pair in news[pair.new].reordered(pair.corners?.order ?? .identity) }
            let pairs = try Correspondences(quads: chosen.map { olds[$0.old] }, targets: targets)
            if let refusal = LeftoverRival.refusal(of: olds, news, repeated: [all], found, pairs) {
                throw refusal
            }
        }
        return found
    }

    /// In 64 bits, where addresses have 32, too.
    private var pairCount: Int64 { Int64(olds.count) * Int64(news.count) }

    /// The motions of so many markers with as many are looked for in all directions.
    package static let mostTurned = 100

    private func upright(
        _ bound: Double?, _ claims: [(old: Int, new: Int)], _ choice: MotionChoice?
    ) throws(RigidFitError) -> [ChosenMarkers] {
        guard !olds.isEmpty, !news.isEmpty else { return [] }
        let quads = (olds.indices.map { old($0) }, news.indices.map { new($0) })
        let matching = QuadMatching(
            quads.0, quads.1, claims: claims, stated: choice?.stated, bound: bound)
        guard var best = matching.found.first else {
            throw .motionNotDetermined(support: 0, needed: matching.needed)
        }
        let most = best.pairs.count
        // Two that lie on two say too little, whatever else is there.
        guard most >= MarkerCandidates.fewestTogether else {
            throw .motionNotDetermined(
                support: most, needed: max(matching.needed, MarkerCandidates.fewestTogether))
        }
        // Of measured scans all that is one motion is about as near.
        let near = best.isOfCopies ? .infinity : MarkerCandidates.timesLimit * best.limit
        func support(_ found: QuadMatching.Found) -> Int {
            found.pairs.count { $0.distance <= (found.isNoChance ? near : best.limit) }
        }
        let same = Quad.identifyingDistance(quads.0)
        let taken = (Set(best.pairs.map { $0.old }), Set(best.pairs.map { $0.new }))
        /// Whether either may be meant: those that the first leaves out of one scan lie on those that it has taken in the other.
        func isOpen(_ found: QuadMatching.Found) -> Bool {
            // Markers that one scan has twice are no other motion.
            guard !found.leads(quads.0, whereThatOf: best, within: same) else { return false }
            if found.isRare, choice?.isNear(found.motion, of: quads.0) == true { return true }
            // Fewer that are much nearer to each other: what is alike elsewhere is seldom as like.
            if found.pairs.count >= max(LeftoverRival.fewest, most / 3),
                MarkerCandidates.timesNearer * found.medianDistance <= best.medianDistance
            {
                return true
            }
            let olds = 2 * found.pairs.count { taken.0.contains($0.old) } > found.pairs.count
            let news = 2 * found.pairs.count { taken.1.contains($0.new) } > found.pairs.count
            if found.isRare, olds != news {
                let left = found.pairs.count { $0.distance <= near }
                let least = LeftoverRival.leastShare * Double(most)
                if left >= LeftoverRival.fewest, Double(left) >= least { return true }
            }
            return Double(support(found)) >= MarkerCandidates.mostOfRival * Double(most)
                || most - support(found) < MarkerCandidates.leastLead
        }
        var others = apart(from: best, claims, bound)
        var known: [QuadMatching.Found] = [], second = 0
        for found in matching.found.dropFirst() {
            if isOpen(found) {
                known.append(found)
            } else {
                // What moved together is no pattern: a pattern takes the same markers elsewhere.
                let followers = found.pairs.count {
                    $0.distance <= best.limit && (taken.0.contains($0.old) || taken.1.contains($0.new))
                }
                second = max(second, followers)
            }
        }
        let alike =
            (known
            + beside(best, claims, bound).filter { found in
                isOpen(found) && !known.contains { $0.isAlike(found) }
            }).sorted { $0.pairs.count > $1.pairs.count }
        // A few that lie on each other elsewhere moved together, or all others are those of a like room.
        let few = others.flatMap { other in
            other.isMoved || alike.contains { $0.isAlike(other.found) } ? nil : other.found
        }
        let open = [best] + alike + (few.map { [$0] } ?? [])
        try require(
            best.motion, markers: most, byChance: matching.needed + matching.needed / 2,
            besidePattern: { moved, seen, up in
                // What chance explains needs no pattern.
                let needed =
                    second < matching.needed
                    ? 0
                    : PatternRival(most: second, of: olds.count, smaller: min(olds.count, news.count)).needed
                guard pairCount <= MarkerCandidates.mostOfFew, others?.isMoved != true else {
                    return needed
                }
                return max(needed, PatternRival(moved, seen, up: up, reach: best.limit).neededOnGrid)
            })
        let rivals = open.map { RivalMotion($0.motion, support: $0.pairs.count) }
        var meant = try choice?.index(among: rivals, of: quads.0) ?? 0
        if choice == nil, open.count > 1 {
            guard let place = settled(open, claims) else {
                throw open.count == 2
                    ? .ambiguousMotion(rivals[0], rival: rivals[1]) : .severalMotions(rivals)
            }
            meant = place
        }
        if choice == nil, alike.isEmpty, most < MarkerCandidates.few,
            pairCount <= MarkerCandidates.mostOfFew
        {
            // Of few the votes may miss a rival that a search of all candidates finds.
            do throws(RigidFitError) { _ = try chosen(bound) } catch {
                // Both frames know up.
                if case .ambiguousMotion(let one, let other) = error, one.isUpright, other.isUpright {
                    throw error
                }
            }
        }
        if meant > 0 {
            best = open[meant]
            others = apart(from: best, claims, bound)
        }
        let matched = best.pairs.map { SIMD2($0.old, $0.new) }
        try refuseTwins(of: matched, under: best.motion, within: best.limit)
        try refuseMirror(of: matched, within: best.limit)
        // What moved together is a pair, too: to find that it did not stay is for the fit. What a person chose is not outvoted.
        let moved = others.flatMap {
            $0.isMoved && (choice == nil || $0.found.pairs.count < best.pairs.count) ? $0.found : nil
        }
        return ([best] + [moved].compactMap { $0 }).flatMap { found in
            found.pairs.map { placed($0.old, $0.new, under: found.motion) }
        }
    }

    /// The markers of both scans that a motion leaves without a partner.
    private func left(by found: QuadMatching.Found) -> (olds: [Int], news: [Int]) {
        let taken = (Set(found.pairs.map { $0.old }), Set(found.pairs.map { $0.new }))
        return (
            olds.indices.filter { !taken.0.contains($0) }, news.indices.filter { !taken.1.contains($0) }
        )
    }

    /// The motions of the few markers that one scan has beyond those of a motion, to any of the other: of a floor that is like another
    /// with more markers, votes of all may miss the own one.
    private func beside(
        _ first: QuadMatching.Found, _ claims: [(old: Int, new: Int)], _ bound: Double?
    ) -> [QuadMatching.Found] {
        let left = left(by: first)
        return [
            (left.olds, Array(news.indices), isFew: 2 * left.olds.count <= olds.count, left.olds.count),
            (Array(olds.indices), left.news, isFew: 2 * left.news.count <= news.count, left.news.count),
        ].flatMap { some, others, isFew, count -> [QuadMatching.Found] in
            guard isFew, count >= LeftoverRival.fewest else { return [] }
            return matching(some, others, claims, bound).found
        }.filter { $0.pairs.count >= LeftoverRival.fewest }
    }

    /// Lays some of the markers on some others; the numbers are those of all.
    private func matching(
        _ some: [Int], _ others: [Int], _ claims: [(old: Int, new: Int)], _ bound: Double?
    ) -> (found: [QuadMatching.Found], needed: Int) {
        let places = (
            Dictionary(uniqueKeysWithValues: some.enumerated().map { ($1, $0) }),
            Dictionary(uniqueKeysWithValues: others.enumerated().map { ($1, $0) })
        )
        let matching = QuadMatching(
            some.map { old($0) }, others.map { new($0) },
            claims: claims.compactMap { claim in
                places.0[claim.old].flatMap { old in places.1[claim.new].map { (old, $0) } }
            }, bound: bound)
        return (matching.found.map { $0.numbered(olds: some, news: others) }, matching.needed)
    }

    /// The markers that a motion leaves out in both scans and that lie on each other under another, if they are more than an accident.
    ///
    /// - Returns: Their motion, and whether they certainly moved together, as what was carried elsewhere, or copies of what was not seen.
    private func apart(
        from first: QuadMatching.Found, _ claims: [(old: Int, new: Int)], _ bound: Double?
    ) -> (found: QuadMatching.Found, isMoved: Bool)? {
        let left = left(by: first)
        let smaller = min(left.olds.count, left.news.count)
        guard smaller >= MarkerCandidates.fewestApart else { return nil }
        let matching = matching(left.olds, left.news, claims, bound)
        guard let best = matching.found.first else { return nil }
        let told = Set(claims.map { SIMD2($0.old, $0.new) })
        func labelled(_ found: QuadMatching.Found) -> Int {
            found.pairs.count { told.contains(SIMD2($0.old, $0.new)) }
        }
        let (ofThese, ofFirst) = (labelled(best), labelled(first))
        // Where labels speak for these and not for the first, the first may be what is alike elsewhere.
        if ofThese > ofFirst, ofThese >= MarkerCandidates.fewestApart { return (best, false) }
        let isTold = ofThese >= MarkerCandidates.fewestTogether && ofFirst > ofThese
        let count = best.pairs.count
        let near = first.isOfCopies ? .infinity : MarkerCandidates.timesLimit * first.limit
        let isSure = best.limit <= near && count >= MarkerCandidates.timesChance * matching.needed
        if count >= MarkerCandidates.fewestTogether, isSure || isTold { return (best, true) }
        // Of many that are left out a few lie on others by chance.
        let least = LeftoverRival.leastShare * Double(first.pairs.count)
        guard count >= MarkerCandidates.fewestApart, 2 * count > smaller, Double(count) >= least,
            best.pairs.allSatisfy({ $0.distance <= near })
        else { return nil }
        return (best, false)
    }

    private func placed(_ old: Int, _ new: Int, under motion: AnchoredMotion) -> ChosenMarkers {
        let moved = motion * self.old(old), center = moved.center
        var next: (marker: Int, distance: Double)?
        for other in news.indices where other != new {
            let distance = (self.new(other).center - center).length
            if distance < next?.distance ?? .infinity { next = (other, distance) }
        }
        return ChosenMarkers(
            old: olds[old].place, new: news[new].place,
            corners: moved.correspondence(to: self.new(new)),
            next: next.map { moved.correspondence(to: self.new($0.marker)).distance })
    }

    /// Of motions that explain nearly as much, the one that labels and anchors tell from all others: none speaks against it, and of each
    /// other motion some are markers that it takes to others than theirs.
    private func settled(
        _ open: [QuadMatching.Found], _ claims: [(old: Int, new: Int)]
    ) -> Int? {
        let partners = open.map { found in
            Dictionary(uniqueKeysWithValues: found.pairs.map { ($0.old, $0.new) })
        }
        let most = open.map { $0.pairs.count }.max() ?? 0
        return open.indices.first { place in
            // A label that was carried to another marker leads where fewer lie on each other.
            Double(open[place].pairs.count) >= MarkerCandidates.leastShareOfTold * Double(most)
                && claims.allSatisfy { partners[place][$0.old] ?? $0.new == $0.new }
                && open.indices.allSatisfy { other in
                    other == place
                        || claims.contains { claim in
                            partners[place][claim.old] == claim.new
                                && partners[other][claim.old].map { $0 != claim.new } ?? false
                        }
                }
        }
    }

    private func numbered(_ claims: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        let places = (
            Dictionary(uniqueKeysWithValues: olds.enumerated().map { ($1.place, $0) }),
            Dictionary(uniqueKeysWithValues: news.enumerated().map { ($1.place, $0) })
        )
        return claims.compactMap { claim in
            guard let old = places.0[claim.old], let new = places.1[claim.new] else { return nil }
            return (old, new)
        }
    }

    /// So many matches more than a rival's are no accident of a pattern.
    private static let leastLead = 2
    /// Labels tell motions apart that explain as much, or nearly, of many.
    private static let leastShareOfTold = 0.95
    /// So many that follow a motion leave no rival unseen; and so many pairs are searched in a moment.
    private static let few = 12, mostOfFew = 2500
    /// The pairs of another motion are seldom this many times as far apart as those of the first.
    private static let timesLimit = 2.0
    /// So many times nearer are those that are the same than those that are alike.
    private static let timesNearer = 3.0
    /// So many that moved together are no chance; and fewer than the second say nothing of a motion.
    package static let fewestTogether = 3
    private static let fewestApart = 2
}

extension RivalMotion {
    /// Whether it turns about the vertical, or nearly.
    fileprivate var isUpright: Bool {
        (targetFromSource.rotation * SIMD3(0, 1, 0)).y > RivalMotion.leastRise
    }

    /// The cosine of 26°: what a frame that knows up is tilted by is far less.
    private static let leastRise = 0.9
}

/// A pair of markers that was chosen among candidates.
package struct ChosenMarkers {
    /// The indices in the two sides of the join.
    package let old, new: Int
    /// The order and the distances of their corners under the motion that chose them, if that is known.
    package var corners: CornerCorrespondence?
    /// The distance of the corners of the next nearest marker, root mean square in metres.
    package var next: Double?

    /// Whether they are copies: nearer to each other than anything measured.
    package var isCopied: Bool { (corners?.distance ?? .infinity) < ChosenMarkers.copyDistance }

    /// Corners that are measured are farther apart, in metres.
    private static let copyDistance = 1e-5

    package init(old: Int, new: Int, corners: CornerCorrespondence? = nil, next: Double? = nil) {
        (self.old, self.new, self.corners, self.next) = (old, new, corners, next)
    }
}
