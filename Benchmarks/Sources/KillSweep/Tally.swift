internal import Foundation

/// The result of breaking something at many points.
struct Tally: Sendable {
    /// The number of points tried, and of those at which it happened.
    var points = 0, hits = 0
    var violations: [String] = []
    private var started = Date()

    init() {}

    private static let shown = 20

    mutating func add(_ other: Tally) {
        points += other.points
        hits += other.hits
        violations += other.violations
    }

    /// The printed form.
    var document: [String: Any] {
        [
            "points": points, "hits": hits, "violations": violations.count,
            "first_violations": Array(violations.prefix(Tally.shown)),
            "seconds": (Date().timeIntervalSince(started) * 10).rounded() / 10,
        ]
    }

    /// Does work for every number of a list, some in scenes of their own at the same time; work without a
    /// result does not count.
    static func over(
        _ numbers: [Int], workers: Int, _ stage: @Sendable @escaping () throws -> Stage,
        _ body: @Sendable @escaping (Stage, Int) throws -> (isHit: Bool, violations: [String])?
    ) throws -> Tally {
        let total = Shared(Tally()), problem = Shared<(any Error)?>(nil)
        Workers.run(workers) { worker in
            do {
                let stage = try stage()
                defer { stage.scene.remove() }
                for place in stride(from: worker, to: numbers.count, by: workers) {
                    guard problem.value == nil else { return }
                    guard let (isHit, violations) = try body(stage, numbers[place]) else { continue }
                    total.with { tally in
                        tally.points += 1
                        tally.hits += isHit ? 1 : 0
                        tally.violations += violations
                    }
                }
            } catch {
                problem.with { $0 = error }
            }
        }
        if let problem = problem.value { throw problem }
        return total.value
    }
}

/// A value that only one thread at a time can access.
final class Shared<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var held: Value

    init(_ value: Value) { held = value }

    var value: Value { lock.withLock { held } }

    func with<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&held) } }
}
