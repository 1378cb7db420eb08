import Foundation
import Markers
import RigidCalibration

/// Joins by geometry of scans whose pairs are known: the share of pairs that are right, of common markers that are found, and of scenes
/// that are refused; and the time of a join.
enum JoinBench {
    static let usage = "join [--seed S] [--trials T] [--only TEXT] [--sizes]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        if options["sizes"] != nil { return ["seed": seed, "sizes": sizes(seed)] }
        let trials = try options.count("trials", default: 20)
        let kinds = JoinKind.all.filter { kind in options["only"].map { kind.name.contains($0) } ?? true }
        guard !kinds.isEmpty else { throw BenchError.usage(usage) }
        let rows = kinds.map { kind in
            let row = JoinRow(kind, seed: seed, trials: trials)
            FileHandle.standardError.write(Data("\(row.line)\n".utf8))
            return row
        }
        let broken = rows.filter { !$0.holds }.map(\.kind.name)
        return [
            "seed": seed, "trials": trials, "rows": rows.map(\.document), "broken": broken,
            QuadBench.failure: !broken.isEmpty,
        ]
            as [String: Any]
    }

    /// Seconds of a join of so many markers with as many, of which 30 of 100 are common.
    private static func sizes(_ seed: UInt64) -> [[String: Any]] {
        [50, 100, 200, 500, 1000, 2000, 5000].map { count in
            var random = SeededGenerator(seed: seed), kind = JoinKind(name: "")
            (kind.count, kind.common, kind.place) = (count, 3 * count / 10, count > 500 ? .hall : .room)
            let scene = JoinScene(kind, using: &random)
            var pairs = 0
            let times = (0..<(count > 1000 ? 1 : 5)).map { _ in
                let start = ContinuousClock.now
                pairs =
                    (try? JoinedMarkers(MarkerJoin(scene.old, scene.new, by: .geometry)))?.matches.count ?? 0
                return ContinuousClock.now - start
            }.sorted()
            let row: [String: Any] = [
                "markers": count, "join in ms": times[times.count / 2] / .milliseconds(1), "pairs": pairs,
            ]
            FileHandle.standardError.write(Data("\(row)\n".utf8))
            return row
        }
    }
}

/// The joins of many scenes of a kind.
private struct JoinRow {
    let kind: JoinKind
    private var answered = 0, pairs = 0, right = 0, common = 0, found = 0
    private var codes: [String: Int] = [:]
    /// The trials of scenes that were answered and should not be, or whose pairs are mostly wrong.
    private var wrong: [Int] = []

    init(_ kind: JoinKind, seed: UInt64, trials: Int) {
        self.kind = kind
        for trial in 1...trials {
            var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(trial))
            let scene = JoinScene(kind, using: &random)
            common += scene.partners.count { $0 != nil }
            do throws(RigidFitError) {
                let joined = try JoinedMarkers(MarkerJoin(scene.old, scene.new, by: .geometry))
                answered += 1
                let own = joined.matches.count { scene.partners[$0.old] == $0.new }
                pairs += joined.matches.count
                right += own
                found += own
                if kind.isRefused || 2 * own < joined.matches.count { wrong.append(trial) }
            } catch { codes[error.code, default: 0] += 1 }
        }
        trialCount = trials
    }

    private let trialCount: Int
    private var precision: Double { pairs == 0 ? 1 : Double(right) / Double(pairs) }
    private var recall: Double { common == 0 ? 0 : Double(found) / Double(common) }

    var holds: Bool {
        wrong.isEmpty && (kind.isRefused || precision >= kind.precision && recall >= kind.recall)
    }

    var document: [String: Any] {
        [
            "kind": kind.name, "answered": answered, "of": trialCount, "precision": precision,
            "recall": recall,
            "refused": codes, "trials of wrong ones": wrong,
        ]
    }

    var line: String {
        let refused = codes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return "\(kind.name): answered \(answered) of \(trialCount)"
            + (kind.isRefused ? "" : String(format: ", precision %.4f, recall %.4f", precision, recall))
            + (wrong.isEmpty ? "" : ", WRONG \(wrong.prefix(5))") + (refused.isEmpty ? "" : "; \(refused)")
            + (holds ? "" : "  <- not met")
    }
}
