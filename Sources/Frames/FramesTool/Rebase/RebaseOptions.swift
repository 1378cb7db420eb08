import ARMessages
import FrameGraphFiles
import StrictJSON
import ToolMarkers
import ToolTerminal

extension MessageRebaser.Method: DocumentValue {}

struct RebaseOptions: Sendable {
    var graphFile: String?
    var from, to: String?
    var isHandshake = false
    /// The distance of two devices that were held back to back, in metres.
    var gap: Double?
    var method: MessageRebaser.Method?
    var isFloat = false
    /// Whether messages say which frame they are in now, and with what certainty.
    var isExtended = false
    /// The file to write; standard output where there is none.
    var output: String?
    var replacesFile = false
    var printsJSON = false
    var isQuiet = false

    var outputFile: String? { output == Input.standard ? nil : output }

    static let groups = [
        OptionGroup(heading: "frames", options: frameOptions),
        OptionGroup(heading: "handshake", options: handshakeOptions),
        OptionGroup(heading: "output", options: outputOptions),
    ]

    private static let frameOptions: [Option<RebaseOptions>] = [
        Option(file: "--graph", "GRAPH", "the frames of devices: g2o, or JSON of quadcal graph", \.graphFile),
        Option("--from", "FRAME", "the frame that the messages are in", \.from),
        Option("--to", "FRAME", "the frame that they are carried into", \.to),
    ]

    private static let handshakeOptions: [Option<RebaseOptions>] = [
        Option(
            switch: "--handshake", "from the secondary to the primary device, by TP and TL before FILE",
            \.isHandshake
        ).excludes("--graph", "--from", "--to"),
        Option("--back-to-back-mm", "MM", "they were held back to back, cameras MM mm apart") {
            (options, text) throws(BadValue) in
            options.gap = LimitScale.millimetres.value(try OptionValue.positive(text, .millimetres))
        }.needs("--handshake", "--back-to-back-mm is about its devices"),
        Option(
            word: "--method", "RULE", "rigid, or offset: shifts alone, as the published server (rigid)",
            \.method
        ).needs("--handshake", "--method is a rule for its poses"),
    ]

    private static let outputOptions: [Option<RebaseOptions>] = [
        Option(switch: "--float", "write numbers that read back in single precision", \.isFloat),
        Option(
            switch: "--extended", "add v, frame and cov: the new frame, and the covariance of the place",
            \.isExtended),
        Option(
            file: "--out", "OUT", to: "write", "write the messages to a file, - is standard output (-)",
            \.output),
        Option(switch: "--force", "let --out replace a file", \.replacesFile),
        Option(switch: "--json", "with --out: what was carried as one JSON document", \.printsJSON),
        Option(switch: "--quiet", "print only problems", \.isQuiet),
    ]

    func requireSense(for files: [String]) throws(Failure) {
        if !isHandshake {
            guard graphFile != nil else {
                throw .neededOption(
                    "--graph GRAPH or --handshake", "it defines the transform between the frames")
            }
            guard from != nil else { throw .neededOption("--from FRAME", "the messages are in that frame") }
            guard to != nil else { throw .neededOption("--to FRAME", "the messages go into that frame") }
        }
        if method == .offset, gap != nil {
            throw .contradiction("--method offset", "--back-to-back-mm")
        }
        if method == .offset, isExtended { throw .contradiction("--method offset", "--extended") }
        let count = isHandshake ? 3 : 1
        guard files.count >= count else {
            throw .noFile(
                example: isHandshake
                    ? "quadcal rebase --handshake TP.json TL.json session.ndjson"
                    : "quadcal rebase --graph room.g2o --from tablet --to phone session.ndjson",
                isTerminal: Streams.inputIsTerminal)
        }
        if files.count > count { throw .unwantedOperand(files[count], command: "rebase") }
        guard (files + [graphFile].compactMap(\.self)).count(where: { $0 == Input.standard }) < 2 else {
            throw .standardInputTwice
        }
        guard let outputFile else {
            if printsJSON {
                throw .neededOption("--out OUT", "the messages go to standard output, so --json cannot")
            }
            return
        }
        try OutputFile.requireFree(outputFile, replaces: replacesFile, for: "--out")
    }
}
