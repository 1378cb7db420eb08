import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Degenerate and hostile pairs")
struct DegenerateTests {
    struct Case: Decodable {
        var name: String
        /// The code of the refusal, or `answer`.
        var expect: String
        /// The judgement that the answer must have.
        var judgement: String?
        /// True if a limit in metres decides, which depends on the size.
        var absolute: Bool?
        var sources: [[Double]]
        var targets: [[Double]]
        var weights: [Double]?
    }

    private struct Document: Decodable {
        var cases: [Case]
    }

    static let cases: [Case] = {
        let file = Dataset.folder.appendingPathComponent("pairs/degenerate.json")
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        let data = (try? Data(contentsOf: file)) ?? Data()
        return (try? decoder.decode(Document.self, from: data))?.cases ?? []
    }()

    /// Units in which a threshold with a unit of its own would show.
    static let scales = [1e-9, 1, 1e9]

    @Test("there are cases")
    func present() {
        #expect(DegenerateTests.cases.count >= 37)
        #expect(Set(DegenerateTests.cases.map(\.name)).count == DegenerateTests.cases.count)
    }

    @Test(
        "each gets its own verdict, in any unit of length and of weight", arguments: scales, scales)
    func verdict(size: Double, weight: Double) {
        for one in DegenerateTests.cases where size == 1 || one.absolute != true {
            for solver in RigidSolver.allCases {
                let found = one.fit(size: size, weight: weight, solver: solver)
                let verdict =
                    switch found {
                    case .success: "answer"
                    case .failure(let error): error.code
                    }
                #expect(verdict == one.expect, "\(one.name), \(solver)")
                guard case .success(let fit) = found else { continue }
                // The first judgement is the fit's own; the others are made of a whole calibration.
                #expect((fit.mirroredRMS != nil) == (one.judgement == "MIRRORED"), "\(one.name), \(solver)")
            }
        }
    }
}

extension DegenerateTests.Case {
    /// The fit of all points times `size` and all weights times `weight`.
    func fit(size: Double, weight: Double, solver: RigidSolver) -> Result<RigidFit, RigidFitError> {
        func scaled(_ points: [[Double]]) -> [SIMD3<Double>] {
            points.map { SIMD3($0[0], $0[1], $0[2]) * size }
        }
        return Result { () throws(RigidFitError) in
            try RigidFit(
                Correspondences(
                    sources: scaled(sources), targets: scaled(targets), weights: weights?.map { $0 * weight }),
                solver: solver)
        }
    }
}
