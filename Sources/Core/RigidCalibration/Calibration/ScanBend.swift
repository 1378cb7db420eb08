internal import QuadGeometry

/// A smooth bend along the length of a scan, beside a rigid motion: what a drifting device leaves.
///
/// Along the longest direction of the pairs the targets are displaced by a polynomial of second and third degree; what
/// is constant or linear in the position is a shift, a turn or a growth.
struct ScanBend: Hashable, Sendable {
    /// The direction along which the pairs are spread most, in the target frame.
    let axis: SIMD3<Double>
    let anchor: SIMD3<Double>
    /// The position of the farthest pair along the axis, in metres from the anchor.
    let reach: Double
    /// Displacements at that position of the square and of the cube, in metres.
    let square, cube: SIMD3<Double>
    /// The change of the motion that belongs to it.
    let change: [Double]
    let changes: SmallChanges
    /// The count of numbers that motion and bend have.
    let spent: Double

    /// The bend that fits best beside the motion; `nil` when the pairs are too few or too close together to tell.
    init?(_ pairs: Correspondences, beside estimate: MotionEstimate) {
        changes = estimate.changes
        anchor = estimate.changes.anchor
        let arms = pairs.sources.map { estimate.motion.moved($0) - estimate.changes.anchor }
        var spread = SymmetricMatrix.zero
        for (pair, arm) in arms.enumerated() where estimate.weights.counts(pair) {
            spread = spread + SymmetricMatrix(product: arm, arm)
        }
        guard let axis = spread.strongestDirection else { return nil }
        self.axis = axis
        reach = arms.indices.reduce(0) { reach, pair in
            estimate.weights.counts(pair) ? Double.maximum(reach, arms[pair].dot(axis).magnitude) : reach
        }
        guard reach > 0 else { return nil }
        let free = changes.free.count
        var information = NormalMatrix(size: free + 6)
        var pull = [Double](repeating: 0, count: free + 6)
        var count = 0
        var columns = [SIMD3<Double>](repeating: .zero, count: free + 6)
        for pair in 0..<pairs.count where estimate.weights.counts(pair) {
            let moved = estimate.motion.moved(pairs.sources[pair])
            changes.write(&columns, at: moved)
            ScanBend.write(&columns, from: free, at: arms[pair].dot(axis) / reach)
            let weighted = estimate.weights[pair] * (pairs.targets[pair] - moved)
            information.add(columns, estimate.weights[pair])
            for place in columns.indices { pull[place] += columns[place].dot(weighted) }
            count += 1
        }
        spent = Double(free + 6)
        guard Double(3 * count) > spent, let inverse = information.inverse else { return nil }
        let found = inverse * pull
        change = Array(found.prefix(free))
        square = SIMD3(found[free], found[free + 1], found[free + 2])
        cube = SIMD3(found[free + 3], found[free + 4], found[free + 5])
    }

    private static func write(_ columns: inout [SIMD3<Double>], from first: Int, at position: Double) {
        let square = position * position, cube = square * position
        for axis in 0..<3 {
            columns[first + axis][axis] = square
            columns[first + 3 + axis][axis] = cube
        }
    }

    /// Whether a moved point is not much farther along the scan than the pairs that the bend was fitted to; polynomials say
    /// nothing beyond.
    func reaches(_ point: SIMD3<Double>) -> Bool {
        (point - anchor).dot(axis).magnitude <= 1.25 * reach
    }

    /// The displacement of a moved point by the bend and the change of the motion beside it.
    func displacement(atMoved point: SIMD3<Double>) -> SIMD3<Double> {
        let position = (point - anchor).dot(axis) / reach
        let bent = (square + cube * position) * (position * position)
        let arm = point - anchor
        return change.indices.reduce(bent) { $0 + SmallChanges.column(changes.free[$1], arm) * change[$1] }
    }
}

extension SymmetricMatrix {
    /// Direction in which a covariance is largest; `nil` of zero.
    var strongestDirection: SIMD3<Double>? { eigenvectors?.right.0 }

    /// The directions and sizes of a covariance, largest first.
    var eigenvectors: SingularValues? {
        guard trace > 0 else { return nil }
        return JacobiDecomposition.decompose(SIMD3(xx, xy, xz), SIMD3(xy, yy, yz), SIMD3(xz, yz, zz))
    }
}
