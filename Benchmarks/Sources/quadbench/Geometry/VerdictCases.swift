import Foundation
import QuadGeometry

/// One outside case: the question, in the units of the file.
struct VerdictCase {
    enum Question {
        /// Corners from the file, which may be of the wrong shape.
        case validity(corners: [[Double]], facing: SIMD3<Double>?)
        case pair(Quad, Quad)
        case order(Quad)
        case ray(Quad, origin: SIMD3<Double>, direction: SIMD3<Double>, start: Double, end: Double)
    }

    let id: String
    let question: Question
    /// The known answer, if the file has one.
    let expected: JSONValue?
}

/// A file of cases with their limits.
struct VerdictCases {
    let limits: QuadLimits
    let cases: [VerdictCase]

    init(contentsOf file: String) throws {
        let data: Data
        do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
            throw BenchError.badFile(file, "cannot be read")
        }
        let document: JSONValue
        do { document = try JSONDecoder().decode(JSONValue.self, from: data) } catch {
            throw BenchError.badFile(file, "is not JSON: \(error)")
        }
        guard let list = document["cases"]?.array else {
            throw BenchError.badFile(file, "has no list of \"cases\"")
        }
        limits = try VerdictCases.limits(document["options"])
        cases = try list.map(VerdictCases.read)
    }

    /// The strict profile with the file's limits in place of its own.
    private static func limits(_ options: JSONValue?) throws -> QuadLimits {
        var limits = QuadLimits.strict
        let names: [(String, WritableKeyPath<QuadLimits, Double>, Double)] = [
            ("snap", \.snap, 1), ("flatness_warning", \.flatnessWarning, 1),
            ("flatness_error", \.flatnessError, 1), ("fold_error_deg", \.foldAngle, QuadLimits.degree),
            ("min_edge", \.shortestEdge, 1), ("max_edge", \.longestEdge, 1), ("max_aspect", \.aspectRatio, 1),
            ("max_coordinate", \.largestCoordinate, 1),
            ("min_angle_deg", \.straightAngle, QuadLimits.degree),
        ]
        for (name, path, unit) in names {
            guard let value = options?[name] else { continue }
            guard let number = value.double else {
                throw BenchError.badCase(id: "options", "\(name) is not a number")
            }
            limits[keyPath: path] = number * unit
        }
        return limits
    }

    private static func read(_ item: JSONValue) throws -> VerdictCase {
        guard let id = item["id"]?.text else { throw BenchError.badCase(id: "?", "has no id") }
        func fail(_ problem: String) -> BenchError { .badCase(id: id, problem) }
        func rows(_ value: JSONValue?) throws -> [[Double]] {
            guard let rows = value?.array else { throw fail("a quad is not a list of corners") }
            return try rows.map { row in
                guard let numbers = row.array else { throw fail("a corner is not a list") }
                return try numbers.map {
                    guard let number = $0.double else { throw fail("\($0) is not a number") }
                    return number
                }
            }
        }
        func quad(_ key: String) throws -> Quad {
            guard let quad = Quad(corners: try rows(item[key])) else {
                throw fail("\(key) is not four corners of three numbers")
            }
            return quad
        }
        func vector(_ value: JSONValue?) throws -> SIMD3<Double> {
            guard let numbers = value?.array?.compactMap(\.double), numbers.count == 3 else {
                throw fail("a vector is not three numbers")
            }
            return SIMD3(numbers[0], numbers[1], numbers[2])
        }
        let question: VerdictCase.Question
        switch item["kind"]?.text {
        case "validity":
            question = .validity(
                corners: try rows(item["quad"]), facing: try item["facing"].map { try vector($0) })
        case "pair": question = .pair(try quad("a"), try quad("b"))
        case "order": question = .order(try quad("quad"))
        case "ray":
            let ray = item["ray"]
            question = .ray(
                try quad("quad"), origin: try vector(ray?["origin"]),
                direction: try vector(ray?["direction"]),
                start: ray?["tmin"]?.double ?? 0, end: ray?["tmax"]?.double ?? .infinity)
        default: throw fail("is none of the kinds validity, pair, order, ray")
        }
        return VerdictCase(id: id, question: question, expected: item.member("expect"))
    }
}

extension Quad {
    /// Four corners of three numbers, or `nil`.
    init?(corners rows: [[Double]]) {
        guard rows.count == 4, rows.allSatisfy({ $0.count == 3 }) else { return nil }
        let corners = rows.map { SIMD3($0[0], $0[1], $0[2]) }
        self.init(corners[0], corners[1], corners[2], corners[3])
    }
}
