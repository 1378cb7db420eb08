import Foundation

/// The processor time of clean release builds, in seconds: of the tool, and of what a program that only checks quads compiles.
///
/// Run from the root of the repository; it builds in folders that it removes afterwards.
enum BuildTimeBench {
    static let usage = "buildtime [--only quadcal|QuadGeometry]"

    /// The arguments that choose a build.
    private static let builds = [
        "quadcal": ["--product", "quadcal"], "QuadGeometry": ["--target", "QuadGeometry"],
    ]

    static func run(_ options: [String: String]) throws -> Any {
        let chosen = builds.filter { options["only"] == nil || options["only"] == $0.key }
        guard !chosen.isEmpty else {
            throw BenchError.usage("--only names quadcal or QuadGeometry: quadbench \(usage)")
        }
        return ["seconds": try chosen.mapValues(seconds)]
    }

    private static func seconds(_ arguments: [String]) throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(path: "build-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let command = ["/usr/bin/env", "swift", "build", "-c", "release", "--scratch-path", folder.path]
        return try ChildRun(command + arguments).processorMilliseconds / 1000
    }
}
