internal import QuadGeometry

/// Another motion that takes most markers of a pattern to some, and how often such a motion has as many followers as the one
/// that was found.
///
/// Sockets and tiles have few places, so that another set of them meets many: the law of chance at random places (`ChanceSupport`) knows
/// nothing of that, but the pattern itself tells. Each two markers, laid upon each two of the other scan that are as far apart, are a
/// motion, of which some have followers only because places repeat.
struct PatternRival {
    /// The share of the markers that may follow it; 0 where it has no follower but the two.
    private let share: Double
    /// The markers of the smaller scan.
    private let count: Int
    /// The same where arms between two are like those of the other scan more often than where nobody put them on a grid; otherwise 0.
    private let shareOfGrid: Double

    /// The markers of a scan as the found motion moves them, and those of the other; `up` is the vertical, and `reach` how far from its
    /// place a follower may be, in metres.
    init(_ moved: [Quad], _ seen: [Quad], up: SIMD3<Double>, reach: Double) {
        let (olds, news) = (Stand.some(moved), Stand.some(seen))
        var most = 2, looks = 0, alike = 0, arms = 0
        for i in 0..<min(olds.count, PatternRival.mostPaired) {
            for k in 0..<i {
                for j in 0..<min(news.count, PatternRival.mostPaired) {
                    for l in 0..<min(news.count, PatternRival.mostPaired) where l != j {
                        arms += 1
                        guard looks < PatternRival.mostLooks,
                            let turn = LevelTurn(
                                (olds[i], olds[k]), to: (news[j], news[l]), up, within: reach)
                        else { continue }
                        alike += 1
                        looks += olds.count * news.count
                        most = max(
                            most,
                            olds.count { old in news.contains { turn.takes(old, to: $0, within: reach) } })
                    }
                }
            }
        }
        count = min(moved.count, seen.count)
        let each = Double(seen.count) / Double(max(news.count, 1))
        // One more than it has: the found one may be the luckier of two alike.
        let all = min(Double(most + 1) / Double(olds.count) * each, 1)
        share = most > 2 ? all : 0
        let isGrid =
            alike >= PatternRival.fewestAlike && Double(alike) >= PatternRival.leastAlike * Double(arms)
        shareOfGrid = isGrid ? all : 0
    }

    /// The same where the followers of such a motion were counted.
    init(most: Int, of olds: Int, smaller count: Int) {
        self.count = count
        shareOfGrid = 0
        share = most > 2 ? min(Double(most + 1) / Double(max(olds, 1)), 1) : 0
    }

    /// The least number of followers that such a motion does not have by chance.
    var needed: Int { needed(share) }
    /// The same, of a grid alone: that hardly another motion has followers says nothing there.
    var neededOnGrid: Int { needed(shareOfGrid) }

    private func needed(_ share: Double) -> Int {
        (Int(share * Double(count))...max(count, 1)).first { chance($0, share) <= PatternRival.accepted }
            ?? count
    }

    /// The probability that it has so many followers.
    private func chance(_ followers: Int, _ share: Double) -> Double {
        let taken = (0..<followers).reduce(1) { $0 * Double(count - $1) / Double($1 + 1) * share }
        return (followers..<max(count, followers)).reduce(taken) { product, _ in product * (1 - share) }
    }

    /// Chance brings a motion that passes in no more of the scenes.
    private static let accepted = 1e-4
    /// Of sockets on a grid 2 to 8 arms of 1,000 are alike, of markers anywhere hardly one (`quadbench silent --geometry`).
    private static let leastAlike = 2e-3, fewestAlike = 5
    /// So many markers are laid upon each other, and so often is one of a motion held against one of the other scan.
    private static let mostPaired = 24, mostLooks = 1 << 23
}

/// The place of a marker, and the direction it faces; none without any extent.
private struct Stand {
    let center: SIMD3<Double>, normal: SIMD3<Double>?

    /// All, or enough of many.
    static func some(_ quads: [Quad]) -> [Stand] {
        let count = min(quads.count, mostCounted)
        // A step that shares no pattern with an order of rows.
        return (0..<count).map { quads[count < quads.count ? $0 * step % quads.count : $0] }.map {
            Stand(center: $0.center, normal: $0.normal)
        }
    }

    private static let mostCounted = 256, step = 7919
}

/// A turn about the vertical and a shift that take two markers to two others.
private struct LevelTurn {
    private let from, to, up: SIMD3<Double>
    private let cosine, sine: Double

    /// Nothing if they are not as far apart, do not face alike, or stay where they are.
    init?(_ olds: (Stand, Stand), to news: (Stand, Stand), _ up: SIMD3<Double>, within reach: Double) {
        let wanted = olds.1.center - olds.0.center, found = news.1.center - news.0.center
        let rise = wanted.dot(up), level = wanted - rise * up, ground = found - found.dot(up) * up
        guard level.length > LevelTurn.leastLength * reach, abs(found.dot(up) - rise) < 2 * reach,
            abs(ground.length - level.length) < 2 * reach
        else { return nil }
        (from, to, self.up) = (olds.0.center, news.0.center, up)
        let scale = 1 / (level.length * ground.length)
        (cosine, sine) = (level.dot(ground) * scale, level.cross(ground).dot(up) * scale)
        guard takes(olds.0, to: news.0, within: .infinity), takes(olds.1, to: news.1, within: .infinity),
            (to - from).length + (news.1.center - olds.1.center).length > 8 * reach
        else { return nil }
    }

    private func turned(_ arm: SIMD3<Double>) -> SIMD3<Double> {
        let rise = arm.dot(up) * up
        return rise + cosine * (arm - rise) + sine * up.cross(arm)
    }

    func takes(_ old: Stand, to new: Stand, within reach: Double) -> Bool {
        guard (to + turned(old.center - from) - new.center).length < reach else { return false }
        guard let mine = old.normal, let other = new.normal else { return true }
        return abs(turned(mine).dot(other)) > LevelTurn.leastCosine
    }

    /// In reaches, so that the turn is known; and the cosine of the angle by which normals may differ, 26°.
    private static let leastLength = 10.0, leastCosine = 0.9
}
