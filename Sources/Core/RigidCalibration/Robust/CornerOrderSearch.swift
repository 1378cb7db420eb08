internal import QuadGeometry

/// The search for ``CornerOrders``: one motion, and the order of each quad that suits it.
struct CornerOrderSearch {
    /// The order of each quad, and by how many metres the next best is worse.
    private(set) var chosen: [(order: CornerOrder, margin: Double)] = []

    /// Every corner of every quad in each of the eight orders, then the centers.
    private let scene: PairScene
    private let quads: Int
    private let bound: Double
    /// Whether each quad follows the motion that most do.
    private var isInPlace: [Bool] = []
    /// Whether up is up on both sides.
    private let keepsUp: Bool

    /// An order for each quad, as places in ``CornerOrder/all``, with what is missed: squares, none above the bound's.
    private struct Choice {
        var motion: TrialMotion
        var orders: [Int]
        var cost: Double
    }

    /// `nil` where the quads fix no motion at all.
    init?(_ sources: [Quad], _ targets: [Quad], bound: Double, keepsUp: Bool, isRest: Bool = false) {
        self.keepsUp = keepsUp
        quads = sources.count
        var from: [SIMD3<Double>] = [], to = from
        for (source, target) in zip(sources, targets) {
            for order in CornerOrder.all {
                from += source.corners
                to += target.reordered(order).corners
            }
        }
        from += sources.map { $0.center }
        to += targets.map { $0.center }
        guard let scene = PairScene(sources: from, targets: to, weights: nil, bound: { _ in bound }) else {
            return nil
        }
        self.scene = scene
        self.bound = bound * scene.scale
        guard quads > 1 else {
            chosen = [alone()]
            return
        }
        guard var best = likely(starts()).map(bestChoice).min(by: { $0.cost < $1.cost }) else { return nil }
        for _ in 0..<CornerOrderSearch.rounds {
            guard let next = refitted(best).map(bestChoice), next.cost < best.cost else { break }
            best = next
        }
        best = simplest(best)
        isInPlace = (0..<quads).map {
            followers(best.motion, $0, best.orders[$0]).count >= CornerOrderSearch.fewestInPlace
        }
        chosen = (0..<quads).map { quad in
            guard isInPlace[quad] else { return (CornerOrder.all[order(of: quad, about: best.motion)], 0) }
            let misses = misses(best.motion, quad, most: .infinity)
            let next = misses.indices.filter { $0 != best.orders[quad] }.map { misses[$0] }.min() ?? 0
            let margin = (next / 4).squareRoot() - (misses[best.orders[quad]] / 4).squareRoot()
            return (CornerOrder.all[best.orders[quad]], margin / scene.scale)
        }
        if !isRest { settleBlock(sources, targets, bound) }
    }

    /// Quads of another session, or that were moved together, turn as one by themselves. Where a scan drifts, its ends lie as the
    /// rest does.
    private mutating func settleBlock(_ sources: [Quad], _ targets: [Quad], _ bound: Double) {
        let rest = isInPlace.indices.filter { !isInPlace[$0] }
        guard rest.count >= CornerOrderSearch.fewestOfBlock, rest.count < quads,
            let own = CornerOrderSearch(
                rest.map { sources[$0] }, rest.map { targets[$0] }, bound: bound, keepsUp: keepsUp,
                isRest: true),
            own.isInPlace.count(where: { $0 }) >= CornerOrderSearch.fewestOfBlock
        else { return }
        for (place, quad) in rest.enumerated() where own.isInPlace[place] { chosen[quad] = own.chosen[place] }
    }

    /// Fewer corners in their places may be so by chance, as of a quad whose outline runs the other way.
    private static let fewestInPlace = 3
    /// So many have a motion of their own that is none of their noise.
    private static let fewestOfBlock = 3
    /// Fits and choices until they stay the same.
    private static let rounds = 10
    /// The number of quads that are each paired with the one farthest from them.
    private static let mostPaired = 12
    /// Of more quads than this, some all over tell which motions are worth a look at all; and the number of those.
    private static let mostSampled = 1024, mostLikely = 16

    private func corners(_ quad: Int, _ order: Int) -> Range<Int32> {
        let first = Int32(4 * (CornerOrder.all.count * quad + order))
        return first..<(first + 4)
    }

    private var centers: Range<Int32> {
        let first = Int32(4 * CornerOrder.all.count * quads)
        return first..<(first + Int32(quads))
    }

    /// The order of the only quad, each order with the motion that suits it: the first that fits no worse than noise
    /// explains and keeps up where it is, so its own unless another is clearly better.
    private func alone() -> (order: CornerOrder, margin: Double) {
        let motions = CornerOrder.all.indices.map { TrialMotion(scene, Array(corners(0, $0))) }
        let costs = motions.enumerated().map { order, motion in
            motion.map { misses($0, 0, most: .infinity)[order] } ?? .infinity
        }
        let rounding = 4 * scene.rounding * scene.rounding
        let most = CornerOrderSearch.chance * (costs.min() ?? 0) + rounding
        let likely = costs.indices.filter { costs[$0] <= most }
        let own = likely.first { !keepsUp || motions[$0]?.isUpright == true } ?? likely.first ?? 0
        let next = costs.indices.filter { $0 != own }.map { costs[$0] }.min() ?? 0
        guard next.isFinite else { return (CornerOrder.all[own], 0) }
        return (
            CornerOrder.all[own], ((next / 4).squareRoot() - (costs[own] / 4).squareRoot()) / scene.scale
        )
    }

    /// The own order of a square misses as many times the squares of the best of all eight in none of 10,000 cases,
    /// though 20 times in three of 1,000.
    private static let chance = 50.0

    /// Motions worth trying, the one that needs no reordering first.
    private func starts() -> [TrialMotion] {
        let every = CornerOrder.all.indices
        var motions = every.compactMap { order in
            TrialMotion(scene, (0..<quads).flatMap { corners($0, order) })
        }
        if quads >= 3 {
            let centers = Array(centers)
            motions += [TrialMotion(scene, centers)].compactMap { $0 }
            let judged = MotionJudgement(scene, nodes: centers)
            motions += [judged.best, judged.rival].compactMap { $0?.motion.motion }
        }
        for quad in 0..<min(quads, CornerOrderSearch.mostPaired) where quads > 1 {
            let here = scene.sources[Int(centers.lowerBound) + quad]
            func distance(_ other: Int) -> Double {
                (scene.sources[Int(centers.lowerBound) + other] - here).length
            }
            guard let other = (0..<quads).max(by: { distance($0) < distance($1) }), other != quad else {
                continue
            }
            for one in every {
                for two in every {
                    let pairs = Array(corners(quad, one)) + Array(corners(other, two))
                    if let motion = TrialMotion(scene, pairs) { motions.append(motion) }
                }
            }
        }
        return motions
    }

    /// The motions that suit most of many quads, in the order they were in.
    private func likely(_ motions: [TrialMotion]) -> [TrialMotion] {
        guard quads > CornerOrderSearch.mostSampled else { return motions }
        let every = (quads + CornerOrderSearch.mostSampled - 1) / CornerOrderSearch.mostSampled
        let costs = motions.map { motion in
            stride(from: 0, to: quads, by: every).reduce(0) {
                $0 + misses(motion, $1, most: bound * bound).min()
            }
        }
        return costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }.prefix(CornerOrderSearch.mostLikely)
            .sorted().map { motions[$0] }
    }

    /// The misses of a quad in each order, with no corner counted for more than `most`.
    private func misses(_ motion: TrialMotion, _ quad: Int, most: Double) -> SIMD8<Double> {
        // All orders are of the same four corners.
        let first = 4 * CornerOrder.all.count * quad
        func of(_ source: Int) -> SIMD4<Double> {
            let moved = motion.moved(scene.sources[first + source])
            func miss(_ target: Int) -> Double {
                let step = scene.targets[first + target] - moved
                return min((step * step).sum(), most)
            }
            return SIMD4(miss(0), miss(1), miss(2), miss(3))
        }
        let a = of(0), b = of(1), c = of(2), d = of(3), across = SIMD4(c.z, c.w, c.x, c.y)
        let (on, back) = (SIMD4(b.y, b.z, b.w, b.x), SIMD4(b.w, b.x, b.y, b.z))
        // The first four orders go on from their start, the others go back.
        return SIMD8(
            lowHalf: a + on + across + SIMD4(d.w, d.x, d.y, d.z),
            highHalf: a + back + across + SIMD4(d.y, d.z, d.w, d.x))
    }

    /// The same of one order.
    private func miss(_ motion: TrialMotion, _ quad: Int, _ order: Int) -> Double {
        corners(quad, order).reduce(0) { sum, pair in
            sum + min(motion.miss(scene.sources[Int(pair)], scene.targets[Int(pair)]), bound * bound)
        }
    }

    /// The order in which a quad that is out of its place lies about its own center as the motion has it, as when a scan
    /// drifts; its own where none does, or none does clearly.
    private func order(of quad: Int, about motion: TrialMotion) -> Int {
        let center = Int(centers.lowerBound) + quad
        let offset = motion.offset(scene.sources[center], scene.targets[center])
        let costs = CornerOrder.all.indices.map { order in
            corners(quad, order).reduce(0) { sum, pair in
                sum + motion.miss(scene.sources[Int(pair)], scene.targets[Int(pair)] - offset)
            }
        }
        let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
        let most = 4 * bound * bound
        return costs[best] < most && costs[0] > most ? best : 0
    }

    /// Each quad in the order that suits the motion best, the first of equals.
    private func bestChoice(_ motion: TrialMotion) -> Choice {
        var choice = Choice(motion: motion, orders: [], cost: 0)
        choice.orders.reserveCapacity(quads)
        for quad in 0..<quads {
            let costs = misses(motion, quad, most: bound * bound)
            let best = costs.indices.min { costs[$0] < costs[$1] } ?? 0
            choice.orders.append(best)
            choice.cost += costs[best]
        }
        return choice
    }

    /// The corners within the bound.
    private func followers(_ motion: TrialMotion, _ orders: [Int]) -> [Int32] {
        orders.indices.flatMap { followers(motion, $0, orders[$0]) }
    }

    private func followers(_ motion: TrialMotion, _ quad: Int, _ order: Int) -> [Int32] {
        corners(quad, order).filter {
            motion.miss(scene.sources[Int($0)], scene.targets[Int($0)]) <= bound * bound
        }
    }

    private func refitted(_ choice: Choice) -> TrialMotion? {
        TrialMotion(scene, followers(choice.motion, choice.orders))
    }

    /// The best choice with these orders, from the motion of another, or from a fit to all corners or to those of the quads that follow
    /// that.
    private func settled(_ orders: [Int], near best: Choice) -> Choice? {
        func cost(_ motion: TrialMotion) -> Double {
            orders.indices.reduce(0) { $0 + miss(motion, $1, orders[$1]) }
        }
        func fit(_ quads: [Int]) -> TrialMotion? {
            TrialMotion(scene, quads.flatMap { corners($0, orders[$0]) })
        }
        // Far from their places, wrong pairs pull a fit to all away from every quad.
        let inPlace = orders.indices.filter {
            followers(best.motion, $0, best.orders[$0]).count >= CornerOrderSearch.fewestInPlace
        }
        let all = fit(Array(orders.indices)), some = inPlace.count < quads ? fit(inPlace) : nil
        let choices = [best.motion, all, some].compactMap { $0 }.map { start -> Choice in
            var choice = Choice(motion: start, orders: orders, cost: cost(start))
            for _ in 0..<CornerOrderSearch.rounds {
                guard let motion = refitted(choice), cost(motion) < choice.cost else { break }
                choice.motion = motion
                choice.cost = cost(motion)
            }
            return choice
        }
        return choices.min { $0.cost < $1.cost }
    }

    /// The choice, or one that changes less and is no worse than noise explains: no order changed, the same change for
    /// all, or quads kept as they are one by one.
    private func simplest(_ best: Choice) -> Choice {
        let following = followers(best.motion, best.orders)
        let noise = following.reduce(0) { sum, pair in
            sum + best.motion.miss(scene.sources[Int(pair)], scene.targets[Int(pair)])
        }
        let rounding = scene.rounding * scene.rounding * Double(max(following.count, 4))
        let freedoms = Double(max(3 * following.count - 6, 6))
        for order in CornerOrder.all.indices {
            let orders = [Int](repeating: order, count: quads)
            guard let same = settled(orders, near: best) else { continue }
            let doubt =
                keepsUp && same.motion.isUpright && !best.motion.isUpright
                ? CornerOrderSearch.doubtOnItsHead : CornerOrderSearch.doubt / freedoms.squareRoot()
            if same.cost - best.cost <= noise * doubt + rounding {
                return same
            }
        }
        var orders = best.orders
        for quad in 0..<quads {
            let costs = misses(best.motion, quad, most: bound * bound)
            let usual = 4 * noise / Double(max(following.count, 4))
            if costs[0] - costs[orders[quad]] <= usual * CornerOrderSearch.doubt / 12.squareRoot() + rounding
            {
                orders[quad] = 0
            }
        }
        return settled(orders, near: best) ?? best
    }

    /// The most by which a simpler choice may be worse than the best, in noise over the root of its degrees of freedom:
    /// for a single quad four times the noise, which the best of eight equal orders is below in one case of a hundred.
    private static let doubt = 8.0
    /// The same, in noise, beside a choice that lays the scene on its head or side.
    private static let doubtOnItsHead = 10.0
}
