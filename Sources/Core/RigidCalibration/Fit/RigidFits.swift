public import QuadGeometry

/// Many small problems of equally many pairs, fitted side by side in SIMD lanes without asking for memory.
///
/// Each answer has the bits of a single fit by ``RigidSolver/fast``, at every `KernelLevel` and at any place
/// among the others.
public enum RigidFits {
    /// The outcome of a batch.
    public struct Outcome: Sendable {
        /// The problems that the kernels left to single fits: ill-conditioned ones, and those of more than 4,096 pairs.
        public internal(set) var refined = 0
        /// Those that have no answer; their motions are NaN throughout.
        public internal(set) var refused: [Refusal] = []
    }

    /// A problem that has no answer, counted from 0, and why.
    public struct Refusal: Hashable, Sendable {
        public let problem: Int
        public let reason: RigidFitError
    }

    /// Fits problems of `pairs` pairs each: per problem its sources, then its targets, three doubles a point.
    public static func solve(
        packed problems: UnsafeBufferPointer<Double>, pairs: Int,
        into motions: UnsafeMutableBufferPointer<AnchoredMotion>, on level: KernelLevel = .best
    ) -> Outcome {
        precondition(
            pairs > 0 && problems.count == 6 * pairs * motions.count,
            "\(problems.count) numbers for \(motions.count) problems of \(pairs) pairs")
        guard let base = problems.baseAddress else { return Outcome() }
        let batch = unsafe Batch(
            sources: base, targets: base + 3 * pairs, layout: (3, 1, 6 * pairs), pairs: pairs)
        return unsafe batch.solve(into: motions, level)
    }

    /// Fits the problems of a span, `pairs` pairs each: per problem its sources, then its targets, three doubles a point.
    public static func solve(
        packed problems: Span<Double>, pairs: Int, into motions: inout MutableSpan<AnchoredMotion>,
        on level: KernelLevel = .best
    ) -> Outcome {
        unsafe problems.withUnsafeBufferPointer { problems in
            unsafe motions.withUnsafeMutableBufferPointer {
                unsafe solve(packed: problems, pairs: pairs, into: $0, on: level)
            }
        }
    }

    /// Fits problems of `pairs` pairs each, whose sources and targets lie apart, problem by problem.
    ///
    /// - Parameters:
    ///   - sources: three doubles a point.
    ///   - targets: as many.
    ///   - pairs: the pairs of each problem.
    ///   - motions: the answers, one a problem.
    ///   - level: the kernels to take.
    public static func solve(
        sources: UnsafeBufferPointer<Double>, targets: UnsafeBufferPointer<Double>, pairs: Int,
        into motions: UnsafeMutableBufferPointer<AnchoredMotion>, on level: KernelLevel = .best
    ) -> Outcome {
        precondition(
            pairs > 0 && sources.count == 3 * pairs * motions.count && targets.count == sources.count,
            "\(sources.count) and \(targets.count) numbers for \(motions.count) problems of \(pairs) pairs")
        guard let p = sources.baseAddress, let q = targets.baseAddress else { return Outcome() }
        return unsafe Batch(sources: p, targets: q, layout: (3, 1, 3 * pairs), pairs: pairs)
            .solve(into: motions, level)
    }

    /// Fits each quad of `sources` to the one at its place in `targets`, corner by corner.
    public static func solve(
        _ sources: QuadColumns, _ targets: QuadColumns,
        into motions: UnsafeMutableBufferPointer<AnchoredMotion>, on level: KernelLevel = .best
    ) -> Outcome {
        precondition(
            sources.count == motions.count && targets.count == motions.count,
            "\(motions.count) motions for \(sources.count) and \(targets.count) quads")
        return unsafe sources.withColumns { p, stride in
            unsafe targets.withColumns { q, _ in
                unsafe Batch(sources: p, targets: q, layout: (3 * stride, stride, 1), pairs: 4)
                    .solve(into: motions, level)
            }
        }
    }
}

/// The problems of a batch, wherever they lie.
@safe
private struct Batch {
    let sources, targets: UnsafePointer<Double>
    let layout: Kernels.PairLayout
    let pairs: Int

    /// Problems that are handed to the kernel at a time: their marks have room on the stack.
    private static let block = 64
    /// So few packed problems are answered sooner one by one than side by side.
    private static let few = 2

    func solve(
        into motions: UnsafeMutableBufferPointer<AnchoredMotion>, _ level: KernelLevel
    ) -> RigidFits.Outcome {
        var outcome = RigidFits.Outcome()
        guard let results = motions.baseAddress else { return outcome }
        guard 3...FitNumbers.mostFastPairs ~= pairs else {
            for problem in motions.indices { unsafe redo(problem, motions, &outcome) }
            return outcome
        }
        if motions.count <= Batch.few, layout.axis == 1 {
            let fitOne = unsafe level == .best ? KernelLevel.bestKernels.fitOne : level.kernels.fitOne
            for problem in motions.indices where unsafe !solveAlone(problem, results + problem, fitOne) {
                unsafe redo(problem, motions, &outcome)
            }
            return outcome
        }
        // A motion is six vectors of three, each of which lies in memory as four numbers.
        let numbers = unsafe UnsafeMutableRawPointer(results).assumingMemoryBound(to: Double.self)
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: Batch.block) { squares in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Batch.block) { doubts in
                guard let square = squares.baseAddress, let doubt = doubts.baseAddress else { return }
                _ = unsafe FitRoom.withRoom(pairs) { room in
                    for first in stride(from: 0, to: motions.count, by: Batch.block) {
                        let count = min(Batch.block, motions.count - first), step = first * layout.problem
                        unsafe level.kernels.fitPairs(
                            sources + step, targets + step, layout, pairs, count, numbers + 24 * first,
                            square,
                            doubt, room)
                        for i in 0..<count where unsafe doubt[i] != 0 {
                            unsafe redo(first + i, motions, &outcome)
                        }
                    }
                }
            }
        }
        return outcome
    }

    /// Answers a problem as single fits are, which have the same bits.
    private func solveAlone(
        _ problem: Int, _ motion: UnsafeMutablePointer<AnchoredMotion>, _ fitOne: Kernels.FitOne
    ) -> Bool {
        var numbers = FitNumbers()
        let start = problem * layout.problem
        guard unsafe numbers.fit(sources + start, targets + start, step: layout.pair, pairs, by: fitOne)
        else {
            return false
        }
        unsafe motion.pointee = numbers.motion
        return true
    }

    /// Leaves a problem to one pass, where it is of many pairs, or to the default solver.
    private func redo(
        _ problem: Int, _ motions: UnsafeMutableBufferPointer<AnchoredMotion>,
        _ outcome: inout RigidFits.Outcome
    ) {
        func points(_ side: UnsafePointer<Double>) -> [SIMD3<Double>] {
            (0..<pairs).map { pair in
                let point = unsafe side + (problem * layout.problem + pair * layout.pair)
                return unsafe SIMD3(point[0], point[layout.axis], point[2 * layout.axis])
            }
        }
        do throws(RigidFitError) {
            let fit: RigidFit
            if pairs > FitNumbers.mostFastPairs, layout.pair == 3, layout.axis == 1 {
                func numbers(_ side: UnsafePointer<Double>) -> UnsafeBufferPointer<Double> {
                    unsafe UnsafeBufferPointer(start: side + problem * layout.problem, count: 3 * pairs)
                }
                fit = unsafe try RigidFit(packed: numbers(sources), targets: numbers(targets), solver: .fast)
            } else {
                fit = unsafe try RigidFit(Correspondences(sources: points(sources), targets: points(targets)))
            }
            unsafe motions[problem] = fit.targetFromSource
            outcome.refined += 1
        } catch {
            unsafe motions[problem] = .undefined
            outcome.refused.append(RigidFits.Refusal(problem: problem, reason: error))
        }
    }
}

extension AnchoredMotion {
    /// NaN throughout: nothing that is moved by it passes for a point.
    fileprivate static let undefined: AnchoredMotion = {
        let nothing = SIMD3<Double>(repeating: .nan)
        return AnchoredMotion(
            rotation: Rotation(unchecked: nothing, nothing, nothing), sourceCenter: nothing,
            targetCenter: nothing, rest: nothing)
    }()
}
