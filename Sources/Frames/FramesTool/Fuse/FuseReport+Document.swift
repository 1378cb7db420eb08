import CheckReports
import FitReports
import FrameReports
import JobReports
import Markers
import StrictJSON
import ToolTerminal

extension SchemaDocument {
    static let fuse = SchemaDocument(
        name: "fuse", about: "what quadcal fuse --json prints", schema: FuseReport.schema)
}

extension FuseReport: RunDocument {
    static let members: [DocumentMember<FuseReport>] =
        .head("quadcal.fuse/1", verdict: "It is warn if a corner is undecided, fail as --fail-on says.") + [
            .always(
                "inputs", \.inputs, "The files that were read; with --demo, those that were made up.",
                schema: .array(FileRecord.schema(roles: ["markers", "map"]))),
            .always(
                "target", \.options.target, "Which corners were used; null for raw, if that was not stated."),
            .always(
                "tolerance", \.options.tolerance,
                "The largest acceptable 95 % error in metres; null without one."),
            .always("seed", \.seed, "The seed of --demo as text; null without it."),
            .always("output", \.options.output, "The file of the fused markers; null without --out."),
            .always("graph", \.options.graphFile, "The file of the sessions' graph; null without --graph."),
            .part(\.report, FusionReport.members),
        ]

    private var inputs: [FileRecord] {
        sides.map { FileRecord(role: "markers", file: $0.file, sha256: $0.sha256) }
            + maps.map { FileRecord(role: "map", file: $0.file, sha256: $0.sha256) }
    }

    private var seed: String? { options.isDemo ? "\(options.seed ?? 1)" : nil }
}
