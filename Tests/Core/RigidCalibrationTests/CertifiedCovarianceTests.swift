import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Fits to unequal noise with covariances known to 30 digits")
struct CertifiedCovarianceTests {
    struct Problem: Decodable {
        var sources, targets: [[Double]]
        /// Of every target: xx, xy, xz, yy, yz, zz; or one deviation for all.
        var covariances: [[Double]]?
        var noise: Double?
        /// The rotation row by row and the image of a probe; each number as two doubles that add up to it.
        var rotation, image: [[Double]]
        /// 21 numbers, turn first.
        var covariance: [[Double]]
    }

    struct ProblemSet: Decodable, CustomTestStringConvertible {
        var name: String
        var problems: [Problem]
        var testDescription: String { name }
    }

    struct Certified: Decodable { var sets: [ProblemSet] }

    static let sets: [ProblemSet] = {
        let file = Dataset.folder.appendingPathComponent("pairs/covariances.json")
        let data = (try? Data(contentsOf: file)) ?? Data()
        return (try? JSONDecoder().decode(Certified.self, from: data))?.sets ?? []
    }()

    /// The most that a variance of a turn or of a place is off, as a share. Needles are a thousand times as long as thick, so that
    /// the inverses of their covariances lose six digits.
    private static func varianceError(_ set: ProblemSet) -> Double { set.name == "needles" ? 4e-9 : 2e-11 }
    /// The most that the motion is off, in its own deviations.
    private static let motionError = 1e-8

    @Test("there are sets")
    func present() { #expect(Self.sets.count >= 7) }

    @Test("have its deviations, and the certified motion well within them", arguments: sets)
    func deviations(set: ProblemSet) throws {
        for problem in set.problems {
            let fit = try problem.fit()
            let found = try #require(fit.evidence.covariance)
            let turn = found.turn, place = SIMD3(problem.image.map { $0[0] })
            // The first three of six rows, and the last three, by their diagonals.
            for (axis, known) in [0, 6, 11].enumerated() {
                let own = [turn.xx, turn.yy, turn.zz][axis]
                #expect((own / problem.covariance[known][0] - 1).magnitude < Self.varianceError(set))
            }
            for (axis, known) in [15, 18, 20].enumerated() {
                let own = Self.spread(found, at: place)[axis]
                #expect((own / problem.covariance[known][0] - 1).magnitude < Self.varianceError(set))
            }
            let (first, second, third) = fit.targetFromSource.rotation.rows
            let numbers = [first, second, third].flatMap { [$0.x, $0.y, $0.z] }
            for (number, known) in zip(numbers, problem.rotation) {
                let error = (number - known[0]) - known[1]
                #expect(error.magnitude < Self.motionError * turn.trace.squareRoot())
            }
        }
    }

    /// The variances along x, y and z that turns and shifts alone give to a place.
    private static func spread(_ covariance: MotionCovariance, at place: SIMD3<Double>) -> [Double] {
        let arm = place - covariance.anchor
        // A turn ω moves the place by ω × arm.
        let x: [Double] = [0, arm.z, -arm.y, 1, 0, 0], y: [Double] = [-arm.z, 0, arm.x, 0, 1, 0]
        let z: [Double] = [arm.y, -arm.x, 0, 0, 0, 1], matrix = covariance.matrix
        return [x, y, z].map { row in
            (0..<36).reduce(0.0) { (sum: Double, place: Int) -> Double in
                sum + row[place / 6] * matrix[place] * row[place % 6]
            }
        }
    }
}

extension CertifiedCovarianceTests.Problem {
    func fit() throws -> Calibration {
        var options = CalibrationOptions()
        (options.model, options.noise, options.markerNoise, options.drift) = (.rigid, noise, 0, .none)
        let pairs = try Correspondences(
            sources: sources.map { SIMD3($0) }, targets: targets.map { SIMD3($0) },
            targetCovariances: covariances?.map {
                SymmetricMatrix(xx: $0[0], xy: $0[1], xz: $0[2], yy: $0[3], yz: $0[4], zz: $0[5])
            })
        return try Calibration(pairs, options: options)
    }
}
