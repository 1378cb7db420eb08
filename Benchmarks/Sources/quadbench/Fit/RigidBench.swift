import Foundation
import QuadGeometry
import RigidCalibration

/// Rigid fits beside those of others: digits, degenerate input and speed, on problems made from a seed.
///
/// Run from the root of the repository, after `scripts/setup/peers`. The answers that digits are counted against come from
/// `scripts/oracles/certify_fits.py`, in 80 digits.
enum RigidBench {
    static let usage = "rigid --seed S [--rounds K] [--python P]"
    private static let degenerate = "Datasets/pairs/degenerate.json"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = try options.required("seed")
        let rounds = try options.count("rounds", default: 5)
        let python = options["python"] ?? ".peers/bin/python"
        guard let number = UInt64(seed) else { throw BenchError.notANumber(option: "seed", value: seed) }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("quadbench-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("certified.json").path
        try PeerProcess.output(of: "\(python) scripts/oracles/certify_fits.py --seed", files: seed)
            .write(to: URL(fileURLWithPath: file))
        let speed = RigidSpeed(rounds: rounds, seed: number, python: python, folder: folder)
        return try [
            "seed": number, "solver": RigidSolver.default.rawValue,
            "digits": digits(RigidDocument(file: file), file, python),
            "degenerate": verdicts(RigidDocument(file: degenerate), degenerate, python),
            "speed": speed.all(),
        ]
    }

    /// The worst digits of R and of the map in each set, by tool; `no answer` where a tool has none. Sets with
    /// weights are left out, since most tools take none.
    private static func digits(_ document: RigidDocument, _ file: String, _ python: String) throws -> Any {
        digits(document, try answers(document.sets?.flatMap(\.problems) ?? [], file, python))
    }

    static func digits(
        _ document: RigidDocument, _ given: [(tool: String, answers: [RigidAnswer])]
    ) -> [String: [String: [String: Any]]] {
        let views = given.prefix(1).map { ("\($0.tool) as (R, t)", $0.answers.map(\.fromOrigin)) }
        var rotations: [String: [String: Any]] = [:], maps = rotations
        var first = 0
        for set in document.sets ?? [] {
            let places = first..<first + set.problems.count
            first = places.upperBound
            guard set.problems.allSatisfy({ $0.weights == nil }) else { continue }
            // A map has digits to show only where its images lie near the origin.
            let showsMap = set.name.contains("from-") || set.name == "plain"
            for (tool, all) in given {
                rotations[set.name, default: [:]][tool] = worst(set.problems, all[places]) {
                    problem, answer in
                    answer.rotation.map(problem.rotationDigits)
                }
            }
            for (tool, all) in given + views where showsMap {
                maps[set.name, default: [:]][tool] = worst(set.problems, all[places]) { problem, answer in
                    problem.probePoint.flatMap(answer.image).map(problem.mapDigits)
                }
            }
        }
        return ["rotation": rotations, "map": maps]
    }

    private static func worst(
        _ problems: [RigidDocument.Problem], _ answers: ArraySlice<RigidAnswer>,
        _ digits: (RigidDocument.Problem, RigidAnswer) -> Double?
    ) -> Any {
        let found = zip(problems, answers).compactMap(digits)
        guard found.count == problems.count, let worst = found.min() else { return "no answer" }
        return (worst * 100).rounded() / 100
    }

    /// The verdict of each tool on each degenerate case: one without an answer must be refused, by ours with
    /// its code; one with an answer must be solved.
    private static func verdicts(_ document: RigidDocument, _ file: String, _ python: String) throws -> Any {
        let cases = document.cases ?? []
        let given = try answers(cases, file, python)
        var verdicts: [String: [String: String]] = [:]
        for (tool, all) in given {
            for (problem, answer) in zip(cases, all) where problem.peers == true {
                verdicts[problem.name ?? "", default: [:]][tool] =
                    isRight(answer, problem) ? "right" : "wrong"
            }
        }
        return verdicts
    }

    static func isRight(_ answer: RigidAnswer, _ problem: RigidDocument.Problem) -> Bool {
        switch answer {
        case .refused(let code, isOurs: true): code == problem.expect
        case .refused(_, isOurs: false): problem.expect != "answer"
        case .anchored(let rotation, _), .motion(let rotation):
            problem.expect == "answer" && problem.isSolved(by: rotation)
        }
    }

    /// The answers of all tools to the problems of a document.
    private static func answers(
        _ problems: [RigidDocument.Problem], _ file: String, _ python: String
    ) throws -> [(tool: String, answers: [RigidAnswer])] {
        try (RigidTool.ours + RigidTool.nativeTools).map { ($0.name, $0.answers(problems)) }
            + OutsideRigidTool.all.map { try $0.answers(python, document: file) }
    }
}
