internal import QuadGeometry

/// The spread of the points of one side about their center: whether they fix a rotation at all.
struct PointSpread {
    /// The distance of the farthest point from the center, in metres.
    private(set) var extent = 0.0
    /// The direction along which they are spread most, of length one; meaningless without an extent.
    private(set) var axis = SIMD3<Double>(1, 0, 0)
    /// The distance of the farthest point from the line through the center along the axis, in metres.
    private(set) var thickness = 0.0
    /// The length that rounding of the coordinates alone can feign, in metres: a few units in the last place of the
    /// largest.
    private(set) var resolution = 0.0

    /// Units in the last place of the largest coordinate that points on a line may miss it by: half a unit each in
    /// three coordinates, in the center and in the axis, and twice that.
    private static let feignedUnits = 4.0

    /// The spread of points that count; those of weight zero do not.
    init(_ points: [SIMD3<Double>], _ weights: [Double]?, about center: SIMD3<Double>) {
        var farthest = SIMD3<Double>.zero
        var largest = 0.0
        forEach(points, weights) { point in
            largest = max(largest, point.largestMagnitude)
            let difference = point - center
            let length = difference.length
            if length > extent { (extent, farthest) = (length, difference) }
        }
        resolution = PointSpread.resolution(of: largest)
        guard let first = farthest.unit else { return }
        // The farthest point gives the line's direction; one step of the power method rids it of its own offset.
        var improved = SIMD3<Double>.zero
        forEach(points, weights) { point in
            let difference = point - center
            improved += difference * (difference.dot(first) / extent)
        }
        axis = improved.unit ?? first
        forEach(points, weights) { point in thickness = max(thickness, (point - center).cross(axis).length) }
    }

    private func forEach(
        _ points: [SIMD3<Double>], _ weights: [Double]?, _ body: (SIMD3<Double>) -> Void
    ) {
        for i in points.indices where weights.map({ $0[i] > 0 }) ?? true { body(points[i]) }
    }

    /// The length that rounding of coordinates up to a magnitude can feign.
    static func resolution(of largest: Double) -> Double { feignedUnits * largest.ulp }

    /// Refuses points in one place.
    func requireExtent(_ side: PairSide) throws(RigidFitError) {
        guard extent > resolution else {
            throw .coincidentPoints(side: side, extent: extent, resolution: resolution)
        }
    }

    /// Refuses points in one place or on one line.
    func requirePlane(_ side: PairSide) throws(RigidFitError) {
        try requireExtent(side)
        guard thickness > resolution else {
            throw .pointsOnLine(side: side, axis: axis, thickness: thickness, resolution: resolution)
        }
    }
}

extension Correspondences {
    /// Refuses pairs whose points are in one place on a side.
    func requireExtent() throws(RigidFitError) {
        let first = weights?.firstIndex { $0 > 0 } ?? 0
        for (points, side) in [(sources, PairSide.source), (targets, .target)] where !points.isEmpty {
            try PointSpread(points, weights, about: points[first]).requireExtent(side)
        }
    }

    /// Refuses pairs whose points are above each other on a side, to within rounding.
    func requireWidth() throws(RigidFitError) {
        let first = weights?.firstIndex { $0 > 0 } ?? 0
        for (points, side) in [(sources, PairSide.source), (targets, .target)] where !points.isEmpty {
            let resolution = PointSpread(points, weights, about: points[first]).resolution
            let level = points.map { $0 - up * $0.dot(up) }
            let width = PointSpread(level, weights, about: level[first]).extent
            guard width > resolution else {
                throw .pointsOnLine(side: side, axis: up, thickness: width, resolution: resolution)
            }
        }
    }
}
