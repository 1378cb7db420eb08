/// The spatial relation of two quads.
public enum QuadRelation: Hashable, Sendable {
    /// The same ring of corners, from some start.
    case duplicate
    /// The same ring of corners, walked the other way.
    case duplicateOppositeWinding
    /// In one plane, covering common area; by intersection over union, 0 to 1.
    case overlap(Double)
    /// Parallel, one in front of the other and near; by the distance in metres.
    case stacked(distance: Double)
    /// They go through each other.
    case crossing
    /// They meet without going through each other: edge to edge, corner to corner, or standing on one another.
    case touch
    case disjoint

    /// Normals within this angle, in radians, are parallel.
    public static let parallelAngle = 5 * QuadLimits.degree
    fileprivate static let parallelSine = sineAndCosine(parallelAngle).sine
}

extension Quad {
    /// The relation of this quad to another, distinguished by distances of ``QuadLimits/snap`` and
    /// ``QuadLimits/stackDistance``.
    ///
    /// Anything within the snap distance is in one place: corners of duplicates, planes of overlaps, surfaces that
    /// touch; and a crossing goes deeper than it. Meant for corners within a few million kilometres; a quad with
    /// a number that is not finite is disjoint from all.
    public func relation(to other: Quad, limits: QuadLimits = .app) -> QuadRelation {
        guard isFinite, other.isFinite else { return .disjoint }
        if let duplicate = duplicate(of: other, limits: limits) { return duplicate }
        let pieces = QuadPieces(self), otherPieces = QuadPieces(other)
        guard let plane = pieces.outline.plane, let otherPlane = otherPieces.outline.plane else {
            return pieces.distance(to: otherPieces) <= limits.snap ? .touch : .disjoint
        }
        let crossNormals = plane.normal.cross(otherPlane.normal)
        if Quad.areParallel(crossNormals) {
            let shared = Quad.sharing(pieces, otherPieces, plane, otherPlane, limits)
            if let shared { return shared }
            // The line in which two nearly equal planes meet could be anywhere.
            let isCoplanar =
                (corners.map(otherPlane.signedDistance) + other.corners.map(plane.signedDistance))
                .allSatisfy { $0.magnitude <= limits.snap }
            if isCoplanar { return pieces.distance(to: otherPieces) <= limits.snap ? .touch : .disjoint }
        }
        switch depth(against: other, pieces, otherPieces, plane, otherPlane, crossNormals) {
        case let depth? where depth > limits.snap: return .crossing
        case .some: return .touch
        case nil: return pieces.distance(to: otherPieces) <= limits.snap ? .touch : .disjoint
        }
    }

    /// Whether both have the same ring of corners, and which way it runs; `nil` where they have not.
    func duplicate(of other: Quad, limits: QuadLimits) -> QuadRelation? {
        for order in CornerOrder.all where isSameRing(as: other.reordered(order), within: limits.snap) {
            return order.isReversed ? .duplicateOppositeWinding : .duplicate
        }
        return nil
    }

    /// An overlap or a stack with another quad that is not a duplicate; `nil` for any other relation.
    func collision(with other: Quad, limits: QuadLimits) -> QuadRelation? {
        let pieces = QuadPieces(self), otherPieces = QuadPieces(other)
        guard let plane = pieces.outline.plane, let otherPlane = otherPieces.outline.plane,
            Quad.areParallel(plane.normal.cross(otherPlane.normal))
        else { return nil }
        return Quad.sharing(pieces, otherPieces, plane, otherPlane, limits)
    }

    private static func areParallel(_ crossNormals: SIMD3<Double>) -> Bool {
        crossNormals.length < QuadRelation.parallelSine
    }

    /// The relation of two quads in parallel planes that cover common area, near each other.
    private static func sharing(
        _ pieces: QuadPieces, _ otherPieces: QuadPieces, _ plane: Plane, _ otherPlane: Plane,
        _ limits: QuadLimits
    ) -> QuadRelation? {
        let between = ParallelPlanes(plane, otherPlane)
        let footprint = QuadFootprint(pieces, otherPieces, on: between.middle)
        guard footprint.thickness > limits.snap else { return nil }
        // Only where both are do their planes matter: the plane of a small marker says little farther away.
        let gap = footprint.corners.map(between.distance).max() ?? 0
        if gap <= limits.snap { return .overlap(footprint.overlap) }
        let distance = between.distance(at: footprint.middle)
        return distance < limits.stackDistance ? .stacked(distance: distance) : nil
    }

    /// Whether the corners of the same index are within the snap distance.
    private func isSameRing(as other: Quad, within snap: Double) -> Bool {
        (p1 - other.p1).length <= snap && (p2 - other.p2).length <= snap && (p3 - other.p3).length <= snap
            && (p4 - other.p4).length <= snap
    }

    /// The depth to which the two penetrate each other, in metres: the least that each reaches beyond the other's plane, on
    /// either side, and of how much of the planes' common line both cover. `nil` when they do not meet on it.
    private func depth(
        against other: Quad, _ pieces: QuadPieces, _ otherPieces: QuadPieces, _ plane: Plane,
        _ otherPlane: Plane, _ crossNormals: SIMD3<Double>
    ) -> Double? {
        guard let line = crossNormals.unit else { return nil }
        let mine = pieces.intervals(along: line, where: otherPlane.signedDistance)
        let theirs = otherPieces.intervals(along: line, where: plane.signedDistance)
        let shared = mine.flatMap { a in
            theirs.map { b in min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound) }
        }.filter { $0 >= 0 }
        guard !shared.isEmpty else { return nil }
        let heights = corners.map(otherPlane.signedDistance)
        let otherHeights = other.corners.map(plane.signedDistance)
        let reach = [heights, otherHeights].map { min($0.max() ?? 0, -($0.min() ?? 0)) }
        // Neighboring pieces meet in a point of the line, so their shares add up.
        return min(shared.reduce(0, +), min(reach[0], reach[1]))
    }
}

/// Two planes within ``QuadRelation/parallelAngle`` of each other, and the one in the middle, so that neither of two
/// quads is measured by the other's.
private struct ParallelPlanes {
    let middle: Plane
    private let one, other: Plane

    init(_ one: Plane, _ other: Plane) {
        self.one = one
        self.other = other
        let sum = one.normal.dot(other.normal) < 0 ? one.normal - other.normal : one.normal + other.normal
        middle = Plane(through: one.point * 0.5 + other.point * 0.5, unitNormal: sum.unit ?? one.normal)
    }

    /// The distance between them at a point, across the middle, in metres.
    func distance(at point: SIMD3<Double>) -> Double {
        let n = middle.normal
        return
            (one.signedDistance(to: point) / one.normal.dot(n)
            - other.signedDistance(to: point) / other.normal.dot(n)).magnitude
    }
}
