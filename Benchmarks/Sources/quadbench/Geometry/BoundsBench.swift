import Foundation
import QuadGeometry

/// The share of their published bounds that the measures of certified quads spend, at most: above 1 a bound is broken.
///
/// Run from the root of the repository.
enum BoundsBench {
    static let usage = "bounds [--file F]"
    static let certified = "Datasets/quads/certified.json"

    /// Quads with their measures, each number as two doubles that add up to it.
    struct Document: Decodable {
        struct Problem: Decodable {
            var corners: [[Double]]
            var center: [[Double]]
            var area: [Double]
            var normal: [[Double]]
            var flatness: [Double]
            var plane: [[Double]]
            var distance: [Double]
        }
        struct ProblemSet: Decodable {
            var name: String
            var problems: [Problem]
        }
        var sets: [ProblemSet]
    }

    static func run(_ options: [String: String]) throws -> Any {
        let file = options["file"] ?? certified
        guard let data = FileManager.default.contents(atPath: file),
            let document = try? JSONDecoder().decode(Document.self, from: data)
        else { throw BenchError.badFile(file, "is no document of certified quads") }
        var spent: [String: Double] = [:], digits: [String: [String: Double]] = [:]
        for set in document.sets {
            for problem in set.problems {
                guard let quad = Quad(corners: problem.corners), let normal = quad.normal else {
                    throw BenchError.badFile(file, "\(set.name) has a quad without a normal")
                }
                for (name, error, bound) in errors(problem, quad, normal) {
                    spent[name] = max(spent[name] ?? 0, error / bound)
                    // Relative to what the bound is relative to, which is a few units in the last place.
                    let right = min(16, -log10(error / bound * .ulpOfOne))
                    digits[name, default: [:]][set.name] = min(digits[name]?[set.name] ?? 16, right)
                }
            }
        }
        return ["spent": spent, "digits": digits]
    }

    private static func off(_ found: Double, _ known: [Double]) -> Double {
        ((found - known[0]) - known[1]).magnitude
    }

    private static func off(_ found: SIMD3<Double>, _ known: [[Double]]) -> SIMD3<Double> {
        SIMD3(off(found.x, known[0]), off(found.y, known[1]), off(found.z, known[2]))
    }

    /// Those of the plane of least squares, under the condition of its bound: the second singular value of the corners is at least
    /// ten times the third.
    private static func planeErrors(
        _ problem: Document.Problem, _ quad: Quad, _ diagonal: Double
    ) -> [(name: String, error: Double, bound: Double)] {
        let known = SIMD3(problem.plane[0][0], problem.plane[1][0], problem.plane[2][0])
        let arms = quad.corners.map { $0 - quad.center }
        let third = arms.reduce(0) { $0 + $1.dot(known) * $1.dot(known) }.squareRoot()
        // The two singular values in the plane, by trace and determinant of its two by two scatter.
        let side = arms[0] - known * arms[0].dot(known), u = side / side.length, v = known.cross(u)
        let (uu, uv, vv) = arms.reduce((0.0, 0.0, 0.0)) {
            let (a, b) = ($1.dot(u), $1.dot(v))
            return ($0.0 + a * a, $0.1 + a * b, $0.2 + b * b)
        }
        let larger = (uu + vv) / 2 + (((uu - vv) / 2) * ((uu - vv) / 2) + uv * uv).squareRoot()
        let second = ((uu * vv - uv * uv) / larger).squareRoot()
        guard second >= 10 * third, let plane = quad.leastSquaresPlane else { return [] }
        return [
            ("plane", off(plane.normal, problem.plane).length, Quad.leastSquaresError * diagonal / second)
        ]
    }

    /// Errors and bounds by the name of the measure; flatness only under the condition of its bound.
    private static func errors(
        _ problem: Document.Problem, _ quad: Quad, _ normal: SIMD3<Double>
    ) -> [(name: String, error: Double, bound: Double)] {
        let first = quad.p3 - quad.p1, second = quad.p4 - quad.p2
        let diagonal = max(first.length, second.length), edge = quad.edgeLengths.max()
        let sine = first.cross(second).length / (first.length * second.length)
        let largest = quad.corners.map(\.largestMagnitude).max() ?? 0
        var all = [
            ("center", off(quad.center, problem.center).largestMagnitude, Quad.centerError * largest),
            ("area", off(quad.area, problem.area), Quad.areaError * diagonal * diagonal),
            ("normal", off(normal, problem.normal).length, Quad.normalError / sine),
        ]
        if let flatness = quad.flatness, problem.area[0] >= edge * edge / 100 {
            all.append(("flatness", off(flatness, problem.flatness), Quad.flatnessError * edge))
        }
        all += planeErrors(problem, quad, diagonal)
        return all
    }
}
