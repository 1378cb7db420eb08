import Foundation
import Markers
import QuadGeometry

/// Rescans whose answer is known, or has none: how many are answered rightly, refused, or wrong, and said to be right.
///
/// What it is about is the last: a wrong answer that passes. Where two scans have nothing in common every answer is wrong.
enum SilentBench {
    static let usage =
        "silent [--geometry] [--seed S] [--trials T] [--only TEXT] [--trial N] [--first] [--shards N --append FILE]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let trials = try options.count("trials", default: 100)
        let key = options["geometry"] == nil ? JoinKey.label : .geometry
        let only = try options["trial"].map { _ in try options.count("trial", default: 1) }
        let kinds = (key == .geometry ? SilentKind.placed : SilentKind.all).filter { kind in
            options["only"].map { kind.name.contains($0) } ?? true
        }
        guard !kinds.isEmpty else { throw BenchError.usage(usage) }
        if options["first"] != nil { return first(in: kinds, seed: seed, trials, by: key) }
        if let file = options["append"] {
            let shards = UInt64(try options.count("shards", default: 1))
            return try run(seeds: seed..<seed + shards, trials, kinds, by: key, appendingTo: file)
        }
        let rows = kinds.map { kind in
            let range = only.map { $0...$0 } ?? 1...kind.trials(trials)
            let row = SilentRow(kind, seed: seed, trials: range, by: key)
            FileHandle.standardError.write(Data("\(row.line)\n".utf8))
            return row
        }
        let silent = rows.reduce(0) { $0 + $1.unlawful }
        let unanswered = rows.filter { !$0.isAnswered }.map(\.kind.name)
        guard silent == 0, unanswered.isEmpty else {
            throw BenchError.violated(
                "wrong and PASS: \(silent); answered too rarely: \(unanswered), seed \(seed)")
        }
        return ["seed": seed, "silent": silent, "rows": rows.map(\.document)]
    }

    /// The first trial after which a kind has wrong answers that pass, or is answered too rarely; a scene of each kind is made in turn.
    private static func first(
        in kinds: [SilentKind], seed: UInt64, _ trials: Int, by key: JoinKey
    ) -> Any {
        var rows = kinds.map { SilentRow($0) }
        for trial in 1...trials {
            for place in rows.indices where trial <= rows[place].kind.trials(trials) {
                rows[place].play(UInt64(trial), seed: seed, by: key)
                let row = rows[place]
                let found: String? =
                    if row.unlawful > 0 {
                        "wrong and PASS"
                    } else if trial >= fewestTold, !row.isAnswered {
                        "answered too rarely"
                    } else {
                        nil
                    }
                if let found {
                    return ["found": ["trial \(trial): \(found): \(row.kind.name)"], QuadBench.failure: true]
                }
            }
        }
        return ["found": [String](), QuadBench.failure: false]
    }

    /// Of fewer scenes of a kind nobody says that it is answered too rarely.
    private static let fewestTold = 20

    /// A line for each seed that has none in the file, so that a run that was cut goes on.
    private static func run(
        seeds: Range<UInt64>, _ trials: Int, _ kinds: [SilentKind], by key: JoinKey,
        appendingTo file: String
    ) throws -> Any {
        if !FileManager.default.fileExists(atPath: file) { try Data().write(to: URL(fileURLWithPath: file)) }
        let known = try String(contentsOfFile: file, encoding: .utf8)
        let done = Set(
            known.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) })
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.seekToEnd()
        var silent = 0
        for seed in seeds where !done.contains("\(seed)") {
            let rows = kinds.map { SilentRow($0, seed: seed, trials: 1...$0.trials(trials), by: key) }
            let (faulty, sound) = (rows.filter { $0.kind.fault != nil }, rows.filter { $0.kind.fault == nil })
            let found = rows.flatMap { row in
                row.silent.map { "\(row.kind.name), trial \($0)" }
                    + row.loud.map { "with a warning: \(row.kind.name), trial \($0)" }
            }
            silent += rows.reduce(0) { $0 + $1.unlawful }
            let columns = [Int(seed), trials] + SilentRow.counts(faulty) + SilentRow.counts(sound)
            let line = columns.map { "\($0)" }.joined(separator: " ") + found.map { "; \($0)" }.joined()
            try handle.write(contentsOf: Data("\(line)\n".utf8))
        }
        guard silent == 0 else { throw BenchError.violated("wrong and PASS: \(silent), see \(file)") }
        return ["seeds": ["\(seeds.lowerBound)", "\(seeds.upperBound - 1)"], "silent": silent]
    }
}

/// The outcomes of many scenes of a kind.
private struct SilentRow {
    let kind: SilentKind
    private var right = 0, warned = 0, refused = 0
    private var codes: [String: Int] = [:]
    /// The trials, counted from 1, of scenes whose wrong answer passed, or was only warned of.
    private(set) var silent: [UInt64] = [], loud: [UInt64] = []
    private var worst = 0.0

    init(_ kind: SilentKind) { self.kind = kind }

    init(_ kind: SilentKind, seed: UInt64, trials: ClosedRange<Int>, by key: JoinKey) {
        self.init(kind)
        for trial in trials { play(UInt64(trial), seed: seed, by: key) }
    }

    /// Makes a scene, has it answered, and counts the outcome.
    mutating func play(_ trial: UInt64, seed: UInt64, by key: JoinKey) {
        let outcome = kind.outcome(seed: seed, trial: trial, by: key)
        switch outcome.answer {
        case .refused(let code):
            refused += 1
            codes[code, default: 0] += 1
        case .given(let found, let passes):
            if outcome.isSilent {
                silent.append(trial)
                worst = max(worst, outcome.wrongBy ?? 0)
            } else if outcome.wrongBy != nil {
                loud.append(trial)
            } else if passes {
                right += 1
            } else {
                warned += 1
            }
            for code in found { codes[code, default: 0] += 1 }
        }
    }

    /// The silent ones, unless they are no more than the kind's law explains, give or take three deviations.
    var unlawful: Int {
        let expected = kind.law * Double(right + warned + refused + silent.count + loud.count)
        return Double(silent.count) > (expected + 3 * expected.squareRoot()).rounded(.up) ? silent.count : 0
    }

    /// Of some kinds: right, right with a warning, refused, wrong with a warning, wrong and PASS.
    static func counts(_ rows: [SilentRow]) -> [Int] {
        [
            rows.map(\.right), rows.map(\.warned), rows.map(\.refused), rows.map(\.loud.count),
            rows.map(\.silent.count),
        ].map { $0.reduce(0, +) }
    }

    /// Whether four of five rescans that can be answered are; where few of many are seen again, any number.
    var isAnswered: Bool {
        let open = refused + loud.count + silent.count
        return kind.fault != nil || kind.isHard || 4 * open <= right + warned
    }

    var document: [String: Any] {
        [
            "fault": kind.fault ?? "", "kind": kind.name, "right": right, "right with a warning": warned,
            "refused": refused,
            "wrong with a warning": loud.count, "wrong and PASS": silent.count,
            "largest silent error": worst, "codes": codes,
            "trials of silent ones": silent.prefix(20).map { $0 },
        ]
    }

    var line: String {
        let most = codes.sorted { $0.value > $1.value }.prefix(4).map { "\($0.key) \($0.value)" }
        let worst = silent.isEmpty ? "" : String(format: " (%.3f m; trial %d)", worst, Int(silent[0]))
        return "\(kind.name): right \(right), with a warning \(warned), refused \(refused), "
            + "wrong with a warning \(loud.count), WRONG AND PASS \(silent.count)\(worst); "
            + most.joined(separator: ", ")
    }
}
