import RigidCalibration

/// Fits of problems packed as in their file: many of few pairs side by side, or each of many pairs in one pass.
struct PackedFitBench {
    /// The number of pairs from which a problem is a pass of its own.
    private static let many = 16_384
    /// Fits of few pairs in a round, at least: reading the clock takes as long as several.
    private static let leastFits = 1000

    private let numbers: [Double]
    private let pairs: Int
    private let solver: RigidSolver

    /// `nil` if the solver goes over each problem's points alone.
    init?(_ file: String, _ solver: RigidSolver) throws {
        let (numbers, problems, pairs) = try ProblemFile.packed(file)
        guard problems > 0, solver == .fast || solver == .default && pairs >= PackedFitBench.many else {
            return nil
        }
        (self.numbers, self.pairs, self.solver) = (numbers, pairs, solver)
    }

    /// The median over rounds of all problems, for about as many seconds of processor time.
    func nanoseconds(seconds: Double) -> Double {
        let perProblem = 6 * pairs, problems = numbers.count / perProblem
        var motions = [AnchoredMotion](repeating: .identity, count: problems)
        let passes = pairs < PackedFitBench.many ? max(1, PackedFitBench.leastFits / problems) : 1
        var rounds: [Double] = []
        var failures = 0
        let end = ThreadClock.nanoseconds + seconds * 1e9
        numbers.withUnsafeBufferPointer { all in
            motions.withUnsafeMutableBufferPointer { motions in
                repeat {
                    let time = ThreadClock.time {
                        if pairs < PackedFitBench.many {
                            for _ in 0..<passes {
                                failures +=
                                    RigidFits.solve(packed: all, pairs: pairs, into: motions).refused.count
                            }
                            return
                        }
                        for first in stride(from: 0, to: all.count, by: perProblem) {
                            let middle = first + perProblem / 2
                            let fit = try? RigidFit(
                                packed: UnsafeBufferPointer(rebasing: all[first..<middle]),
                                targets: UnsafeBufferPointer(rebasing: all[middle..<first + perProblem]),
                                solver: solver)
                            if fit == nil { failures += 1 }
                        }
                    }
                    rounds.append(time / Double(problems * passes))
                } while ThreadClock.nanoseconds < end
            }
        }
        return rounds.median
    }
}
