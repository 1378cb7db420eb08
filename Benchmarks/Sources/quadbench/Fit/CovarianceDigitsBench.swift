import Foundation
import QuadGeometry
import RigidCalibration

/// The fewest right digits of fits to points with noise of their own in each certified set, and of the covariances of these fits.
///
/// Run from the root of the repository.
enum CovarianceDigitsBench {
    static let usage = "covariancedigits [--file F]"
    static let certified = "Datasets/pairs/covariances.json"

    struct Document: Decodable {
        struct ProblemSet: Decodable {
            var name: String
            var problems: [NoisyProblem]
        }
        var sets: [ProblemSet]
    }

    static func run(_ options: [String: String]) throws -> Any {
        let file = options["file"] ?? certified
        guard let data = FileManager.default.contents(atPath: file),
            let document = try? JSONDecoder().decode(Document.self, from: data)
        else { throw BenchError.badFile(file, "is no document of pairs with noise") }
        var rotation: [String: Double] = [:], covariance: [String: Double] = [:]
        for set in document.sets {
            let digits = try set.problems.map { try $0.digits() }
            rotation[set.name] = digits.map(\.rotation).min()
            covariance[set.name] = digits.map(\.covariance).min()
        }
        return ["rotation": rotation, "covariance": covariance]
    }
}

/// Pairs whose targets have noise, and the certified motion with its covariance.
struct NoisyProblem: Decodable {
    var sources, targets: [[Double]]
    /// Of every target: xx, xy, xz, yy, yz, zz in square metres; or one deviation for all, in metres.
    var covariances: [[Double]]?
    var noise: Double?
    /// The rotation row by row and the image of `probe`; each number as two doubles that add up to it.
    var rotation, image: [[Double]]
    /// 21 numbers, turn first, of a turn about the image and a shift of it.
    var covariance: [[Double]]

    /// Right digits of the rotation, and of the covariance relative to the deviations that belong to each entry.
    func digits() throws -> (rotation: Double, covariance: Double) {
        var options = CalibrationOptions()
        (options.model, options.noise, options.markerNoise, options.drift) = (.rigid, noise, 0, .none)
        let pairs = try Correspondences(
            sources: sources.map(Self.point), targets: targets.map(Self.point),
            targetCovariances: covariances?.map {
                SymmetricMatrix(xx: $0[0], xy: $0[1], xz: $0[2], yy: $0[3], yz: $0[4], zz: $0[5])
            })
        let fit = try Calibration(pairs, options: options)
        guard let found = fit.evidence.covariance else {
            throw BenchError.badFile(CovarianceDigitsBench.certified, "has a fit without a covariance")
        }
        let (first, second, third) = fit.targetFromSource.rotation.rows
        let squares = zip([first, second, third].flatMap { [$0.x, $0.y, $0.z] }, rotation).reduce(0) {
            let error = ($1.0 - $1.1[0]) - $1.1[1]
            return $0 + error * error
        }
        return (Self.digits((squares / 3).squareRoot()), Self.digits(error(of: found)))
    }

    /// The largest error of an entry over the deviations of its row and its column.
    private func error(of found: MotionCovariance) -> Double {
        let place = Self.point(image.map { $0[0] })
        let moved = Self.covariance(found.matrix, shiftedBy: place - found.anchor)
        var known = [[[Double]]](repeating: Array(repeating: [0, 0], count: 6), count: 6), entry = 0
        for row in 0..<6 {
            for column in row..<6 {
                (known[row][column], known[column][row]) = (covariance[entry], covariance[entry])
                entry += 1
            }
        }
        var worst = 0.0
        for row in 0..<6 {
            for column in 0..<6 {
                let error = (moved[6 * row + column] - known[row][column][0]) - known[row][column][1]
                let scale = (known[row][row][0] * known[column][column][0]).squareRoot()
                worst = max(worst, error.magnitude / scale)
            }
        }
        return worst
    }

    /// The covariance about another place: a turn ω moves a place at an arm by ω × arm.
    private static func covariance(_ matrix: [Double], shiftedBy arm: SIMD3<Double>) -> [Double] {
        var change = (0..<36).map { $0 % 7 == 0 ? 1.0 : 0 }
        (change[19], change[20], change[24], change[26], change[30], change[31]) = (
            arm.z, -arm.y, -arm.z, arm.x, arm.y, -arm.x
        )
        func product(_ a: [Double], _ b: (Int, Int) -> Double) -> [Double] {
            (0..<36).map { place in
                (0..<6).reduce(0) { $0 + a[6 * (place / 6) + $1] * b($1, place % 6) }
            }
        }
        let half = product(change) { matrix[6 * $0 + $1] }
        return product(half) { change[6 * $1 + $0] }
    }

    private static func point(_ numbers: [Double]) -> SIMD3<Double> {
        SIMD3(numbers[0], numbers[1], numbers[2])
    }

    private static func digits(_ error: Double) -> Double { error.isNaN ? 0 : min(16, max(0, -log10(error))) }
}
