import QuadGeometry

/// The nearest hits of outside rays on outside quads, and how long they take.
enum RaycastBench {
    static let usage = "raycast --quads F --rays F --out HITS [--repeat K]"

    static func run(_ options: [String: String]) throws -> Any {
        let quads = try QuadFile.read(options.required("quads"))
        let rays = try QuadFile.readRays(options.required("rays"))
        let repeats = try options.count("repeat", default: 5)
        let out = try options.required("out")
        var targets = RayTargets(quads)
        let build = ThreadClock.time { targets = RayTargets(quads) }
        var hits: [RayHit?] = []
        let times = (0..<repeats).map { _ in
            ThreadClock.time { hits = rays.map { $0.flatMap { targets.nearestHit(by: $0) } } } / 1e6
        }
        let words = hits.flatMap { found -> [UInt64] in
            guard let found else { return [UInt64(bitPattern: -1), 0, 0, 0] }
            let hit = found.hit
            return [UInt64(found.index), hit.distance.bitPattern, hit.u.bitPattern, hit.v.bitPattern]
        }
        try RecordFile.write(words, magic: "HITS01", wordsPerRecord: 4, to: out)
        return [
            "name": "RayTargets.nearestHit (linear, \(KernelLevel.best.rawValue))", "build_ms": build / 1e6,
            "rays": rays.count, "hits": hits.count { $0 != nil }, "trace_ms": times,
        ]
    }
}
