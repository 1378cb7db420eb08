internal import QuadGeometry

/// The markers that follow one motion to within what their own corners say of the noise, where others that are not far off follow
/// another one, or none.
///
/// A bound that is learned from the distances of all grows over a block that was moved by a few centimetres, and the motion then lies
/// between both. The corners of a marker know the noise by themselves: they keep their distances, wherever the marker is.
struct MarkerBlocks {
    /// The largest residual of a corner that follows, in metres.
    let bound: Double

    /// Of noise that is alike in all directions 99 of 100 points are within so many deviations of a coordinate.
    private static let core = 3.4
    /// The fewest markers of which two make a block each; of fewer than the other number they are compared corner by corner.
    private static let fewest = 4, few = 8
    /// One motion that most of many follow, or two that nearly all do, are no accident of errors that markers have.
    private static let most = 0.5, nearlyAll = 0.9
    /// The least gain in likelihood of two kinds of markers over one: a marker, and in all; natural logarithms.
    private static let leastGain = 0.5, leastGainOfAll = 10.0

    /// The graph of more would take longer than the fit.
    private static let mostAtOnce = 4096

    /// `nil` where one bound suits all.
    ///
    /// - Parameters:
    ///   - pairs: The corners of markers.
    ///   - markers: The pairs of each marker that follows a motion to within a bound that was learned from all.
    init?(_ pairs: Correspondences, _ markers: [[Int]]) {
        let count = markers.count, isFew = count < MarkerBlocks.few
        guard count >= MarkerBlocks.fewest, let corner = MarkerBlocks.noise(pairs, markers), corner > 0,
            count <= MarkerBlocks.mostAtOnce,
            let all = isFew ? MarkerBlocks.corners(pairs, markers) : MarkerBlocks.middles(pairs, markers),
            let one = try? ScaledMotion(all, weights: nil, model: .similarity)
        else { return nil }
        let each = Double(markers.reduce(0) { $0 + $1.count }) / Double(count)
        let noise = isFew ? corner : corner / each.squareRoot(), within = BoundEstimate.reach * noise
        guard let first = MarkerBlock(all, within: within) else { return nil }
        let rest = all.selected(first.others), second = MarkerBlock(rest, within: within)
        let share = Double(first.support) / Double(count)
        let both = share + Double(second?.support ?? 0) / Double(count)
        guard rest.count > 0, !isFew && share >= MarkerBlocks.most || both >= MarkerBlocks.nearlyAll else {
            return nil
        }
        let misses = rest.sources.indices.map { place in
            (rest.targets[place] - first.fit.targetFromSource * rest.sources[place]).length
        }
        func variance(_ fit: RigidFit) -> Double { fit.rms * fit.rms / 3 }
        let scattered = misses.reduce(0) { $0 + $1 * $1 } / Double(3 * misses.count)
        func cost(_ share: Double, _ variance: Double) -> Double {
            share * (1.5 * logarithm(Double.maximum(variance, noise * noise)) - logarithm(share))
        }
        let squares = all.sources.indices.reduce(0) { sum, place in
            let miss = one.residual(all, place)
            return sum + miss.dot(miss)
        }
        let gain =
            cost(1, squares / Double(3 * all.count)) - cost(share, variance(first.fit))
            - cost(1 - share, Double.minimum(second.map { variance($0.fit) } ?? scattered, scattered))
        guard gain > MarkerBlocks.leastGain, gain * Double(count) > MarkerBlocks.leastGainOfAll else {
            return nil
        }
        let near = misses.sorted()[misses.count / 4] / corner / 2
        bound = Double.minimum(BoundEstimate.reach, Double.maximum(MarkerBlocks.core, near)) * corner
    }

    /// The deviation of one coordinate of a corner, both sides together, in metres, by how far markers keep their distances.
    private static func noise(_ pairs: Correspondences, _ markers: [[Int]]) -> Double? {
        var changes: [Double] = []
        for marker in markers where marker.count > 2 {
            for (place, i) in marker.enumerated() {
                for j in marker[..<place] {
                    let a = (pairs.sources[i] - pairs.sources[j]).length
                    let b = (pairs.targets[i] - pairs.targets[j]).length
                    changes.append((a - b).magnitude)
                }
            }
        }
        guard !changes.isEmpty else { return nil }
        changes.sort()
        return changes[changes.count / 2] / medianOfTwo
    }

    /// The median of a difference of two coordinates, in deviations of one: 0.6745 · √2.
    private static let medianOfTwo = 0.9539

    private static func corners(_ pairs: Correspondences, _ markers: [[Int]]) -> Correspondences? {
        let chosen = pairs.selected(markers.flatMap { $0 })
        return try? Correspondences(
            sources: chosen.sources, targets: chosen.targets,
            groups: markers.indices.flatMap { Array(repeating: $0, count: markers[$0].count) })
    }

    private static func middles(_ pairs: Correspondences, _ markers: [[Int]]) -> Correspondences? {
        func middle(_ points: [SIMD3<Double>], _ marker: [Int]) -> SIMD3<Double> {
            marker.reduce(.zero) { $0 + points[$1] } / Double(marker.count)
        }
        return try? Correspondences(
            sources: markers.map { middle(pairs.sources, $0) },
            targets: markers.map { middle(pairs.targets, $0) })
    }
}

/// The points that follow one motion to within a bound, and the fit to them.
private struct MarkerBlock {
    let fit: RigidFit
    /// The points, or groups where there are any, that follow.
    let support: Int
    /// The places of the points that do not.
    let others: [Int]

    /// `nil` where chance brings as much; the bound is in metres.
    init?(_ pairs: Correspondences, within bound: Double) {
        let nodes = DistinctPairs.places(pairs)
        guard nodes.count >= 3,
            var scene = PairScene(
                sources: pairs.sources, targets: pairs.targets, weights: nil, bound: { _ in bound })
        else { return nil }
        scene.groups = PairGroups(pairs, among: nodes)
        guard let best = MotionJudgement(scene, nodes: nodes, below: .infinity).best, best.isDetermined,
            let fit = try? RigidFit(pairs.selected(best.motion.inliers.map { Int($0) }))
        else { return nil }
        (self.fit, support) = (fit, best.support)
        var follows = [Bool](repeating: false, count: pairs.count)
        for pair in best.motion.inliers { follows[Int(pair)] = true }
        others = follows.indices.filter { !follows[$0] }
    }
}
