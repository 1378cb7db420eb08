import BenchRecords
import Foundation

/// Measures the package's own code and takes outside files, so that anyone can race it.
///
/// Results are one JSON object on stdout. Times are processor time of the calling thread.
@main
enum QuadBench {
    static let commands: [(name: String, usage: String, run: @Sendable ([String: String]) throws -> Any)] = [
        ("verdicts", VerdictsCommand.usage, VerdictsCommand.run),
        ("findings", FindingsBench.usage, FindingsBench.run),
        ("fit", FitBench.usage, FitBench.run),
        ("rigid", RigidBench.usage, RigidBench.run),
        ("bits", BitsCommand.usage, BitsCommand.run),
        ("uncertainty", UncertaintyBench.usage, UncertaintyBench.run),
        ("coverage", CoverageBench.usage, CoverageBench.run),
        ("straighten", StraightenBench.usage, StraightenBench.run),
        ("reliability", ReliabilityBench.usage, ReliabilityBench.run),
        ("advice", AdviceBench.usage, AdviceBench.run),
        ("moved", MovedBench.usage, MovedBench.run),
        ("graph", GraphBench.usage, GraphBench.run),
        ("g2o", G2OBench.usage, G2OBench.run),
        ("handeye", HandEyeBench.usage, HandEyeBench.run),
        ("fuse", FuseBench.usage, FuseBench.run),
        ("fuse-cover", FuseCover.usage, FuseCover.run),
        ("sense", SenseBench.usage, SenseBench.run),
        ("align", AlignBench.usage, AlignBench.run),
        ("messages", MessagesBench.usage, MessagesBench.run),
        ("relay", RelayBench.usage, RelayBench.run),
        ("room", RoomCommand.usage, RoomCommand.run),
        ("gravity", GravityBench.usage, GravityBench.run),
        ("scenarios", ScenariosBench.usage, ScenariosBench.run),
        ("robust", RobustBench.usage, RobustBench.run),
        ("join", JoinBench.usage, JoinBench.run),
        ("silent", SilentBench.usage, SilentBench.run),
        ("evidence", EvidenceBench.usage, EvidenceBench.run),
        ("fitspeed", FitSpeedBench.usage, FitSpeedBench.run),
        ("moments", MomentsBench.usage, MomentsBench.run),
        ("check", CheckBench.usage, CheckBench.run),
        ("properties", PropertiesBench.usage, PropertiesBench.run),
        ("raycast", RaycastBench.usage, RaycastBench.run),
        ("columns", ColumnsBench.usage, ColumnsBench.run),
        ("allocations", AllocationsBench.usage, AllocationsBench.run),
        ("index", IndexBench.usage, IndexBench.run),
        ("scan", ScanBench.usage, ScanBench.run),
        ("threads", ThreadsBench.usage, ThreadsBench.run),
        ("scene", SceneCommand.usage, SceneCommand.run),
        ("markers", MarkersCommand.usage, MarkersCommand.run),
        ("json", JSONBench.usage, JSONBench.run),
        ("jsonstream", JSONStreamBench.usage, JSONStreamBench.run),
        ("apply", ApplyBench.usage, ApplyBench.run),
        ("jsonverdicts", JSONVerdicts.usage, JSONVerdicts.run),
        ("websocket", SocketVerdicts.usage, SocketVerdicts.run),
        ("torture", TortureBench.usage, TortureBench.run),
        ("plan", PlanBench.usage, PlanBench.run),
        ("transport", TransportBench.usage, TransportBench.run),
        ("kills", KillsCommand.usage, KillsCommand.run),
        ("sandbox", SandboxBench.usage, SandboxBench.run),
        ("push", PushBench.usage, PushBench.run),
        ("offline", OfflineBench.usage, OfflineBench.run),
        ("startup", StartupBench.usage, StartupBench.run),
        ("checkfile", CheckFileBench.usage, CheckFileBench.run),
        ("resume", ResumeBench.usage, ResumeBench.run),
        ("world", WorldBench.usage, WorldBench.run),
        ("digits", DigitsBench.usage, DigitsBench.run),
        ("covariancedigits", CovarianceDigitsBench.usage, CovarianceDigitsBench.run),
        ("bounds", BoundsBench.usage, BoundsBench.run),
        ("framedigits", FrameDigitsBench.usage, FrameDigitsBench.run),
        ("exact", ExactBench.usage, ExactBench.run),
        ("growth", GrowthBench.usage, GrowthBench.run),
        ("sizes", SizesBench.usage, SizesBench.run),
        ("buildtime", BuildTimeBench.usage, BuildTimeBench.run),
        ("planted", PlantedBench.usage, PlantedBench.run),
        ("bombs", BombsBench.usage, BombsBench.run),
    ]

    /// The commands that work on runs of the whole table; they take their arguments as they are and give an exit code.
    static let programs: [(name: String, usage: String, run: @Sendable ([String]) throws -> Int32)] = [
        ("run", RunCommand.usage, RunCommand.run),
        ("compare", CompareCommand.usage, CompareCommand.run),
        ("export", ExportCommand.usage, ExportCommand.run),
        ("results", ResultsCommand.usage, ResultsCommand.run),
        ("hold", HoldCommand.usage, HoldCommand.run),
    ]

    /// A member of a result that, if true, makes the run end with 1: a bound was not held.
    static let failure = "failed"

    static func main() {
        do {
            var arguments = Array(CommandLine.arguments.dropFirst())
            if let program = programs.first(where: { $0.name == arguments.first }) {
                exit(try program.run(Array(arguments.dropFirst())))
            }
            guard !arguments.isEmpty, let command = commands.first(where: { $0.name == arguments[0] }) else {
                let usages = programs.map(\.usage) + commands.map(\.usage)
                throw BenchError.usage(usages.map { "quadbench " + $0 }.joined(separator: "\n"))
            }
            arguments.removeFirst()
            let result = try command.run(options(arguments, for: command.usage))
            let json = try JSONSerialization.data(
                withJSONObject: result, options: [.sortedKeys, .withoutEscapingSlashes])
            FileHandle.standardOutput.write(json + Data("\n".utf8))
            if (result as? [String: Any])?[failure] as? Bool == true { exit(1) }
        } catch {
            FileHandle.standardError.write(Data("quadbench: \(error)\n".utf8))
            // Of a comparison 3 says that it is broken, which no verdict says.
            exit(CommandLine.arguments.dropFirst().first == "compare" ? ComparisonCode.broken.rawValue : 2)
        }
    }

    /// `--name value` pairs, each named in the usage line; a name alone in brackets takes no value.
    static func options(_ arguments: [String], for usage: String) throws -> [String: String] {
        var options: [String: String] = [:]
        var rest = arguments[...]
        while let name = rest.popFirst() {
            if name.hasPrefix("--"), usage.contains("[\(name)]") {
                options[String(name.dropFirst(2))] = ""
                continue
            }
            guard name.hasPrefix("--"),
                usage.split(whereSeparator: { " []".contains($0) }).contains(Substring(name)),
                let value = rest.popFirst()
            else { throw BenchError.usage("\(name) is not an option with a value of: quadbench \(usage)") }
            options[String(name.dropFirst(2))] = value
        }
        return options
    }
}
