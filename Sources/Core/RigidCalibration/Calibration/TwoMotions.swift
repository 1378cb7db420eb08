internal import QuadGeometry

/// Two motions of a scan of which a part was moved, each fitted to the markers that it explains best.
struct TwoMotions {
    /// The sum of the squares of what each pair misses by, and no more than the bound.
    private(set) var squares = 0.0
    /// Whether both lead to the same place wherever their parts meet, and away from each other beyond: as a bend does, and as no block
    /// that was carried elsewhere does, nor markers all over the place.
    let areHinged: Bool

    /// From where a search found them, which need not be where they leave least.
    init(of pairs: Correspondences, from first: AnchoredMotion, _ second: AnchoredMotion, bound: Double) {
        var motions = [first, second], parts: [[ArraySlice<Int>]] = [[], []]
        func miss(_ pair: Int, _ motion: AnchoredMotion) -> Double {
            (pairs.targets[pair] - motion * pairs.sources[pair]).length
        }
        for round in 0...TwoMotions.mostRounds {
            let last = parts
            (parts, squares) = ([[], []], 0)
            for group in pairs.members {
                let sums = motions.map { motion in
                    group.reduce(0) { $0 + TwoMotions.square(miss($1, motion), bound) }
                }
                squares += Double.minimum(sums[0], sums[1])
                parts[sums[0] <= sums[1] ? 0 : 1].append(group)
            }
            guard round < TwoMotions.mostRounds, parts != last else { break }
            let fits = zip(parts, motions).compactMap { part, motion in
                try? RigidFit(
                    pairs.selected(part.joined().filter { miss($0, motion) <= bound }.sorted())
                )
                .targetFromSource
            }
            guard fits.count == 2 else { break }
            motions = fits
        }
        let middles = parts.map { part in
            part.map { group in group.reduce(.zero) { $0 + pairs.sources[$1] } / Double(group.count) }
        }
        let (one, other) = (motions[0], motions[1])
        areHinged = TwoMotions.areHinged(middles[0], middles[1]) { (one * $0 - other * $0).length }
    }

    /// The square of what a pair misses by, and no more than that of the bound: of what is beyond, all is equally wrong.
    static func square(_ miss: Double, _ bound: Double) -> Double {
        let counted = Double.minimum(miss, bound)
        return counted * counted
    }

    /// - Parameter apart: The distance of the places that the motions lead a place to, in metres.
    private static func areHinged(
        _ first: [SIMD3<Double>], _ second: [SIMD3<Double>], _ apart: (SIMD3<Double>) -> Double
    ) -> Bool {
        let (smaller, larger) = first.count < second.count ? (first, second) : (second, first)
        guard smaller.count * larger.count <= mostMeetings, let far = smaller.map(apart).max() else {
            return false
        }
        var nearest = (distance: Double.infinity, step: Double.infinity), largest = 0.0
        for (number, place) in smaller.enumerated() {
            guard let other = larger.min(by: { ($0 - place).length < ($1 - place).length }) else {
                return false
            }
            let distance = (other - place).length, step = apart(0.5 * (place + other))
            if distance < nearest.distance { nearest = (distance, step) }
            // The parts meet where they are nearest, and at every marker with one of the other part beside it.
            let isBeside = smaller.indices.allSatisfy {
                number == $0 || (smaller[$0] - place).length > distance
            }
            if isBeside { largest = Double.maximum(largest, step) }
        }
        return Double.maximum(largest, nearest.step) < leastStep * far
    }

    /// Motions and their parts settle on each other in two or three rounds.
    private static let mostRounds = 4
    /// Blocks that were moved are apart, where they meet, by more than this share of how far they are apart elsewhere.
    private static let leastStep = 0.75
    /// The most pairs of places that are looked at for those that are nearest.
    private static let mostMeetings = 1 << 22
}
