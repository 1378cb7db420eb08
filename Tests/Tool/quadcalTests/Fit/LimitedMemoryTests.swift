import Foundation
import TestSupport
import Testing

#if os(Linux)
@Suite("The tool where memory is limited")
struct LimitedMemoryTests {
    /// Runs the tool with so many kilobytes of addresses.
    private static func run(_ arguments: String, kilobytes: Int, in folder: Folder) throws -> Tool.Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Longer than any run of the tests, however busy the machine is.
        let line = "ulimit -v \(kilobytes); exec timeout --signal=KILL 300 \"$0\" \(arguments)"
        process.arguments = ["-c", line, Tool.executable.path]
        process.currentDirectoryURL = folder.url
        process.standardOutput = try folder.handle(for: ".output")
        process.standardError = try folder.handle(for: ".advice")
        try process.run()
        process.waitUntilExit()
        return Tool.Run(
            output: try folder.read(".output"), advice: try folder.read(".advice"),
            exit: process.terminationStatus)
    }

    /// From what the tool just starts in to what OpenBLAS needs to end.
    @Test("ends, and fits the same", arguments: [150_000, 180_000, 210_000, 240_000, 270_000])
    func fits(kilobytes: Int) throws {
        let folder = try Folder(), scene = FitScene(seed: 1, noise: 0.002)
        try folder.write(scene.old, to: "old.json")
        try folder.write(scene.new, to: "new.json")
        let fit = "fit --join label --target raw --json old.json new.json"
        let expected = try Tool.run(fit.split(separator: " ").map(String.init), in: folder)
        #expect(expected.exit == 0)
        #expect(try Self.run(fit, kilobytes: kilobytes, in: folder) == expected)
        #expect(
            try Self.run("version", kilobytes: kilobytes, in: folder) == Tool.run(["version"], in: folder))
        let doctor = try Self.run("doctor", kilobytes: kilobytes, in: folder)
        #expect(doctor.exit == 0 && doctor.output.contains("memory is limited"), "\(doctor)")
    }
}
#endif
