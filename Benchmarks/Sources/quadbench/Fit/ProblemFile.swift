import QuadGeometry
import RigidCalibration

/// The binary file of rigid-fit problems: the magic `REGPROB1`, the number of problems and of pairs in each as i64, then
/// for each problem its sources and its targets, three f64 a point.
enum ProblemFile {
    /// The numbers of all problems, packed as in the file, and the pairs in each.
    static func packed(_ file: String) throws -> (numbers: [Double], problems: Int, pairs: Int) {
        let words = try RecordFile.words(file, magic: "REGPROB1")
        guard words.count >= 2, let problems = Int(exactly: Int64(bitPattern: words[0])),
            let pairs = Int(exactly: Int64(bitPattern: words[1])), problems >= 0, pairs >= 0
        else { throw BenchError.badFile(file, "has no counts of problems and pairs") }
        let (perProblem, overflow) = pairs.multipliedReportingOverflow(by: 6)
        let (all, overflowAll) = perProblem.multipliedReportingOverflow(by: problems)
        guard !overflow, !overflowAll, words.count - 2 == all else {
            throw BenchError.badFile(
                file, "says \(problems) problems of \(pairs) pairs, but holds \(words.count - 2) numbers")
        }
        return (words.dropFirst(2).map(Double.init(bitPattern:)), problems, pairs)
    }

    /// The problems, or the reason why one cannot even be posed.
    static func read(_ file: String) throws -> [Result<Correspondences, RigidFitError>] {
        let (numbers, problems, pairs) = try packed(file)
        func points(_ start: Int) -> [SIMD3<Double>] {
            (0..<pairs).map { pair in
                let first = start + 3 * pair
                return SIMD3(numbers[first], numbers[first + 1], numbers[first + 2])
            }
        }
        return (0..<problems).map { problem in
            let start = 6 * problem * pairs
            return Result { () throws(RigidFitError) in
                try Correspondences(sources: points(start), targets: points(start + 3 * pairs))
            }
        }
    }
}
