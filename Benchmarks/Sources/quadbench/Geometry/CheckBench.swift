import Foundation
import QuadGeometry

/// The time of a full verdict, one quad at a time, beside peers in the same run.
enum CheckBench {
    static let usage = "check --quads F [--repeat K] [--peer COMMAND]"

    static func run(_ options: [String: String]) throws -> Any {
        let file = try options.required("quads")
        let quads = try QuadFile.read(file)
        guard !quads.isEmpty else { throw BenchError.badFile(file, "holds no quads") }
        let check = QuadCheck(.app)
        let peer = try options["peer"].map { try PeerProcess($0, files: file) }
        var withFindings = 0
        let times = try PeerRace.run(rounds: options.count("repeat", default: 21), beside: peer) {
            let time = ThreadClock.time { withFindings = countWithFindings(quads, check) }
            return time / Double(quads.count)
        }
        return [
            "name": "QuadCheck.issues", "quads": quads.count, "with_findings": withFindings,
            "ns_per_quad": times.ours,
        ].merging(times.summary) { first, _ in first }
    }

    @inline(never)
    private static func countWithFindings(_ quads: [Quad], _ check: QuadCheck) -> Int {
        quads.reduce(0) { $0 + (check.issues($1).isEmpty ? 0 : 1) }
    }
}
