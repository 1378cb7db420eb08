import Foundation
import QuadGeometry

/// The share of the catalogued cases that get their exact answer, by kind.
///
/// Run from the root of the repository.
enum ExactBench {
    static let usage = "exact [--cases F]"

    /// The same as in `scripts/oracles/exactness`.
    static let distanceError = 1e-12

    static func run(_ options: [String: String]) throws -> Any {
        let files = options["cases"].map { [$0] } ?? (1...2).map { "Datasets/verdicts/exact-\($0).json" }
        var asked: [String: Int] = [:], right: [String: Int] = [:]
        for file in files {
            let cases = try VerdictCases(contentsOf: file), check = try QuadCheck(cases.limits)
            for item in cases.cases {
                guard let expected = item.expected else {
                    throw BenchError.badCase(id: item.id, "has no answer")
                }
                asked[kind(item), default: 0] += 1
                if try agrees(VerdictsCommand.answer(item.question, check), expected) {
                    right[kind(item), default: 0] += 1
                }
            }
        }
        return [
            "right_percent": asked.mapValues { $0 }.reduce(into: [String: Double]()) { shares, kind in
                shares[kind.key] = 100 * Double(right[kind.key] ?? 0) / Double(kind.value)
            }
        ]
    }

    private static func kind(_ item: VerdictCase) -> String {
        switch item.question {
        case .validity: "quads to check"
        case .pair: "pairs"
        case .order: "corner orders"
        case .ray: "rays"
        }
    }

    /// Whether an answer is the expected one, but for the last digits of a distance.
    private static func agrees(_ answer: Any, _ expected: JSONValue) throws -> Bool {
        let data = try JSONSerialization.data(withJSONObject: answer, options: .fragmentsAllowed)
        return agree(try JSONDecoder().decode(JSONValue.self, from: data), expected)
    }

    static func agree(_ found: JSONValue, _ expected: JSONValue) -> Bool {
        guard let t = found["t"]?.double, let exact = expected["t"]?.double else { return found == expected }
        return found["face"] == expected["face"] && abs(t - exact) <= distanceError * abs(exact)
    }
}
