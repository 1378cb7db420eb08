import Foundation
import QuadGeometry
import RigidCalibration

/// The problems of `Datasets/pairs`: those with certified answers, in sets, or the degenerate ones, as cases.
struct RigidDocument: Decodable {
    /// A problem, and what the document states of its answer.
    struct Problem: Decodable {
        var sources: [[Double]]
        var targets: [[Double]]
        var weights: [Double]?
        /// The rotation row by row, each number as two doubles that add up to it.
        var rotation: [[Double]]?
        /// A point of the sources' frame, and its image.
        var probe: [Double]?
        var image: [[Double]]?
        /// A degenerate case's name, the code of its refusal or `answer`, and whether peers are asked too.
        var name: String?
        var expect: String?
        var peers: Bool?
    }

    struct ProblemSet: Decodable {
        var name: String
        var problems: [Problem]
    }

    var sets: [ProblemSet]?
    var cases: [Problem]?

    init(file: String) throws {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
            throw BenchError.badFile(file, "cannot be read")
        }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        do { self = try decoder.decode(RigidDocument.self, from: data) } catch {
            throw BenchError.badFile(file, "is no document of problems: \(error)")
        }
    }
}

extension RigidDocument.Problem {
    /// The pairs; throws what `Correspondences` does.
    func pairs() throws(RigidFitError) -> Correspondences {
        try Correspondences(sources: sources.map(point), targets: targets.map(point), weights: weights)
    }

    var probePoint: SIMD3<Double>? { probe.map(point) }

    /// Digits of a rotation: min(16, -log10(|R - R*| / √3)), by Frobenius.
    func rotationDigits(_ found: [Double]) -> Double {
        let squares = zip(found, rotation ?? []).reduce(0) { sum, pair in
            let error = (pair.0 - pair.1[0]) - pair.1[1]
            return sum + error * error
        }
        return digits((squares / 3).squareRoot())
    }

    /// Digits of the probe's image, relative to the farthest target from the targets' mean.
    func mapDigits(_ found: SIMD3<Double>) -> Double {
        let errors = zip(0..<3, image ?? []).map { axis, known in
            ((found[axis] - known[0]) - known[1]).magnitude
        }
        return digits((errors.max() ?? .nan) / spread(targets))
    }

    /// True if a rotation leaves no pair farther from its place than a millionth of the targets' extent.
    func isSolved(by rotation: [Double]) -> Bool {
        guard rotation.count >= 9 else { return false }
        let limit = 1e-6 * spread(targets)
        return zip(centered(sources), centered(targets)).allSatisfy { p, q in
            let turned = (0..<3).map { row in
                rotation[3 * row] * p.x + rotation[3 * row + 1] * p.y + rotation[3 * row + 2] * p.z
            }
            return (SIMD3(turned[0], turned[1], turned[2]) - q).length <= limit
        }
    }

    private func digits(_ error: Double) -> Double { error.isNaN ? 0 : min(16, max(0, -log10(error))) }

    private func point(_ numbers: [Double]) -> SIMD3<Double> { SIMD3(numbers[0], numbers[1], numbers[2]) }

    private func centered(_ points: [[Double]]) -> [SIMD3<Double>] {
        let mean = points.reduce(SIMD3<Double>.zero) { $0 + point($1) } / Double(points.count)
        return points.map { point($0) - mean }
    }

    private func spread(_ points: [[Double]]) -> Double { centered(points).map(\.length).max() ?? .nan }
}
