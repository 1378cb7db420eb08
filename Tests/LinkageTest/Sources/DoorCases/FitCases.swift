import QuadGeometry
import RigidCalibration

/// The library's own answers about pairs: many fits at once, moments, and fits one by one.
struct FitCases {
    let input: DoorInput

    func put(into output: inout DoorOutput) throws {
        many(into: &output)
        try moments(into: &output)
        single(into: &output)
    }

    /// The points of numbers.
    static func points(_ numbers: [Double], _ range: Range<Int>? = nil) -> [SIMD3<Double>] {
        (range ?? 0..<numbers.count / 3).map {
            SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2])
        }
    }

    private func many(into output: inout DoorOutput) {
        output.begin("many fits")
        let fits = (0..<input.many.sources.count / 3 / input.pairs).map { problem in
            let range = problem * input.pairs..<(problem + 1) * input.pairs
            return Result { () throws(RigidFitError) in
                try RigidFit(
                    Correspondences(
                        sources: FitCases.points(input.many.sources, range),
                        targets: FitCases.points(input.many.targets, range)),
                    solver: .fast)
            }
        }
        output.put(fits.count { if case .failure = $0 { true } else { false } })
        for fit in fits {
            switch fit {
            case .success(let fit):
                output.put(0)
                output.put(fit.targetFromSource)
            case .failure(let error):
                output.put(DoorProblem(error).status)
                for _ in 0..<18 { output.put(Double.nan) }
            }
        }
        output.end()
    }

    private func moments(into output: inout DoorOutput) throws {
        output.begin("moments")
        let moments = try input.sums.sources.withUnsafeBufferPointer { sources in
            try input.sums.targets.withUnsafeBufferPointer { targets in
                try PairMoments(packed: sources, targets: targets)
            }
        }
        for number in moments.numbers { output.put(number) }
        let summed = try moments.fit()
        output.put(summed)
        output.end()
        output.begin("moved points")
        output.put(summed.targetFromSource.transform?.translation ?? .zero)
        for point in FitCases.points(input.sums.sources) { output.put(summed.targetFromSource * point) }
        output.end()
    }

    private func single(into output: inout DoorOutput) {
        output.begin("single fits")
        for one in input.single {
            for solver in [RigidSolver.default, .fast, .exact] {
                for weights in [nil, one.weights] {
                    do throws(RigidFitError) {
                        output.put(
                            try RigidFit(
                                Correspondences(
                                    sources: FitCases.points(one.sources),
                                    targets: FitCases.points(one.targets), weights: weights),
                                solver: solver))
                    } catch {
                        output.put(DoorProblem(error))
                    }
                }
            }
        }
        output.end()
    }
}
