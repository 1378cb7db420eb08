import Foundation
import QuadGeometry

/// Rescans whose answer is known, or has none: how many are answered rightly, refused, or wrong, and said to be right.
///
/// What it is about is the last: a wrong answer that passes. Where two scans have nothing in common every answer is wrong.
enum SilentBench {
    static let usage = "silent [--seed S] [--trials T] [--only TEXT] [--trial N]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let trials = try options.count("trials", default: 100)
        var rows: [[String: Any]] = [], silent = 0
        var unanswered: [String] = []
        for kind in SilentKind.all where options["only"].map({ kind.name.contains($0) }) ?? true {
            let only = try options["trial"].map { _ in try options.count("trial", default: 0) }
            let row = SilentRow(
                kind, seed: seed, trials: only.map { $0..<($0 + 1) } ?? 0..<kind.trials(trials))
            silent += row.silent.count
            if !row.isAnswered { unanswered.append(kind.name) }
            rows.append(row.document)
            FileHandle.standardError.write(Data("\(row.line)\n".utf8))
        }
        guard silent == 0, unanswered.isEmpty else {
            throw BenchError.violated(
                "wrong and PASS: \(silent); answered too rarely: \(unanswered), seed \(seed)")
        }
        return ["seed": seed, "silent": silent, "rows": rows]
    }
}

/// The outcomes of many scenes of a kind.
private struct SilentRow {
    private let kind: SilentKind
    private var right = 0, warned = 0, refused = 0
    private var errors: [String: Int] = [:]
    /// The seeds of scenes whose wrong answer passed, or was only warned of.
    private(set) var silent: [UInt64] = [], loud: [UInt64] = []
    private var worst = 0.0

    init(_ kind: SilentKind, seed: UInt64, trials: Range<Int>) {
        self.kind = kind
        for trial in trials.lazy.map({ UInt64($0) }) {
            let outcome = kind.outcome(seed: seed &* 1_000_003 &+ trial)
            switch outcome.answer {
            case .refused(let code):
                refused += 1
                errors[code, default: 0] += 1
            case .given(let codes, let passes):
                if let error = outcome.wrongBy {
                    if passes { silent.append(trial) } else { loud.append(trial) }
                    if passes { worst = max(worst, error) }
                } else if passes {
                    right += 1
                } else {
                    warned += 1
                }
                for code in codes { errors[code, default: 0] += 1 }
            }
        }
    }

    /// Whether rescans that can be answered are, nine of ten; where few of many are seen again, fewer.
    var isAnswered: Bool {
        let all = right + warned + refused + loud.count + silent.count
        return kind.fault != nil || kind.isHard || 10 * (right + warned) >= 9 * all - 10
    }

    var document: [String: Any] {
        [
            "fault": kind.fault ?? "", "kind": kind.name, "right": right, "right with a warning": warned,
            "refused": refused,
            "wrong with a warning": loud.count, "wrong and PASS": silent.count,
            "largest silent error": worst, "codes": errors,
            "trials of silent ones": silent.prefix(20).map { $0 },
        ]
    }

    var line: String {
        let codes = errors.sorted { $0.value > $1.value }.prefix(4).map { "\($0.key) \($0.value)" }
        let worst = silent.isEmpty ? "" : String(format: " (%.3f m; trial %d)", worst, Int(silent[0]))
        return "\(kind.name): right \(right), with a warning \(warned), refused \(refused), "
            + "wrong with a warning \(loud.count), WRONG AND PASS \(silent.count)\(worst); "
            + codes.joined(separator: ", ")
    }
}
