import Foundation
import Markers
import QuadGeometry
import RigidCalibration

/// The growth of cost with size: the exponent e of the power of n that fits the times of several n.
enum GrowthBench {
    static let usage = "growth [--repeat K] [--seed S] [--commands] [--quadcal FILE]"

    /// Each size is four times the one before.
    private static let sizes = [1000, 4000, 16_000]

    static func run(_ options: [String: String]) throws -> Any {
        let rounds = try options.count("repeat", default: 5)
        let seed = UInt64(try options.count("seed", default: 1))
        if options["commands"] != nil {
            let rows = try CommandGrowth.rows(options["quadcal"] ?? QuadcalTool.path, seed: seed)
            return [
                "sizes": CommandGrowth.sizes, "rows": rows,
                QuadBench.failure: rows.contains { $0["isBroken"] as? Bool == true },
            ]
        }
        var times: [String: [Double]] = [:]
        for size in sizes {
            // As many passes as make all sizes take as long, so that the clock's step does not count.
            let passes = (sizes.last ?? size) / size
            for (name, time) in try medians(size, passes, rounds, seed) {
                times[name, default: []].append(time)
            }
        }
        return ["sizes": sizes, "exponent": times.mapValues { exponent(sizes.map(Double.init), $0) }]
    }

    /// The median nanoseconds of a whole set of each work.
    private static func medians(
        _ size: Int, _ passes: Int, _ rounds: Int, _ seed: UInt64
    ) throws -> [String: Double] {
        let quads = SceneCommand.quads(size, seed: seed), columns = QuadColumns(quads)
        let check = QuadCheck(.app), load = try RigidLoad(pairs: size, seed: seed)
        let markers = try MarkersCommand.document(quads, seed: seed)
        let race = Race(items: passes, rounds: rounds)
        race.add("check of columns") {
            for _ in 0..<passes { race.found += check.issues(in: columns).count }
        }
        race.add("fit of one problem") { for _ in 0..<passes { race.found += load.fit(RigidSolver.default) } }
        race.add("fit in one pass") { for _ in 0..<passes { race.found += load.fitPacked() } }
        race.add("markers read") {
            for _ in 0..<passes { race.found += (try? MarkerList(markers))?.markers.count ?? 0 }
        }
        return race.medians()
    }

    /// The slope of the line through the logarithms, by least squares.
    static func exponent(_ sizes: [Double], _ times: [Double]) -> Double {
        let x = sizes.map { log($0) }, y = times.map { log($0) }
        let count = Double(x.count), meanX = x.reduce(0, +) / count, meanY = y.reduce(0, +) / count
        let products = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
        return products / x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    }
}
