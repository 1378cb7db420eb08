package import QuadGeometry

/// Every old marker with every new one of its key, except those whose corners no fit can use.
package struct MarkerCandidates {
    private let scans: (old: [Quad], new: [Quad])
    /// The places of those that can be fitted, and the number of the key they have.
    package let olds: [(place: Int, key: Int)], news: [(place: Int, key: Int)]
    /// So many keys, the first of all, both scans have once.
    private let unique: Int

    /// Markers of two scans by the places of those that share a key: first those of the keys that both scans have once.
    package init(_ olds: [Quad], _ news: [Quad], keys: [(old: [Int], new: [Int])], unique: Int = 0) {
        scans = (olds, news)
        self.unique = unique
        self.olds = keys.enumerated().flatMap { number, key in
            key.old.filter { olds[$0].canBeFitted }.map { ($0, number) }
        }
        self.news = keys.enumerated().flatMap { number, key in
            key.new.filter { news[$0].canBeFitted }.map { ($0, number) }
        }
    }

    /// The markers of repeated keys that follow the motion that most follow: by their centers, which no order of corners moves, and if these
    /// are too few, by corners in the orders they have.
    package func chosen(_ bound: Double?) throws(RigidFitError) -> [(old: Int, new: Int)] {
        do throws(RigidFitError) { return try chosen(byCenters: true, bound) } catch {
            switch error {
            case .tooFewPairs, .motionNotDetermined: return try chosen(byCenters: false, bound)
            default: throw error
            }
        }
    }

    /// The markers of repeated keys more than half of whose points follow the motion that most points follow.
    ///
    /// Points are centers, of markers whose corners lie on each other, too, in some order; or else corners in the order they have.
    private func chosen(
        byCenters: Bool, _ bound: Double?
    ) throws(RigidFitError) -> [(old: Int, new: Int)] {
        guard !olds.isEmpty, !news.isEmpty else { return [] }
        let each = byCenters ? 1 : 4
        func points(_ quad: Quad) -> [SIMD3<Double>] { byCenters ? [quad.center] : quad.corners }
        func keys(_ markers: [(place: Int, key: Int)]) -> [Int?] {
            markers.flatMap { marker in (0..<each).map { marker.key * each + $0 } }
        }
        let candidates = try CandidatePairs(
            sources: olds.flatMap { points(scans.old[$0.place]) }, keys: keys(olds),
            targets: news.flatMap { points(scans.new[$0.place]) }, targetKeys: keys(news))
        let most = Quad.identifyingDistance(olds.indices.map { old($0) })
        let fit = try CandidateFit(
            candidates, bound: bound, atMost: most > 0 ? most : .infinity,
            rivalBelow: MarkerCandidates.mostOfRival,
            things: byCenters ? CandidateThings(quads: old, onto: new) : nil)
        var followers: [SIMD2<Int>: Int] = [:]
        for match in fit.matches {
            followers[SIMD2(Int(match.source) / each, Int(match.target) / each), default: 0] += 1
        }
        let matched = followers.filter { 2 * $0.value > each }.keys
        try require(
            fit.targetFromSource, markers: matched.count,
            byChance: MarkerCandidates.timesChance * (fit.neededSupport + 1),
            besidePattern: { moved, seen, up in
                PatternRival(moved, seen, up: up, reach: fit.bound).needed
            })
        try refuseTwins(of: matched, under: fit.targetFromSource, within: fit.bound)
        try refuseMirror(of: matched, within: fit.bound)
        return matched.filter { olds[$0.x].key >= unique }.map { (olds[$0.x].place, news[$0.y].place) }
    }

    func old(_ number: Int) -> Quad { scans.old[olds[number].place] }
    func new(_ number: Int) -> Quad { scans.new[news[number].place] }

    /// Refuses a motion of so many markers that chance, or a pattern, brings as well.
    ///
    /// The law of chance is worked out for markers that lie anywhere. Sockets and tiles do not: many motions take such a pattern
    /// to itself, and the best of them has a few markers more than the next. So a rival with half as many leaves open which is
    /// meant, and the markers that a motion takes to where the other scan looked and has none speak against it, as does
    /// the share that another motion of the pattern has. Counted over 16,000 pairs of scans with nothing in common (`quadbench silent`).
    ///
    /// - Parameters:
    ///   - motion: The motion.
    ///   - markers: Those that follow it.
    ///   - byChance: The fewest that are believed where most of those that should be seen are not.
    ///   - besidePattern: The fewest that a pattern does not bring, of quads that the motion moved and those of the other scan, with up.
    func require(
        _ motion: AnchoredMotion, markers: Int, byChance: Int,
        besidePattern: ([Quad], [Quad], SIMD3<Double>) -> Int
    ) throws(RigidFitError) {
        let moved = olds.indices.map { motion * old($0).center }, seen = news.indices.map { new($0).center }
        let expected = min(
            MarkerCandidates.count(moved, seenBy: seen), MarkerCandidates.count(seen, seenBy: moved))
        let all = min(olds.count, news.count)
        func isMost(of others: Int) -> Bool {
            Double(markers) >= MarkerCandidates.shareSeen * Double(others)
        }
        // All of a scan are more than chance brings, however few they are.
        if markers == all, isMost(of: expected) { return }
        let isThere = isMost(of: expected) && (markers >= MarkerCandidates.fewOfOverlap || isMost(of: all))
        let pattern = besidePattern(
            olds.indices.map { motion * old($0) }, news.indices.map { new($0) },
            motion.rotation * SIMD3(0, 1, 0))
        let needed = max(
            pattern, isThere ? MarkerCandidates.fewest : byChance)
        guard markers >= needed else {
            throw .motionNotDetermined(support: markers, needed: min(needed, all))
        }
    }

    /// Refuses a scan that was made twice, once a little beside the other, as by a device that found its place again: most matches have
    /// a twin of the same key, and the twins follow a motion, too.
    func refuseTwins(
        of matched: some Collection<SIMD2<Int>>, under motion: AnchoredMotion, within bound: Double
    ) throws(RigidFitError) {
        let taken = Set(matched.map { $0.y })
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        for match in matched {
            let place = new(match.y).center
            let twins = news.indices.filter { news[$0].key == news[match.y].key && !taken.contains($0) }
                .map { new($0).center }.filter { ($0 - place).length < MarkerCandidates.nearTwin * bound }
            guard let twin = twins.min(by: { ($0 - place).length < ($1 - place).length }) else { continue }
            sources.append(old(match.x).center)
            targets.append(twin)
        }
        guard sources.count >= MarkerCandidates.fewest, 2 * sources.count >= matched.count else { return }
        let twin = try RigidFit(Correspondences(sources: sources, targets: targets))
        guard twin.rms < bound else { return }
        throw .ambiguousMotion(
            RivalMotion(motion, support: matched.count),
            rival: RivalMotion(twin.targetFromSource, support: sources.count))
    }

    /// A twin is no farther away, in bounds of a match.
    private static let nearTwin = 20.0
    /// A rival with this share of the support leaves open which of the two is meant.
    static let mostOfRival = 0.5
    /// The share of the markers that should be seen which is there where two scans are of one place,
    private static let shareSeen = 2.0 / 3
    /// the fewest that are then no chance, and the fewest where scans overlap in less than most of the smaller.
    private static let fewest = 4, fewOfOverlap = 6
    /// The times that chance at random places is believed over, if fewer are there than should be seen.
    static let timesChance = 2

    /// The number of places that are among others: as near to one as these are to each other, about. Of many it is estimated.
    private static func count(_ places: [SIMD3<Double>], seenBy others: [SIMD3<Double>]) -> Int {
        let some = thinned(places), others = thinned(others)
        func nearest(_ place: SIMD3<Double>, but own: Int? = nil) -> Double {
            others.indices.reduce(Double.infinity) { $1 == own ? $0 : min($0, (others[$1] - place).length) }
        }
        let pitches = others.indices.map { nearest(others[$0], but: $0) }.sorted()
        guard !pitches.isEmpty else { return 0 }
        let reach = 2 * pitches[pitches.count / 2]
        return some.count { nearest($0) <= reach } * places.count / some.count
    }

    private static func thinned(_ places: [SIMD3<Double>]) -> [SIMD3<Double>] {
        guard places.count > mostCompared else { return places }
        return (0..<mostCompared).map { places[$0 * places.count / mostCompared] }
    }

    /// So many are compared with each other in a moment.
    private static let mostCompared = 2048
}
