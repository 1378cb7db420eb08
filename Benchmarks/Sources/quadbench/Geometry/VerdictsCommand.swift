import Foundation
import QuadGeometry

/// Answers outside cases, so that somebody else's answers can be compared with them.
enum VerdictsCommand {
    static let usage = "verdicts --cases F"

    static func run(_ options: [String: String]) throws -> Any {
        let file = try VerdictCases(contentsOf: options.required("cases"))
        let check = try QuadCheck(file.limits)
        let answers = file.cases.map { ($0.id, answer($0.question, check)) }
        return Dictionary(answers) { first, _ in first }
    }

    static func answer(_ question: VerdictCase.Question, _ check: QuadCheck) -> Any {
        switch question {
        case .validity(let corners, let facing): codes(corners, facing, check)
        case .pair(let a, let b): name(a.relation(to: b, limits: check.limits))
        case .order(let quad): cycle(quad)
        case .ray(let quad, let origin, let direction, let start, let end):
            hit(quad, try? Ray(from: origin, along: direction, start: start, end: end))
        }
    }

    private static func codes(_ corners: [[Double]], _ facing: SIMD3<Double>?, _ check: QuadCheck) -> Any {
        let issues =
            Quad(corners: corners).map { check.issues($0, facing: facing) } ?? [
                QuadIssue(.wrongShape, .error)
            ]
        func codes(_ severity: Severity) -> [String] {
            Set(issues.filter { $0.severity == severity }.map(\.code.rawValue)).sorted()
        }
        return ["error": codes(.error), "warning": codes(.warning), "info": codes(.info)]
    }

    private static func name(_ relation: QuadRelation) -> String {
        switch relation {
        case .duplicate: "duplicate"
        case .duplicateOppositeWinding: "duplicate-opposite-winding"
        case .overlap: "overlap"
        case .stacked: "stacked"
        case .crossing: "crossing"
        case .touch: "touch"
        case .disjoint: "disjoint"
        }
    }

    private static func cycle(_ quad: Quad) -> Any {
        switch quad.simpleCycle {
        case .convex(let order): ["cycle": [order.x, order.y, order.z, order.w]]
        case .concave: "concave"
        case .collapsed: ["cycle": [0, 1, 2, 3]]
        }
    }

    private static func hit(_ quad: Quad, _ ray: Ray?) -> Any {
        guard let hit = ray.flatMap({ quad.hit(by: $0) }) else { return NSNull() }
        // A hit beyond the range of doubles has no number in JSON.
        let distance: Any = hit.distance.isFinite ? hit.distance : "Infinity"
        return ["t": distance, "face": hit.face == .front ? "front" : "back"]
    }
}
