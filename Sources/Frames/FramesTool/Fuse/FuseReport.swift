import CheckReports
import DemoScenes
import FitReports
import FrameCodes
import FrameGraph
import FrameGraphFiles
import FrameReports
import JobReports
import Markers
import MarkersJobs
import QuadGeometry
import StrictJSON
import ToolMarkers
import ToolTerminal

struct FuseReport {
    let options: FuseOptions
    let sides: [JoinedFiles.Side]
    let maps: [ReadFile]
    let report: FusionReport

    init(
        _ sides: [JoinedFiles.Side], _ options: FuseOptions, scene: KnownScene? = nil
    ) throws(Failure) {
        var maps: [ReadFile] = [], identifiers: [IdentifierMap] = []
        for file in options.maps {
            let bytes = try Input.bytes(of: file)
            do throws(IdentifierMapError) { identifiers.append(try IdentifierMap(bytes)) } catch {
                throw .identifierMap(file: file, error)
            }
            maps.append(ReadFile(file, bytes))
        }
        for side in sides where options.target == nil && side.list.calibratedCount > 0 {
            throw .unstatedTarget(file: side.file, count: side.list.calibratedCount)
        }
        let key: FusionKey =
            switch options.join {
            case .anchor: .anchor
            case .id: .identifier([])
            case .label: .label
            case nil: maps.isEmpty ? .label : .identifier(identifiers)
            }
        let sources = sides.map { KeyedSessions.Source($0.file, $0.list.observations) }
        do throws(FusionError) {
            report = try FusionReport(
                KeyedSessions(sources, by: key), options: options.fusion, tolerance: options.tolerance,
                scene: scene)
        } catch { throw .fusion(error) }
        (self.options, self.sides, self.maps) = (options, sides, maps)
    }

    init(online options: FuseOptions) throws(Failure) {
        let listing = try options.place.listing()
        let sides = try options.place.lists(of: listing).map { (list) throws(Failure) in
            try JoinedFiles.Side(list.name, list.document, options.target ?? .raw)
        }
        try self.init(sides, options)
    }

    /// The scans that ``DemoSessions`` makes up.
    init(demo options: FuseOptions) throws(Failure) {
        let demo = DemoSessions(seed: options.seed ?? 1)
        if let folder = options.demoFolder {
            try OutputFile.write(
                demo.files, into: folder, replaces: options.replacesFile, for: "--demo-files")
        }
        let sides = try demo.files.map { (file) throws(Failure) in
            try JoinedFiles.Side(file.name, file.bytes, options.target ?? .raw)
        }
        var places: [String: Quad] = [:]
        for (label, quad) in demo.truth.places { places[JoinKey.folded(label) ?? label] = quad }
        try self.init(
            sides, options, scene: KnownScene(places: places, sessionFromScene: demo.truth.scanFromRoom))
    }

    var verdict: Verdict {
        options.codes.verdict(of: report.severity)
    }

    var exitCode: ExitCode { options.codes.exitCode(of: verdict) }

    var view: ResultView { FusionText.view(report, verdict: verdict.rawValue) }

    func write() throws(Failure) {
        if let file = options.output {
            try OutputFile.write(
                FusedSet(report).bytes, to: file, replaces: options.replacesFile, for: "--out")
        }
        if let file = options.reportFile {
            let subject = options.isDemo ? "demo" : listed(sides) { fileLabel($0.file) }
            let page = FusionPage.html(
                report, verdict: verdict.rawValue, subject: subject,
                try ReportFile.stamp(document(openDepth: 3)))
            try OutputFile.write(page, to: file, replaces: options.replacesFile, for: "--report")
        }
        guard let file = options.graphFile else { return }
        let graph: PoseGraph
        do throws(PoseGraphError) { graph = try report.fusion.graph() } catch {
            throw .badValue(
                option: "--graph", value: file, BadValue(expected: "other sessions: \(error.message)"))
        }
        var poses: [String: RigidTransform] = [:]
        for frame in report.fusion.frames { poses[frame.session] = frame.rootFromSession }
        let bytes = G2OFile(graph, poses: poses, held: [report.fusion.root]).bytes
        try OutputFile.write(bytes, to: file, replaces: options.replacesFile, for: "--graph")
    }

    /// The markers that could not be read, for standard error.
    var notes: [String] {
        sides.filter { !$0.list.refused.isEmpty }.map {
            "\(fileLabel($0.file)): \(counted($0.list.refused.count, "marker")) cannot be used: \(listed($0.list.refused))"
        }
    }
}

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
