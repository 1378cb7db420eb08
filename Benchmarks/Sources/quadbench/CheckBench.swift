import Foundation
import QuadGeometry

/// How long a full verdict takes, one quad at a time, beside peers in the same run.
enum CheckBench {
    static let usage = "check --quads F [--repeat K] [--peer COMMAND]"

    static func run(_ options: [String: String]) throws -> Any {
        let file = try options.required("quads")
        let quads = try QuadFile.read(file)
        guard !quads.isEmpty else { throw BenchError.badFile(file, "holds no quads") }
        let check = try QuadCheck(.app)
        let peer = try options["peer"].map { try PeerProcess($0, file: file) }
        var withFindings = 0
        var ours: [Double] = [], theirs: [Double] = []
        for _ in 0..<(try options.count("repeat", default: 21)) {
            let time = ThreadClock.time { withFindings = countWithFindings(quads, check) }
            ours.append(time / Double(quads.count))
            if let peer { theirs.append(try peer.round()) }
        }
        var result: [String: Any] = [
            "name": "QuadCheck.issues", "quads": quads.count, "with_findings": withFindings,
            "ns_per_quad": ours,
            "median": ours.median,
        ]
        if let peer {
            result["peer"] = peer.name
            result["peer_ns_per_quad"] = theirs
            result["peer_median"] = theirs.median
            result["ratio"] = theirs.median / ours.median
        }
        return result
    }

    @inline(never)
    private static func countWithFindings(_ quads: [Quad], _ check: QuadCheck) -> Int {
        quads.reduce(0) { $0 + (check.issues($1).isEmpty ? 0 : 1) }
    }
}
