internal import QuadGeometry

/// The rigid motion that brings the sources nearest to the targets, in the sense of weighted least squares.
///
/// In this order: an input that does not fix a motion is refused, with the number that shows it; R has all the digits a
/// double can hold, at any offset and on any line thicker than its own rounding; the same input gives the same bits on
/// every machine; and it is fast.
///
/// A decomposition in doubles gives a first rotation. It is then always refined against sums of 106 digits, and rounded
/// once, so the decomposition's own last digits do not show.
public struct RigidFit: Sendable {
    /// The motion, destination frame first.
    public let targetFromSource: AnchoredMotion
    /// The root mean square distance between moved sources and targets, by weight, in metres.
    public let rms: Double
    /// The same with the best mirrored motion, where that would fit better; a mirror is never returned.
    public let mirroredRMS: Double?
    /// How often the refinement stepped.
    public let steps: Int
    /// What gave the first rotation.
    public let solver: RigidSolver
    /// The columns of the weighted cross-covariance, in square metres.
    private let cross: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    /// Fits a rotation and a translation to pairs of points.
    public init(_ pairs: Correspondences, solver: RigidSolver = .default) throws(RigidFitError) {
        guard pairs.effectiveCount >= 3 else { throw .tooFewPairs(found: pairs.effectiveCount, needed: 3) }
        let moments = CenteredMoments(pairs.sources, pairs.targets, weights: pairs.weights)
        let sources = PointSpread(pairs.sources, pairs.weights, about: moments.sourceCenter)
        let targets = PointSpread(pairs.targets, pairs.weights, about: moments.targetCenter)
        try sources.requirePlane(.source)
        try targets.requirePlane(.target)
        cross = (moments.cross.x.rounded, moments.cross.y.rounded, moments.cross.z.rounded)
        guard let values = solver.decompose(cross.0, cross.1, cross.2) else {
            throw .solverFailed(status: RigidFit.noDecomposition)
        }
        let s = values.values
        // Across the strongest axis both sides are no thicker than this, and known to no better than that.
        let rounding =
            moments.weight.rounded
            * (sources.thickness * targets.resolution + targets.thickness * sources.resolution)
        let first = s.y > rounding ? values.properRotation : nil
        let prefersMirror = first?.prefersMirror ?? false
        let gain = prefersMirror ? s.y - s.z : s.y + s.z
        guard let first, gain > rounding,
            let polish = RotationPolish(from: first.rotation, cross: moments.cross, curvature: gain / s.x)
        else {
            throw .turnNotDetermined(axis: values.right.0, gain: gain, rounding: rounding)
        }
        guard let rotation = polish.rounded else { throw .solverFailed(status: RigidFit.notSettled) }
        // By the rounded rotation: it is the one that moves points, and its bits are the same on every machine.
        let rest = moments.targetRest - DoubleDoubleMatrix(rotation) * moments.sourceRest
        targetFromSource = AnchoredMotion(
            rotation: rotation, sourceCenter: moments.sourceCenter, targetCenter: moments.targetCenter,
            rest: rest.rounded)
        let sum = RigidFit.weightedSquares(pairs, targetFromSource)
        rms = (sum / moments.weight.rounded).squareRoot()
        let smallest = prefersMirror ? RigidFit.singularValues(cross).z : 0
        mirroredRMS =
            smallest > rounding
            ? (max(sum - 4 * smallest, 0) / moments.weight.rounded).squareRoot() : nil
        steps = polish.steps
        self.solver = solver
    }

    /// ``RigidFitError/solverFailed(status:)`` when no decomposition was returned.
    public static let noDecomposition = 1
    /// ``RigidFitError/solverFailed(status:)`` when the refinement did not settle.
    public static let notSettled = 2

    private static func weightedSquares(_ pairs: Correspondences, _ motion: AnchoredMotion) -> Double {
        var sum = CompensatedSum()
        for i in 0..<pairs.count {
            let miss = pairs.targets[i] - motion * pairs.sources[i]
            sum.add(miss.dot(miss) * (pairs.weights?[i] ?? 1))
        }
        return sum.value
    }

    /// The singular values of the weighted cross-covariance, largest first, in square metres.
    public var singularValues: SIMD3<Double> { RigidFit.singularValues(cross) }

    /// By our own decomposition whatever the solver: LAPACK's last digits differ between processors.
    private static func singularValues(
        _ cross: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    ) -> SIMD3<Double> {
        JacobiDecomposition.decompose(cross.0, cross.1, cross.2)?.values ?? .zero
    }
}

/// What gives the first rotation of a fit; the refinement makes them agree to the last bit.
public enum RigidSolver: String, Hashable, Sendable, CaseIterable {
    #if canImport(CLAPACKE)
    /// LAPACK's one-sided Jacobi decomposition.
    case lapack
    #endif
    /// One-sided Jacobi in Swift, for platforms without LAPACK.
    case jacobi

    #if canImport(CLAPACKE)
    /// LAPACK where there is one.
    public static let `default` = RigidSolver.lapack
    #else
    /// LAPACK where there is one.
    public static let `default` = RigidSolver.jacobi
    #endif

    #if canImport(CLAPACKE)
    /// Curvatures below this share of the largest singular value are near enough to none to be looked at twice; far
    /// above what rounding of coordinates feigns, and below all but thin lines and nearly equal values.
    private static let delicate = 1e-4
    #endif

    /// The decomposition of the matrix with these columns. Where a verdict may hang on its last digits it is our own
    /// even for `lapack`, whose digits differ between processors.
    func decompose(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SingularValues? {
        switch self {
        #if canImport(CLAPACKE)
        case .lapack:
            LAPACKDecomposition.decompose(x, y, z).flatMap { found in
                let s = found.values
                return s.y - s.z > RigidSolver.delicate * s.x ? found : JacobiDecomposition.decompose(x, y, z)
            }
        #endif
        case .jacobi: JacobiDecomposition.decompose(x, y, z)
        }
    }
}
