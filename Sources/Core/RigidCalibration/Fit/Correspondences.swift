public import QuadGeometry

/// Points of one frame and their places in another, pair by pair: the input of a fit.
///
/// Every number in it is finite and usable; others are refused with the index of their pair.
///
/// ```swift
/// let pairs = try Correspondences(sources: oldPoints, targets: newPoints)
/// ```
public struct Correspondences: Hashable, Sendable {
    /// The points in the source frame, in metres.
    public let sources: [SIMD3<Double>]
    /// The same points in the target frame, in metres.
    public let targets: [SIMD3<Double>]
    /// The weight of each pair; `nil` when all count the same.
    public let weights: [Double]?
    /// The noise of each source, or `nil` when it is the same for all and in all directions.
    public let sourceCovariances: [SymmetricMatrix]?
    /// The noise of each target, or `nil` when it is the same for all and in all directions.
    public let targetCovariances: [SymmetricMatrix]?
    /// Pairs of the same number belong to one thing that moves as one, such as the corners of a marker.
    public let groups: [Int]?
    /// The name of each pair in reports.
    public let ids: [String]?

    /// Coordinates beyond this, in metres, are refused: their squares have no room.
    public static let largestCoordinate = UsableRange.largestCoordinate

    /// Pairs of points, with the data known of each.
    public init(
        sources: [SIMD3<Double>], targets: [SIMD3<Double>], weights: [Double]? = nil,
        sourceCovariances: [SymmetricMatrix]? = nil, targetCovariances: [SymmetricMatrix]? = nil,
        groups: [Int]? = nil, ids: [String]? = nil
    ) throws(RigidFitError) {
        guard sources.count == targets.count else {
            throw .unpairedPoints(sources: sources.count, targets: targets.count)
        }
        let columns: [(PairColumn, Int?)] = [
            (.weights, weights?.count), (.sourceCovariances, sourceCovariances?.count),
            (.targetCovariances, targetCovariances?.count), (.groups, groups?.count), (.ids, ids?.count),
        ]
        for case (let column, let count?) in columns where count != sources.count {
            throw .unpairedColumn(column, count: count, pairs: sources.count)
        }
        try Correspondences.check(sources, .source)
        try Correspondences.check(targets, .target)
        for (pair, weight) in (weights ?? []).enumerated() where !(weight >= 0 && weight.isFinite) {
            throw .badWeight(pair: pair, weight: weight)
        }
        for (covariances, side) in [(sourceCovariances, PairSide.source), (targetCovariances, .target)] {
            for (pair, covariance) in (covariances ?? []).enumerated() where !covariance.isCovariance {
                throw .badCovariance(pair: pair, side: side)
            }
        }
        self.sources = sources
        self.targets = targets
        self.weights = weights
        self.sourceCovariances = sourceCovariances
        self.targetCovariances = targetCovariances
        self.groups = groups
        self.ids = ids
    }

    /// Refuses points that are not finite or out of range.
    static func check(_ points: [SIMD3<Double>], _ side: PairSide) throws(RigidFitError) {
        for (pair, point) in points.enumerated() { try require(point, pair: pair, side: side) }
    }

    /// The four corners of quads and of their targets, quad by quad, corner by corner; each quad is a group.
    public init(quads: [Quad], targets: [Quad], names: [String]? = nil) throws(RigidFitError) {
        guard quads.count == targets.count else {
            throw .unpairedPoints(sources: 4 * quads.count, targets: 4 * targets.count)
        }
        if let names, names.count != quads.count {
            throw .unpairedColumn(.ids, count: 4 * names.count, pairs: 4 * quads.count)
        }
        try self.init(
            sources: quads.flatMap { $0.corners }, targets: targets.flatMap { $0.corners },
            groups: quads.indices.flatMap { [$0, $0, $0, $0] },
            ids: names?.flatMap { name in (1...4).map { "\(name).p\($0)" } })
    }

    /// Refuses a point that is not finite or out of range.
    static func require(_ point: SIMD3<Double>, pair: Int, side: PairSide) throws(RigidFitError) {
        guard point.isFinite else { throw .nonFinitePoint(pair: pair, side: side) }
        guard point.largestMagnitude <= largestCoordinate else { throw .outOfRange(pair: pair, side: side) }
    }

    /// The number of pairs.
    public var count: Int { sources.count }

    /// The same pairs the other way around.
    public var swapped: Correspondences {
        Correspondences(
            checkedSources: targets, targets: sources, weights: weights, sourceCovariances: targetCovariances,
            targetCovariances: sourceCovariances, groups: groups, ids: ids)
    }

    /// The same pairs, each for itself.
    package var ungrouped: Correspondences {
        Correspondences(
            checkedSources: sources, targets: targets, weights: weights, sourceCovariances: sourceCovariances,
            targetCovariances: targetCovariances, groups: nil, ids: ids)
    }

    /// The same pairs with the sources seen in a mirror across the yz plane.
    var mirrored: Correspondences {
        Correspondences(
            checkedSources: sources.map { SIMD3(-$0.x, $0.y, $0.z) }, targets: targets, weights: weights,
            sourceCovariances: nil, targetCovariances: targetCovariances, groups: groups, ids: ids)
    }

    /// The same pairs with longer or shorter targets; `nil` when they leave the range.
    func withTargets(scaledBy factor: Double) -> Correspondences? {
        try? Correspondences(
            sources: sources, targets: targets.map { $0 * factor }, weights: weights, groups: groups)
    }

    /// The same pairs with longer or shorter sources; `nil` when they leave the range.
    func withSources(scaledBy factor: Double) -> Correspondences? {
        try? Correspondences(
            sources: sources.map { $0 * factor }, targets: targets, weights: weights, groups: groups)
    }

    /// The pairs at these places, in this order.
    public func selected(_ pairs: [Int]) -> Correspondences {
        func chosen<Element>(_ column: [Element]?) -> [Element]? {
            column.map { column in pairs.map { column[$0] } }
        }
        return Correspondences(
            checkedSources: pairs.map { sources[$0] }, targets: pairs.map { targets[$0] },
            weights: chosen(weights), sourceCovariances: chosen(sourceCovariances),
            targetCovariances: chosen(targetCovariances), groups: chosen(groups), ids: chosen(ids))
    }

    /// The same points with other weights and nothing else.
    func weighted(by weights: [Double]?) -> Correspondences {
        Correspondences(
            checkedSources: sources, targets: targets, weights: weights, sourceCovariances: nil,
            targetCovariances: nil, groups: nil, ids: nil)
    }

    /// The same pairs, of which only some count.
    func counting(only chosen: [Bool]) -> Correspondences {
        counting(weights: chosen.indices.map { chosen[$0] ? weights?[$0] ?? 1 : 0 })
    }

    /// The same pairs with other weights.
    func counting(weights: [Double]) -> Correspondences {
        Correspondences(
            checkedSources: sources, targets: targets, weights: weights, sourceCovariances: sourceCovariances,
            targetCovariances: targetCovariances, groups: groups, ids: ids)
    }

    /// The name of a pair: its id, or its place counted from 0.
    public func name(of pair: Int) -> String { ids?[pair] ?? "\(pair)" }

    private init(
        checkedSources: [SIMD3<Double>], targets: [SIMD3<Double>], weights: [Double]?,
        sourceCovariances: [SymmetricMatrix]?, targetCovariances: [SymmetricMatrix]?, groups: [Int]?,
        ids: [String]?
    ) {
        sources = checkedSources
        self.targets = targets
        self.weights = weights
        self.sourceCovariances = sourceCovariances
        self.targetCovariances = targetCovariances
        self.groups = groups
        self.ids = ids
    }

    var effectiveCount: Int { weights?.count { $0 > 0 } ?? count }
}

extension Correspondences {
    /// The length below which a difference between the scans is no more than rounding of the coordinates and of the motion, in
    /// metres.
    var rounding: Double {
        let farthest = targets.reduce(0) { Double.maximum($0, $1.largestMagnitude) }
        return Correspondences.roundingShare
            * sources.reduce(farthest) { Double.maximum($0, $1.largestMagnitude) }
    }

    /// As a share of the largest coordinate: some hundred times the rounding of a double.
    private static let roundingShare = 1e-13
}
