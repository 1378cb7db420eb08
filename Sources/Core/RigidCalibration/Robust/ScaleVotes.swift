internal import QuadGeometry

/// The votes that lengths between pairs give on the ratio of the targets' lengths to the sources', where most pairs may be wrong.
///
/// Right pairs agree on one ratio, wrong ones on none; but of wrong pairs that fill a scene there is a most common ratio too, so
/// that ratios are compared with their neighbors, and the best few are only worth trying.
struct ScaleVotes {
    /// The number of ratios up to each bin of their logarithms.
    private var below: [Int]
    /// The middle length between two targets, in metres.
    let length: Double

    /// The width of a bin, and the most that a ratio may differ from one, as logarithms.
    private static let bin = 0.002, widest = 16.0
    /// Windows with fewer votes are those of no three pairs.
    private static let fewestVotes = 3

    /// `nil` where no two pairs have a length on both sides.
    init?(_ pairs: Correspondences, _ nodes: [Int32]) {
        let half = Int(ScaleVotes.widest / ScaleVotes.bin)
        var counts = [Int](repeating: 0, count: 2 * half)
        var lengths: [Double] = []
        lengths.reserveCapacity(nodes.count * nodes.count / 2)
        for (place, i) in nodes.enumerated() {
            for j in nodes[..<place] {
                let a = (pairs.sources[Int(i)] - pairs.sources[Int(j)]).length
                let b = (pairs.targets[Int(i)] - pairs.targets[Int(j)]).length
                let ratio = b / a
                guard a > 0, b > 0, ratio > 0, ratio.isFinite else { continue }
                let bin = half + Int((logarithm(ratio) / ScaleVotes.bin).rounded(.down))
                guard counts.indices.contains(bin) else { continue }
                counts[bin] += 1
                lengths.append(b)
            }
        }
        guard !lengths.isEmpty else { return nil }
        lengths.sort()
        length = lengths[lengths.count / 2]
        var sum = 0
        below = [0]
        for count in counts {
            sum += count
            below.append(sum)
        }
    }

    /// The ratios that stand out most from their neighbors, the best first, each the middle of a window this wide as a
    /// logarithm.
    func best(_ most: Int, width: Double) -> [Double] {
        let width = Swift.max(Int(width / ScaleVotes.bin), 1)
        func votes(_ first: Int) -> Int {
            let start = Swift.max(first, 0), end = Swift.min(first + width, below.count - 1)
            return start < end ? below[end] - below[start] : 0
        }
        var windows: [(first: Int, excess: Double)] = []
        for first in stride(from: 0, to: below.count - 1, by: Swift.max(width / 2, 1)) {
            let own = votes(first)
            guard own >= ScaleVotes.fewestVotes else { continue }
            let around = Double(votes(first - 2 * width) + votes(first + 2 * width)) / 2
            windows.append((first, (Double(own) - around) / (around + 1).squareRoot()))
        }
        windows.sort { $0.excess > $1.excess }
        var best: [Int] = []
        for window in windows {
            guard best.count < most else { break }
            if best.allSatisfy({ ($0 - window.first).magnitude >= width }) { best.append(window.first) }
        }
        return best.map {
            exponential((Double($0) + Double(width) / 2) * ScaleVotes.bin - ScaleVotes.widest)
        }
    }
}
