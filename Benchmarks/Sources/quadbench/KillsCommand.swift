import Foundation
import KillSweep

/// The tool and its sandbox, killed and starved at every system call: jobs must resume and lose nothing.
enum KillsCommand {
    static let usage =
        "kills --tool FILE [--part NAME --mode NAME --action NAME --step N --kills N --markers N --seed N --workers N "
        + "--traces FOLDER]"

    static func run(_ options: [String: String]) throws -> Any {
        let tool = URL(filePath: try options.required("tool")).path
        guard FileManager.default.isExecutableFile(atPath: tool) else {
            throw BenchError.badFile(tool, "cannot be run; swift build -c release --product quadcal makes it")
        }
        var settings = Settings(tool: tool)
        settings.step = try options.count("step", default: settings.step)
        settings.randomKills = try options.count("kills", default: settings.randomKills)
        settings.markers = try options.count("markers", default: settings.markers)
        settings.seed = UInt64(try options.count("seed", default: Int(settings.seed)))
        settings.workers = try options.count("workers", default: settings.workers)
        settings.traceFolder = options["traces"]
        if let action = options["action"], !settings.choose(action: action) {
            throw BenchError.usage("--action takes one of apply, resume and undo")
        }
        var parts = Part.allCases
        if let name = options["part"] {
            guard let part = Part(rawValue: name) else {
                throw BenchError.usage("--part takes one of \(Part.allCases.map(\.rawValue))")
            }
            parts = [part]
        }
        var results: [String: Any] = [:]
        for part in parts {
            results[part.rawValue] = try part.run(options["mode"].map { [$0] } ?? [], settings)
        }
        results[QuadBench.failure] = !isSound(results)
        return results
    }

    /// True if it has no violation, and runs that must be alike are.
    private static func isSound(_ result: Any) -> Bool {
        guard let members = result as? [String: Any] else { return true }
        return members["violations"] as? Int ?? 0 == 0 && members["alike"] as? Bool ?? true
            && members.values.allSatisfy(isSound)
    }
}
