import Foundation

/// The sizes of the programs as they are built, in megabytes; those that are not there are left out.
enum SizesBench {
    static let usage = "sizes [--quadcal FILE]"

    static func run(_ options: [String: String]) throws -> Any {
        let programs = [
            "quadcal": options["quadcal"] ?? QuadcalTool.path, "quadbench": CommandLine.arguments[0],
        ]
        let sizes = programs.compactMapValues { path in
            let attributes = try? FileManager.default.attributesOfItem(
                atPath: URL(filePath: path).resolvingSymlinksInPath().path)
            return (attributes?[.size] as? NSNumber).map { $0.doubleValue / 1e6 }
        }
        guard !sizes.isEmpty else { throw BenchError.badFile(QuadcalTool.path, "is not built") }
        return ["megabytes": sizes]
    }
}
