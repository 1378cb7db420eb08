internal import QuadGeometry

/// The rigid motion that brings the sources nearest to the targets, in the sense of weighted least squares.
///
/// In this order: an input that does not fix a motion is refused, with the number that shows it; R has all the digits a
/// double can hold, at any offset and on any line thicker than its own rounding; the same input gives the same bits on
/// every machine; and it is fast.
///
/// A decomposition in doubles gives a first rotation. By default it is then refined against sums of 106 bits, about 32
/// digits, and rounded once, so the decomposition's own last digits do not show. ``RigidSolver`` names the other ways.
///
/// ```swift
/// let fit = try RigidFit(pairs)
/// print(fit.targetFromSource * oldPoints[0], fit.rms)
/// ```
public struct RigidFit: Sendable {
    // Made in place: a fit the fast way takes less time than copies of it would.
    var numbers: FitNumbers
    let weight: Double
    /// The part of a singular value that rounding of coordinates can feign, where the points' spread is known.
    let rounding: Double?
    /// The root mean square distance between moved sources and targets, by weight, in metres.
    public internal(set) var rms: Double
    /// The solver that gave the answer: the one asked for, or ``RigidSolver/default`` where `fast` left it to that.
    public let solver: RigidSolver
    /// The digits promised of the rotation, as min(16, -log₁₀(‖R - R*‖ / √3)).
    public let digits: Double
    /// The number of steps of the refinement.
    public let steps: Int

    /// The motion, destination frame first.
    public var targetFromSource: AnchoredMotion { numbers.motion }

    /// Fits a rotation and a translation to pairs of points.
    public init(
        _ pairs: borrowing Correspondences, solver: RigidSolver = .default
    ) throws(RigidFitError) {
        if solver == .fast, pairs.weights == nil {
            let count = pairs.count, targets = pairs.targets
            self.init(unfitted: count)
            // A vector of three lies in memory as one of four whose last number means nothing.
            let isMade = unsafe pairs.sources.withUnsafeBytes { sources in
                unsafe targets.withUnsafeBytes { targets in
                    unsafe make(
                        sources.assumingMemoryBound(to: Double.self).baseAddress,
                        targets.assumingMemoryBound(to: Double.self).baseAddress, step: 4, count)
                }
            }
            if isMade { return }
            if let fit = RigidFit.inOnePass(pairs) {
                self = fit
                return
            }
        }
        let solver = solver == .fast ? .default : solver
        // LAPACK's decomposition takes six times as long as the closed form, and refined both have the same bits.
        let start = solver == .default ? RigidFit.closedForm(pairs) : nil
        try self.init(copy pairs, solver: solver, decomposition: solver.decomposition, start: start)
    }

    /// The rotation of the fast way, unless that is in doubt.
    private static func closedForm(_ pairs: borrowing Correspondences) -> Rotation? {
        guard pairs.weights == nil else { return nil }
        var numbers = FitNumbers()
        let count = pairs.count, targets = pairs.targets
        let isMade = unsafe pairs.sources.withUnsafeBytes { sources in
            unsafe targets.withUnsafeBytes { targets in
                unsafe numbers.fit(
                    sources.assumingMemoryBound(to: Double.self).baseAddress,
                    targets.assumingMemoryBound(to: Double.self).baseAddress, step: 4, count)
            }
        }
        return isMade ? numbers.motion.rotation : nil
    }

    /// `start` is a rotation near the best, where one is known.
    init(
        _ pairs: Correspondences, solver: RigidSolver, decomposition: Decomposition, sums: PairSums? = nil,
        start: Rotation? = nil
    ) throws(RigidFitError) {
        guard pairs.effectiveCount >= 3 else { throw .tooFewPairs(found: pairs.effectiveCount, needed: 3) }
        let sums = sums ?? PairSums(pairs, weights: pairs.weights)
        let (moments, sources, targets) = (sums.moments, sums.sources, sums.targets)
        try sources.requirePlane(.source)
        try targets.requirePlane(.target)
        // Across the strongest axis both sides are no thicker than this, and known to no better than that.
        let rounding =
            moments.weight.rounded
            * (sources.thickness * targets.resolution + targets.thickness * sources.resolution)
        let turn: SolvedTurn
        if let start, let known = SolvedTurn(from: start, moments.cross, rounding: rounding) {
            turn = known
        } else {
            turn = try SolvedTurn(
                moments.cross, rounding: rounding, decomposition: decomposition, isRefined: solver != .svd)
        }
        // By the rounded rotation: it is the one that moves points, and its bits are the same on every machine.
        let rest = moments.targetRest - DoubleDoubleMatrix(turn.rotation) * moments.sourceRest
        let motion = AnchoredMotion(
            rotation: turn.rotation, sourceCenter: moments.sourceCenter, targetCenter: moments.targetCenter,
            rest: rest.rounded)
        self.init(
            motion, squares: RigidFit.weightedSquares(pairs, motion), solver: solver, digits: turn.digits,
            steps: turn.steps,
            cross: CrossCovariance(moments.cross, weight: moments.weight.rounded, rounding: rounding))
    }

    init(
        _ motion: AnchoredMotion, squares: Double, solver: RigidSolver, digits: Double, steps: Int,
        cross: CrossCovariance
    ) {
        numbers = FitNumbers(motion: motion, x: cross.x, y: cross.y, z: cross.z, squares: squares)
        weight = cross.weight
        rounding = cross.rounding
        rms = (squares / weight).squareRoot()
        self.solver = solver
        self.digits = digits
        self.steps = steps
    }

    private var cross: CrossCovariance {
        CrossCovariance(numbers.x, numbers.y, numbers.z, weight: weight, rounding: rounding)
    }

    /// The singular values of the weighted cross-covariance, largest first, in square metres.
    public var singularValues: SIMD3<Double> { cross.decomposed?.values ?? .zero }

    /// The same as ``rms`` with the best mirrored motion, where that would fit better; a mirror is never returned.
    public var mirroredRMS: Double? {
        guard let values = cross.decomposed, values.properRotation?.prefersMirror == true else { return nil }
        let (s, centers) = (values.values, targetFromSource)
        let reach = max(centers.sourceCenter.largestMagnitude, centers.targetCenter.largestMagnitude)
        guard s.z > cross.rounding(reach: reach, largest: s.x) else { return nil }
        return max(rms * rms - 4 * s.z / weight, 0).squareRoot()
    }

    /// ``RigidFitError/solverFailed(status:)`` when no decomposition was returned.
    public static let noDecomposition = SolvedTurn.noDecomposition
    /// ``RigidFitError/solverFailed(status:)`` when the refinement did not settle.
    public static let notSettled = SolvedTurn.notSettled

    private static func weightedSquares(_ pairs: Correspondences, _ motion: AnchoredMotion) -> Double {
        var sum = CompensatedSum()
        for i in 0..<pairs.count {
            let miss = pairs.targets[i] - motion * pairs.sources[i]
            sum.add(miss.dot(miss) * (pairs.weights?[i] ?? 1))
        }
        return sum.value
    }
}

extension RigidFit {
    /// Digits that the fast way keeps to.
    static let fastDigits = 15.0

    /// A fit of so many pairs by the fast way, before it is made.
    @inline(__always)
    init(unfitted count: Int) {
        numbers = FitNumbers()
        weight = Double(count)
        rounding = nil
        rms = 0
        solver = .fast
        digits = RigidFit.fastDigits
        steps = 1
    }

    /// Makes the fit of points that are `step` doubles apart, unless that is in doubt.
    @inline(__always)
    mutating func make(
        _ sources: UnsafePointer<Double>?, _ targets: UnsafePointer<Double>?, step: Int, _ count: Int
    ) -> Bool {
        guard unsafe numbers.fit(sources, targets, step: step, count) else { return false }
        rms = (numbers.squares / weight).squareRoot()
        return true
    }
}

/// The numbers of a fit as the kernel writes them: nine vectors, each of which lies in memory as four numbers, and one.
struct FitNumbers: Sendable {
    var motion = AnchoredMotion(
        rotation: Rotation(unchecked: .zero, .zero, .zero), sourceCenter: .zero, targetCenter: .zero,
        rest: .zero)
    /// The columns of the weighted cross-covariance.
    var x = SIMD3<Double>.zero, y = SIMD3<Double>.zero, z = SIMD3<Double>.zero
    /// The weighted sum of the squares that are left.
    var squares = 0.0

    /// More pairs than this leave the fast way's sums too few spare bits.
    static let mostFastPairs = 4096

    /// Fits points that are `step` doubles apart the fast way; false where its digits are in doubt, or whether
    /// there is a motion at all, and the numbers mean nothing.
    @inline(__always)
    mutating func fit(
        _ sources: UnsafePointer<Double>?, _ targets: UnsafePointer<Double>?, step: Int, _ count: Int,
        by fitOne: Kernels.FitOne = unsafe KernelLevel.bestKernels.fitOne
    ) -> Bool {
        guard 3...FitNumbers.mostFastPairs ~= count, let sources = unsafe sources,
            let targets = unsafe targets
        else { return false }
        return unsafe withUnsafeMutableBytes(of: &self) { bytes in
            guard let results = unsafe bytes.assumingMemoryBound(to: Double.self).baseAddress else {
                return false
            }
            return unsafe fitOne(sources, targets, step, count, results)
        }
    }
}

/// Memory in which a kernel brings pairs into lanes: on the stack where there are few, so that small fits never ask for
/// any.
enum FitRoom {
    /// Pairs whose room is on the stack.
    private static let few = 4
    /// Doubles a pair takes: both sides' coordinates in eight lanes.
    private static let perPair = 48

    @inline(__always)
    static func withRoom<Result>(_ pairs: Int, _ body: (UnsafeMutablePointer<Double>) -> Result?) -> Result? {
        guard pairs <= few else {
            return unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: pairs * perPair) { room in
                unsafe room.baseAddress.flatMap(body)
            }
        }
        var room = (SIMD64<Double>.zero, SIMD64<Double>.zero, SIMD64<Double>.zero)
        return unsafe withUnsafeMutableBytes(of: &room) { bytes in
            unsafe bytes.assumingMemoryBound(to: Double.self).baseAddress.flatMap(body)
        }
    }
}
