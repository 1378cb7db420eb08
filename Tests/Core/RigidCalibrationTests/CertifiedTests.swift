import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Fits with answers known to 30 digits")
struct CertifiedTests {
    struct Problem: Decodable {
        var sources: [[Double]]
        var targets: [[Double]]
        var weights: [Double]?
        /// Row after row, each number as two doubles that add up to it.
        var rotation: [[Double]]
        var probe: [Double]
        var image: [[Double]]
    }

    struct ProblemSet: Decodable, CustomTestStringConvertible {
        var name: String
        var problems: [Problem]
        var testDescription: String { name }
    }

    struct Certified: Decodable {
        var sets: [ProblemSet]
    }

    static let sets: [ProblemSet] = {
        let file = Dataset.folder.appendingPathComponent("pairs/certified.json")
        let data = (try? Data(contentsOf: file)) ?? Data()
        return (try? JSONDecoder().decode(Certified.self, from: data))?.sets ?? []
    }()

    /// Digits of R, by the definition that the promise uses.
    static let promisedDigits = 15.9
    /// The same of the fast solver.
    static let fastDigits = 15.0
    /// Digits of a mapped point, relative to the largest coordinate of the targets.
    static let promisedMapDigits = 15.0

    @Test("there are sets")
    func present() { #expect(CertifiedTests.sets.count >= 16) }

    @Test("rotation and map have the digits promised", arguments: sets, RigidSolver.allCases)
    func digits(set: ProblemSet, solver: RigidSolver) throws {
        var worst = 16.0, worstMap = 17.0, answering = Set<String>()
        for problem in set.problems {
            let fit = try RigidFit(problem.pairs, solver: solver)
            let digits = problem.digits(of: fit.targetFromSource.rotation)
            #expect(digits >= fit.digits, "\(fit.solver) promised \(fit.digits)")
            worst = min(worst, digits)
            worstMap = min(worstMap, problem.mapDigits(of: fit.targetFromSource))
            answering.insert(fit.solver.rawValue)
        }
        let by = answering.sorted().joined(separator: " and ")
        print(
            "certified \(set.name), \(solver.rawValue) by \(by): R \(worst) digits, map \(worstMap) digits")
        guard solver != .svd else { return }
        #expect(worst >= (solver == .fast ? CertifiedTests.fastDigits : CertifiedTests.promisedDigits))
        #expect(worstMap >= CertifiedTests.promisedMapDigits)
    }

    @Test("default and exact end in the same bits", arguments: sets)
    func solversAgree(set: ProblemSet) throws {
        for problem in set.problems {
            let refined = try RigidFit(problem.pairs, solver: .default)
            let exact = try RigidFit(problem.pairs, solver: .exact)
            #expect(refined.targetFromSource == exact.targetFromSource)
            #expect(refined.rms == exact.rms && refined.singularValues == exact.singularValues)
        }
    }
}

extension CertifiedTests.Problem {
    var pairs: Correspondences {
        get throws {
            try Correspondences(
                sources: sources.map { SIMD3($0[0], $0[1], $0[2]) },
                targets: targets.map { SIMD3($0[0], $0[1], $0[2]) }, weights: weights)
        }
    }

    func digits(of found: Rotation) -> Double {
        let (first, second, third) = found.rows
        let numbers = [first, second, third].flatMap { [$0.x, $0.y, $0.z] }
        let squares = zip(numbers, rotation).reduce(0) { sum, pair in
            let error = (pair.0 - pair.1[0]) - pair.1[1]
            return sum + error * error
        }
        return min(16, -log10((squares / 3).squareRoot()))
    }

    func mapDigits(of motion: AnchoredMotion) -> Double {
        let found = motion * SIMD3(probe[0], probe[1], probe[2])
        let errors = (0..<3).map { (axis: Int) -> Double in
            abs((found[axis] - image[axis][0]) - image[axis][1])
        }
        let largest = targets.flatMap { $0 }.map(abs).max() ?? 1
        return min(17, -log10((errors.max() ?? 0) / largest))
    }
}
