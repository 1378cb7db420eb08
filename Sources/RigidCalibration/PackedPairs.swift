internal import QuadGeometry

/// Pairs in memory of others: the sources, then the targets, three doubles a point.
struct PackedPairs {
    let sources, targets: UnsafeBufferPointer<Double>

    init(
        _ sources: UnsafeBufferPointer<Double>, _ targets: UnsafeBufferPointer<Double>
    ) throws(RigidFitError) {
        guard sources.count == targets.count, sources.count % 3 == 0 else {
            throw .unpairedPoints(sources: sources.count / 3, targets: targets.count / 3)
        }
        self.sources = sources
        self.targets = targets
    }

    var count: Int { sources.count / 3 }

    /// The pairs in memory of their own, looked through.
    var correspondences: Correspondences {
        get throws(RigidFitError) {
            try Correspondences(sources: points(sources), targets: points(targets))
        }
    }

    private func points(_ numbers: UnsafeBufferPointer<Double>) -> [SIMD3<Double>] {
        (0..<count).map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
    }
}

extension RigidFit {
    /// Fits pairs in memory of others, three doubles a point; `fast` neither copies them nor asks for memory.
    ///
    /// A count of numbers that is not three times that of the other side's points is refused as unpaired.
    public init(
        packed sources: UnsafeBufferPointer<Double>, targets: UnsafeBufferPointer<Double>,
        solver: RigidSolver = .default
    ) throws(RigidFitError) {
        let pairs = try PackedPairs(sources, targets)
        if solver == .fast, let fit = RigidFit(fast: sources, targets, step: 3, pairs.count) {
            self = fit
        } else {
            let solver = solver == .fast ? .default : solver
            try self.init(pairs.correspondences, solver: solver, decomposition: solver.decomposition)
        }
    }
}
