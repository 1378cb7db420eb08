internal import QuadGeometry

/// The ratio of the targets' lengths to the sources': 1 unless a unit or a scale slipped.
///
/// It is taken from lengths alone, so neither the motion nor moved or wrongly named things show in it.
public struct ScaleRatio: Hashable, Sendable {
    /// The middle ratio of target lengths to source lengths.
    public let factor: Double
    /// The standard error of the factor, from how far the ratios scatter.
    public let spread: Double

    /// Standard errors beyond which a deviation is not noise.
    private static let firm = 6.0
    /// The standard error of a median, in median deviations of one value, for normal noise: √(π/2) · 1.4826.
    private static let medianError = 1.8582

    /// Whether the factor is no noise, and moves points farther from their places than the bound in a scene whose
    /// smaller side is this wide.
    func misplaces(_ width: Double, beyond bound: Double) -> Bool {
        let slip = (factor - 1).magnitude
        return slip > ScaleRatio.firm * spread && slip * width > 2 * bound * min(1, factor)
    }

    /// From sides of groups or from lengths between pairs, whichever tells more; `nil` where neither agrees.
    init?(_ scene: PairScene, _ nodes: [Int32]) {
        let found = [
            scene.groups.flatMap { ScaleRatio(sides: $0, scene) }, ScaleRatio(lengths: nodes, scene),
        ]
        guard let best = found.compactMap({ $0 }).min(by: { $0.spread * $1.factor < $1.spread * $0.factor })
        else { return nil }
        self = best
    }

    /// Of pairs of which nothing else is known; `nil` where few lengths agree, or the ratio is one.
    init?(_ pairs: Correspondences) {
        let nodes = DistinctPairs.places(pairs)
        guard
            var scene = PairScene(
                sources: pairs.sources, targets: pairs.targets, weights: pairs.weights, bound: { _ in 0 })
        else { return nil }
        scene.setBound(scene.widths.x * ScaleRatio.unknownBound)
        scene.groups = PairGroups(pairs, among: nodes)
        self.init(scene, nodes)
        guard (factor - 1).magnitude > ScaleRatio.firm * spread else { return nil }
    }

    /// A share of the scene's width.
    private static let unknownBound = 1.0 / 128

    /// The middle ratio of the sides of groups: from each of their points to the next, and from the last to the first.
    private init?(sides groups: PairGroups, _ scene: PairScene) {
        var first = [Int?](repeating: nil, count: groups.sizes.count), last = first
        var ratios: [Double] = []
        func compare(_ i: Int, _ j: Int) {
            let a = (scene.sources[i] - scene.sources[j]).length
            let b = (scene.targets[i] - scene.targets[j]).length
            if a > 0, b > 0 { ratios.append(b / a) }
        }
        for (pair, group) in groups.groups.enumerated() {
            let group = Int(group)
            if let before = last[group] { compare(before, pair) } else { first[group] = pair }
            last[group] = pair
        }
        var several = 0
        for case (let first?, let last?) in zip(first, last) where first != last {
            several += 1
            compare(first, last)
        }
        guard several >= ScaleRatio.fewestGroups, !ratios.isEmpty else { return nil }
        ratios.sort()
        self.init(agreeing: ratios[...])
    }

    private static let fewestGroups = 3

    /// The most common ratio of lengths between pairs, where more agree on it than chance would bring.
    private init?(lengths nodes: [Int32], _ scene: PairScene) {
        var ratios: [Double] = [], slacks: [Double] = []
        func compare(_ i: Int32, _ j: Int32) {
            let (i, j) = (Int(i), Int(j))
            let a = (scene.sources[i] - scene.sources[j]).length,
                b = (scene.targets[i] - scene.targets[j]).length
            guard a > 0, b > 0 else { return }
            let ratio = b / a
            ratios.append(ratio)
            slacks.append((scene.bounds[i] + scene.bounds[j]) / min(a, b))
        }
        ratios.reserveCapacity(ScaleRatio.mostLengths)
        slacks.reserveCapacity(ScaleRatio.mostLengths)
        let count = nodes.count
        if count <= ScaleRatio.few {
            for i in 0..<count { for j in 0..<i { compare(nodes[i], nodes[j]) } }
        } else {
            let lengths = min(max(count, ScaleRatio.fewLengths), ScaleRatio.mostLengths)
            for k in 0..<lengths {
                let i = k * count / lengths
                compare(nodes[i], nodes[(i + count / 2 + k % 7) % count])
            }
        }
        guard !ratios.isEmpty else { return nil }
        // The window of neighbours, as wide as the bounds allow, that holds most.
        ratios.sort()
        slacks.sort()
        let slack = min(slacks[slacks.count / 2], ScaleRatio.widestSlack)
        var best = 0..<0, start = 0
        for end in ratios.indices {
            while ratios[end] - ratios[start] > 2 * slack * ratios[start] { start += 1 }
            if end + 1 - start > best.count { best = start..<(end + 1) }
        }
        guard best.count >= min(ratios.count / 4 + ScaleRatio.beyondChance, ratios.count),
            best.count >= ScaleRatio.beyondChance
        else { return nil }
        self.init(agreeing: ratios[best])
    }

    /// The number of pairs up to which all lengths are compared: 231.
    private static let few = 22
    private static let fewLengths = 48
    private static let mostLengths = 255
    /// Lengths that agree do so to this share, also where the bound is wide or in another unit than the points.
    private static let widestSlack = 0.02
    /// Lengths that agree beyond a quarter of all.
    private static let beyondChance = 6

    /// Of few ratios the median deviation may come out far too small: the spread is widened by this over their number.
    private static let fewRatios = 4.0

    /// From rising ratios.
    private init(agreeing ratios: ArraySlice<Double>) {
        let middle = ratios[ratios.startIndex + ratios.count / 2]
        let deviations = ratios.map { ($0 - middle).magnitude }.sorted()
        factor = middle
        let count = Double(ratios.count)
        let error = ScaleRatio.medianError * deviations[deviations.count / 2] / count.squareRoot()
        spread = error * (1 + ScaleRatio.fewRatios / count)
    }
}
