internal import QuadGeometry

/// Pairs in the caller's memory: the sources, then the targets, three doubles a point.
@safe
struct PackedPairs {
    let sources, targets: UnsafeBufferPointer<Double>

    init(
        _ sources: UnsafeBufferPointer<Double>, _ targets: UnsafeBufferPointer<Double>
    ) throws(RigidFitError) {
        guard sources.count == targets.count, sources.count % 3 == 0 else {
            throw .unpairedPoints(sources: sources.count / 3, targets: targets.count / 3)
        }
        unsafe self.sources = unsafe sources
        unsafe self.targets = unsafe targets
    }

    var count: Int { unsafe sources.count / 3 }

    var correspondences: Correspondences {
        get throws(RigidFitError) {
            try Correspondences(sources: (0..<count).map(source), targets: (0..<count).map(target))
        }
    }

    func source(_ pair: Int) -> SIMD3<Double> { unsafe PackedPairs.point(sources, pair) }

    func target(_ pair: Int) -> SIMD3<Double> { unsafe PackedPairs.point(targets, pair) }

    /// Refuses points of a range that are not finite or out of range: first sources, then targets.
    func requireFinite(_ range: Range<Int>) throws(RigidFitError) {
        for pair in range { try Correspondences.require(source(pair), pair: pair, side: .source) }
        for pair in range { try Correspondences.require(target(pair), pair: pair, side: .target) }
    }

    private static func point(_ numbers: UnsafeBufferPointer<Double>, _ pair: Int) -> SIMD3<Double> {
        unsafe SIMD3(numbers[3 * pair], numbers[3 * pair + 1], numbers[3 * pair + 2])
    }
}

extension RigidFit {
    /// Fits pairs in the caller's memory, three doubles a point; `fast` neither copies few of them nor asks for memory.
    ///
    /// Many pairs are summed in one pass, by `fast` where that keeps its digits and by `default` where it keeps all of them; both then
    /// say ``RigidSolver/fast``. See ``PairMoments``.
    ///
    /// A count of numbers that is not three times that of the other side's points is refused as unpaired.
    public init(
        packed sources: UnsafeBufferPointer<Double>, targets: UnsafeBufferPointer<Double>,
        solver: RigidSolver = .default
    ) throws(RigidFitError) {
        let pairs = unsafe try PackedPairs(sources, targets)
        if solver == .fast {
            self.init(unfitted: pairs.count)
            if unsafe make(sources.baseAddress, targets.baseAddress, step: 3, pairs.count) { return }
        }
        self = try RigidFit.careful(pairs, solver)
    }

    /// Fits the pairs of two spans, three doubles a point.
    public init(
        packed sources: Span<Double>, targets: Span<Double>, solver: RigidSolver = .default
    ) throws(RigidFitError) {
        self = unsafe try sources.withUnsafeBufferPointer { sources throws(RigidFitError) in
            unsafe try targets.withUnsafeBufferPointer { targets throws(RigidFitError) in
                unsafe try RigidFit(packed: sources, targets: targets, solver: solver)
            }
        }
    }

    /// The fit by a solver other than `fast`.
    @inline(never)
    private static func careful(_ pairs: PackedPairs, _ solver: RigidSolver) throws(RigidFitError) -> RigidFit
    {
        if let fit = inOnePass(pairs, solver) { return fit }
        return try RigidFit(pairs.correspondences, solver: solver == .fast ? .default : solver)
    }

    /// The fit of many pairs in one pass; `nil` where they are few, or it would not keep the digits of the solver.
    private static func inOnePass(_ pairs: PackedPairs, _ solver: RigidSolver) -> RigidFit? {
        let least: (pairs: Int, digits: Double)
        switch solver {
        case .fast: least = (FitNumbers.mostFastPairs + 1, fastDigits)
        case .default: least = (PairMoments.many, SolvedTurn.refinedDigits)
        case .exact, .svd: return nil
        }
        guard pairs.count >= least.pairs,
            let fit = unsafe try? PairMoments(packed: pairs.sources, targets: pairs.targets).fit(),
            fit.digits >= least.digits
        else { return nil }
        return fit
    }

    /// The same of points, by `fast`.
    static func inOnePass(_ pairs: borrowing Correspondences) -> RigidFit? {
        func packed(_ points: [SIMD3<Double>]) -> [Double] {
            var numbers: [Double] = []
            numbers.reserveCapacity(3 * points.count)
            for point in points {
                numbers.append(point.x)
                numbers.append(point.y)
                numbers.append(point.z)
            }
            return numbers
        }
        guard pairs.count > FitNumbers.mostFastPairs else { return nil }
        let sources = packed(pairs.sources), targets = packed(pairs.targets)
        return unsafe sources.withUnsafeBufferPointer { sources in
            unsafe targets.withUnsafeBufferPointer { targets in
                guard let pairs = unsafe try? PackedPairs(sources, targets) else { return nil }
                return inOnePass(pairs, .fast)
            }
        }
    }
}
