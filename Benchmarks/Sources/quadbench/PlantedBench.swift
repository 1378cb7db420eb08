import BenchRecords
import Foundation
import QuadGeometry
import RigidCalibration

/// Fits and check of a few problems as a run, with a fault that a comparison must find: more work than is counted,
/// or digits lost.
enum PlantedBench {
    static let usage = "planted [--slower PERCENT] [--fewer-digits N] [--count N] [--repeat K]"

    static func run(_ options: [String: String]) throws -> Any {
        let slower = try options["slower"].map { _ in try options.count("slower", default: 1) } ?? 0
        let fewer =
            try options["fewer-digits"].map { _ in try options.count("fewer-digits", default: 1) } ?? 0
        let count = try options.count("count", default: 2000)
        let problems = FitProblems(count, seed: 1)
        // The work is done on so many more, and its time told for `count`.
        let more = FitProblems(count * (100 + slower) / 100, seed: 1)
        let check = QuadCheck(.app), quads = SceneCommand.quads(more.count, seed: 1)
        let race = Race(items: count, rounds: try options.count("repeat", default: 5))
        race.add("fits") {
            for pairs in more.correspondences {
                race.found += (try? RigidFit(pairs, solver: .fast))?.steps ?? 0
            }
        }
        race.add("checks") { for quad in quads { race.found += check.issues(quad).count } }
        let measured = race.medians().sorted { $0.key < $1.key }.map { name, time in
            MeasuredValue(
                name: name, area: "planted", unit: "ns", quantity: .cost, better: .lower, samples: [time])
        }
        let digits = MeasuredValue(
            name: "digits", area: "planted", unit: "digits", quantity: .digits, better: .higher,
            samples: [worstDigits(problems, fewer: fewer)])
        let run = RunRecord(
            date: RunDate.now, command: "planted", machine: MachineRecord.current(isBrief: true),
            measurements: measured + [digits])
        return try JSONSerialization.jsonObject(with: run.json)
    }

    /// The digits in which the default fit agrees with the exact one, after its rotation lost some by rounding.
    private static func worstDigits(_ problems: FitProblems, fewer: Int) -> Double {
        let digits = problems.correspondences.prefix(20).compactMap { pairs -> Double? in
            guard let fast = try? RigidFit(pairs, solver: .default),
                let exact = try? RigidFit(pairs, solver: .exact)
            else { return nil }
            let (a, b) = (fast.targetFromSource.rotation, exact.targetFromSource.rotation)
            let kept = fewer == 0 ? nil : pow(10, 16 - Double(fewer))
            let squares = zip([a.x, a.y, a.z], [b.x, b.y, b.z]).reduce(0.0) { sum, columns in
                let found =
                    kept.map { kept in (columns.0 * kept).rounded(.toNearestOrEven) / kept } ?? columns.0
                let error = found - columns.1
                return sum + error.dot(error)
            }
            return min(16, -log10((squares / 3).squareRoot()))
        }
        return digits.min() ?? .nan
    }
}
