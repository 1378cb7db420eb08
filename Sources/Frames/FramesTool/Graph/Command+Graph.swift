import FitReports
import FrameCodes
import FrameGraph
import FrameGraphFiles
import FrameReports
import Markers
import PublishedResults
import StrictJSON
import ToolCommands
import ToolMarkers
import ToolTerminal

extension SchemaDocument {
    static let graph = SchemaDocument(
        name: "graph", about: "what quadcal graph --json prints, and a graph that it reads",
        schema: GraphDocument.schema)
}

extension Command {
    static let graph = Command(
        "graph", Wing.frames["graph"], operands: "FILE [TRAJECTORY]",
        notes: """
            FILE is a graph of g2o (VERTEX_SE3:QUAT, EDGE_SE3:QUAT, FIX) or JSON (quadcal schema graph), whichever
            its content is; - is standard input. TRAJECTORY is TUM's: t x y z qx qy qz qw in each row. Its rows are
            frames, named by their times without zeros that say nothing (12.000 is 12), at those poses; no edges are
            made of them, since nothing states their errors. Beside a graph its poses replace those of the file.

            An edge has the pose of its second frame in its first, in metres, and its covariance. Every loop of edges
            shows by how much it misses closing; an edge is a SUSPECT_EDGE where all others together contradict it,
            UNCHECKED where no loop has it. All frames are solved by least squares, with errors that 95 of 100
            places stay within. A closure fails where noise would fail one in fewer than 1 of 1,000 graphs with as
            many: at p < 0.001 where there is one, the less the more hold.

            Exit codes: 0 success, 1 a closure fails or an edge is suspect (see --fail-on), 2 usage error, 3 the file
            cannot be read or written, 4 no edge joins the frames, or the numbers determine no solution.
            """,
        isColored: true, settings: GraphOptions(), options: GraphOptions.groups,
        examples: [
            ("quadcal graph room.g2o", "closures, suspect edges, and the solution"),
            (
                "quadcal graph room.g2o --from tablet --to door --solve",
                "the tablet seen from the door, with its 95 % error"
            ),
            (
                "quadcal graph room.g2o --solve --root base --out solved.g2o --report room.html",
                "the solved graph about its base, and a page with a drawing"
            ),
            ("quadcal graph --demo", "a made-up square of rooms with one wrong edge"),
        ],
        work: { (options, files, streams) throws(Failure) in
            if try options.codes.print(of: "graph", beside: files, to: &streams) { return .good }
            try options.requireSense(for: files)
            var options = options
            options.question.failsOnDoubt = options.codes.failsOn == .warning
            let run = try graphRun(files, options), exit = run.exitCode(options.codes)
            let document = run.document(version: QuadcalVersion.text, exit: exit.word).document(openDepth: 2)
            try write(run, options, document)
            let mostRows = options.loudness == .verbose ? Int.max : TextTable.mostRows
            let text = GraphText(run, mostRows: mostRows) { visible($0) }
            if options.printsJSON {
                try streams.print(document)
            } else if let form = options.codes.published {
                try streams.print(form.text(PublishedResult(run, options.codes)))
            } else {
                let blocks = options.loudness == .quiet && run.view == nil ? [] : text.blocks
                try streams.printReport(
                    "\(text.verdict)\n" + blocks.map { printed($0, on: streams.screen) }.joined())
            }
            try streams.flush()
            guard options.loudness != .quiet else { return exit }
            text.notes.forEach(streams.advise)
            if let seed = options.isDemo ? options.seed ?? 1 : nil {
                streams.advise("demo: seed \(seed); the wrong edge is \(try DemoGraph.made(seed).wrong.name)")
            }
            return exit
        })

    private static func graphRun(_ files: [String], _ options: GraphOptions) throws(Failure) -> GraphRun {
        let input: GraphInput
        if !files.isEmpty {
            input = try graphInput(files, options.turns)
        } else {
            input = GraphInput(demo: try DemoGraph.made(options.seed ?? 1).graph)
        }
        let question = options.question
        for (option, name) in [("--from", question.from), ("--to", question.to), ("--root", question.root)] {
            guard let name, !input.graph.frames.contains(name) else { continue }
            throw .badValue(
                option: option, value: name,
                BadValue(
                    expected: "the name of a frame of the graph",
                    nearest: nearest(to: name, among: input.graph.frames)))
        }
        if let root = question.root, let held = input.held.sorted().first, !input.held.contains(root) {
            throw .contradiction("--root \(root)", "FIX \(held) of the file")
        }
        do throws(GraphInputError) { return try GraphRun(input, question) } catch {
            throw Failure(graph: files.first ?? "demo", error)
        }
    }

    /// Reads a graph, and perhaps a trajectory beside it, in either order.
    private static func graphInput(
        _ files: [String], _ turns: G2OFile.Turns
    ) throws(Failure) -> GraphInput {
        let inputs = try files.map { (file) throws(Failure) in try graphInput(file, turns) }
        guard inputs.count > 1 else { return inputs[0] }
        let graphs = inputs.filter { $0.format != .tum }
        guard graphs.count == 1, let other = inputs.first(where: { $0.format == .tum }) else {
            throw .unwantedOperand(files[1], command: "graph with \(files[0])")
        }
        var graph = graphs[0]
        do throws(GraphInputError) { try graph.add(other) } catch { throw Failure(graph: other.file, error) }
        return graph
    }

    /// Reads a graph piece by piece, so that a large file is refused before it fills the memory.
    static func graphInput(
        _ file: String, _ turns: G2OFile.Turns
    ) throws(Failure) -> GraphInput {
        var reader = GraphInputReader(), piece = [UInt8](repeating: 0, count: 1 << 18)
        let open = try Input.open(file), source = open.source()
        while true {
            let count = try open.read { (_) throws(JSONError) in
                try piece.withUnsafeMutableBufferPointer { buffer throws(JSONError) in
                    try source.read(UnsafeMutableRawBufferPointer(buffer))
                }
            }
            do throws(GraphInputError) {
                guard count > 0 else { return try reader.finish(file: file, turns: turns) }
                try reader.add(Array(piece[..<count]))
            } catch { throw Failure(graph: file, error) }
        }
    }

    private static func write(
        _ run: GraphRun, _ options: GraphOptions, _ document: [UInt8]
    ) throws(Failure) {
        if let file = options.outputFile, let format = options.outputFormat {
            let poses = options.question.isSolved ? run.poses : nil
            try OutputFile.write(
                run.input.written(as: format, at: poses), to: file, replaces: options.replacesFile,
                for: "--out")
        }
        if let file = options.reportFile {
            let page = GraphPage(run, try ReportFile.stamp(document))
            try OutputFile.write(page.html, to: file, replaces: options.replacesFile, for: "--report")
        }
    }

    private static func printed(_ block: GraphBlock, on screen: Screen) -> String {
        switch block {
        case .line(let line): return line + "\n"
        case .table(let heading, let words, let rows):
            var table = TextTable(heading, words: words)
            rows.forEach { table.add($0) }
            return table.text(on: screen)
        }
    }
}

extension DemoGraph {
    fileprivate static func made(_ seed: UInt64) throws(Failure) -> DemoGraph {
        do throws(GraphInputError) { return try DemoGraph(seed: seed) } catch {
            throw Failure(graph: "demo", error)
        }
    }
}

extension GraphRun {
    fileprivate func exitCode(_ codes: CodeOptions) -> ExitCode {
        outcome == .unconnected ? .unsolvable : codes.exitCode(of: Verdict(rawValue: verdict) ?? .fail)
    }
}

extension Failure {
    /// The failure to read a graph, or to answer from it.
    fileprivate init(graph file: String, _ error: GraphInputError) {
        if case .json(let error) = error, case .json(let fault) = error.reason, fault.pointer != "/schema" {
            self = .json(file: file, fault)
        } else {
            self = .graph(file: file, error)
        }
    }
}

/// Graphs, sessions and poses that give no answer.
extension Failure {
    /// A graph of frames that is refused, or gives no answer.
    static func graph(file: String, _ error: GraphInputError) -> Failure {
        Failure(
            error.isUnreadable ? .unreadable : .unsolvable, code: error.code, file: file, line: error.line,
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(visible(error.text, atMost: .max))")
    }

    static func fusion(_ error: FusionError) -> Failure {
        let (exitCode, file): (ExitCode, String?) =
            switch error {
            case .unconnected: (.unsolvable, nil)
            case .badCorner(let file, _, _): (.unreadable, file)
            case .tooFewSessions, .duplicateSession, .noSuchSession, .badNoise, .badTilt: (.usage, nil)
            }
        return Failure(
            exitCode, code: error.code, file: file,
            "\(error.code), \(visible(error.message)); \(error.remedy)")
    }

    /// Poses that determine no place of the camera.
    static func handEye(file: String, _ error: HandEyeError) -> Failure {
        Failure(
            .unsolvable, code: error.code, file: file,
            "\(fileLabel(file)): \(error.code), \(error.message); \(error.remedy)")
    }
}
