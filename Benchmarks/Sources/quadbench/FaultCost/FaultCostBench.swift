import Foundation
import Markers

/// Whole jobs over sockets while a tenth of all requests fail and three people edit, judged by the server's own log.
///
/// Extra requests are those that the job sent, including repetitions with a new token, beyond those that it
/// needs if nothing fails: a list for each run, one update for each write in the log, one read of the marker
/// that is written first, and two more requests for each marker that somebody had edited before it was
/// written. With `--calm` nothing fails, and there are none.
enum FaultCostBench {
    static let usage = "faultcost [--markers N] [--seed N] [--mode MODE] [--calm] [--quadcal FILE]"

    /// The share of the fault-free count; with few markers, chance adds to it.
    private static func mostExtra(_ markers: Int) -> Double { 0.1 + 3 * (0.1 / Double(markers)).squareRoot() }

    /// Somebody may edit a marker twice while it is written.
    private static let mostExtraCalm = 0.002

    static func run(_ options: [String: String]) throws -> Any {
        let count = try options.count("markers", default: 100_000)
        let seed = UInt64(try options.count("seed", default: 1))
        let modes = options["mode"].map { mode in PushMode.allCases.filter { $0.rawValue == mode } }
        var summary: [String: Any] = ["markers": count, "seed": seed], problems: [String] = []
        for mode in modes ?? PushMode.allCases {
            let faults = options["calm"] == nil ? FaultCostFaults.all(count) : []
            let result = try FaultCostJob(
                mode, markers: count, seed: seed, faults: faults, tool: options["quadcal"]
            ).run()
            problems += result.problems.map { "\(mode.rawValue): \($0)" }
            // The few requests of one vector say nothing of a share.
            if mode != .vector, result.extra >= (faults.isEmpty ? mostExtraCalm : mostExtra(count)) {
                problems.append("\(mode.rawValue): \(result.extra) extra requests")
            }
            summary[mode.rawValue] = result.summary
        }
        guard problems.isEmpty else {
            throw BenchError.violated("seed \(seed): \(problems.joined(separator: "\n"))\n\(summary)")
        }
        return summary
    }
}

/// The faults: one request in ten of those that read or change a marker, each kind equally often. Tokens end
/// at certain requests, since each end meets all that are under way.
enum FaultCostFaults {
    static func all(_ markers: Int) -> [String] {
        // The first one that fits a request meets it.
        stride(from: markers / 5, to: markers, by: 5000).map { "expire:@\($0)" } + faults(changing, "PATCH")
            + faults(reading, "GET")
    }

    /// Each line is one kind, half of it before the effect and half after it.
    private static let changing = [
        ["503:before", "500:after"], ["429=0", "429-date=1"], ["latency=20:before", "latency=20:after"],
        ["drip=1"], ["reset:before", "reset:after"], ["close:before", "close:after"], ["truncate"], ["long"],
        ["short"], ["answer-twice"],
    ]

    private static let reading = [
        ["503:before", "reset:after"], ["429-garbage"], ["truncate"], ["answer-twice"], ["stale"],
    ]

    private static func faults(_ kinds: [[String]], _ method: String) -> [String] {
        kinds.flatMap { halves in
            let share = 0.1 / Double(kinds.count * halves.count)
            return halves.map { half in
                var words = half.split(separator: ":").map(String.init)
                words.insert("\(share)", at: 1)
                return (words + [method]).joined(separator: ":")
            }
        }
    }
}
