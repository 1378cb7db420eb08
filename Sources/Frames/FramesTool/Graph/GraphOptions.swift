import FitReports
import FrameCodes
import FrameGraphFiles
import FrameReports
import ToolTerminal

struct GraphOptions: Sendable {
    var question = GraphQuestion()
    var turns = G2OFile.Turns.vector
    var outputFile: String?
    var reportFile: String?
    var replacesFile = false
    var isDemo = false
    var seed: UInt64?
    var printsJSON = false
    var codes = CodeOptions()
    var loudness = Loudness.normal

    static let groups = [
        OptionGroup(heading: "frames", options: frameOptions),
        OptionGroup(heading: "solution", options: solutionOptions),
        OptionGroup(heading: "input", options: inputOptions),
        OptionGroup(heading: "report", options: reportOptions),
    ]

    private static let frameOptions: [Option<GraphOptions>] = [
        Option("--from", "FRAME", "print the pose of this frame alone; needs --to", \.question.from).needs(
            "--to FRAME", "it says in which frame --from is seen"),
        Option("--to", "FRAME", "the frame in which it is seen", \.question.to)
            .needs("--from FRAME", "it says which frame is seen"),
    ]

    private static let solutionOptions: [Option<GraphOptions>] = [
        Option(
            switch: "--solve", "answer --from, and write --out, from the solution of the whole graph",
            \.question.isSolved),
        Option("--root", "FRAME", "hold this frame, at its pose if the file states one", \.question.root),
        Option(
            switch: "--robust", "let edges that miss by many deviations count less, and name them",
            \.question.isRobust),
    ]

    private static let inputOptions: [Option<GraphOptions>] = [
        Option(
            word: "--g2o-turns", "UNIT",
            "vector or quaternion: what turns of g2o's information are of (vector)", \.turns),
        Option(switch: "--demo", "a made-up square of rooms with one wrong edge, instead of FILE", \.isDemo),
        Option("--seed", "N", "the seed of the errors of --demo (1)") { (options, text) throws(BadValue) in
            options.seed = UInt64(try OptionValue.count(text))
        }.needs("--demo", "only that has a seed"),
    ]

    private static let reportOptions: [Option<GraphOptions>] =
        [
            Option(
                file: "--out", "OUT", to: "write",
                "write the graph, as g2o or JSON by the ending .g2o or .json", \.outputFile),
            Option(
                file: "--report", "OUT.html", to: "write",
                "write an HTML report: one page with a drawing and tables", \.reportFile),
            Option(switch: "--force", "let --out and --report replace a file", \.replacesFile),
            Option(
                switch: "--json", slot: CodeOptions.formSlot,
                "one JSON document, quadcal.graph/1, which this command also reads", \.printsJSON),
        ] + CodeOptions.options(of: "graph").map { Option($0, of: \.codes) }
        + Option<GraphOptions>.loudness(
            verbose: "every closure, edge and frame", quiet: "only the verdict, or only what --from asks for",
            \.loudness)

    func requireSense(for files: [String]) throws(Failure) {
        if isDemo, let file = files.first { throw .contradiction("--demo", file) }
        if let extra = files.dropFirst(2).first { throw .unwantedOperand(extra, command: "graph") }
        guard isDemo || !files.isEmpty else {
            throw .noFile(example: "quadcal graph room.g2o", isTerminal: Streams.inputIsTerminal)
        }
        guard files.count(where: { $0 == Input.standard }) < 2 else { throw .standardInputTwice }
        if let outputFile, outputFormat == nil {
            throw .badValue(
                option: "--out", value: outputFile, BadValue(expected: "a name that ends in .g2o or .json"))
        }
        try OutputFile.requireFree(
            [("--out", outputFile), ("--report", reportFile)], replaces: replacesFile)
    }

    /// The format of --out, by the ending of its name.
    var outputFormat: GraphInput.Format? {
        guard let outputFile else { return nil }
        return outputFile.hasSuffix(".g2o") ? .g2o : outputFile.hasSuffix(".json") ? .json : nil
    }
}
