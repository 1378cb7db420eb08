import ARMessages
import FrameReports
import Markers
import StrictJSON
import ToolMarkers
import ToolTerminal

extension SchemaDocument {
    static let rebase = SchemaDocument(
        name: "rebase", about: "what quadcal rebase --json prints", schema: RebaseReport.schema)
}

/// The messages of a file, carried into another frame.
struct RebaseReport {
    private let options: RebaseOptions
    private let way: RebaseWay
    private let file: String
    private let sha256: String
    private let tally: MessageStream.Tally

    /// Carries every message, and writes them.
    init(carrying file: String, by way: RebaseWay, _ options: RebaseOptions) throws(Failure) {
        (self.file, self.way, self.options) = (file, way, options)
        let input = try Input.open(file)
        var stream = MessageStream(
            way.rebaser, precision: options.isFloat ? .float : .double,
            note: options.isExtended ? FrameNote(frame: options.to, covariance: way.covariance) : nil)
        try MarkerOutput(options.outputFile, replaces: options.replacesFile).write {
            (output) throws(Failure) in
            do throws(MessageStreamError) {
                try stream.carry(input.source(isDigested: options.printsJSON), to: output.sink)
            } catch {
                guard case .file(let problem) = error else { throw .messages(file: file, error) }
                throw output.failure(problem) ?? Failure(reading: file, problem)
            }
        }
        tally = stream.tally
        sha256 = input.sha256 ?? ""
    }

    /// The outcome in a line, and a remark where a pose was no rotation.
    var lines: [String] {
        let (carried, all) = (tally.carried, tally.messages)
        let rest = [
            tally.withoutTransform > 0 ? "\(tally.withoutTransform) without a transform" : nil,
            tally.reserved > 0 ? "\(tally.reserved) of the handshake" : nil,
        ].compactMap { $0 }
        let copied = rest.isEmpty ? "" : "; copied: " + rest.joined(separator: ", ")
        let error = shiftBound.map {
            ", their origin within \(MeasureText.length($0)) in 95 of 100 cases"
        }
        let verdict =
            "PASS  \(fileLabel(file)): \(carried) of \(counted(all, "message")) carried \(direction)\(error ?? "")\(copied)"
        guard way.correction > RebaseReport.roundedPose else { return [verdict] }
        return [
            verdict,
            "a pose was no rotation by up to \(MeasureText.digits(2, way.correction)), and was brought to the nearest one",
        ]
    }

    /// Single precision explains no more.
    private static let roundedPose = 1e-6

    private var direction: String {
        guard let from = options.from, let to = options.to else {
            return "to the primary device" + (method == .offset ? " by shifts alone" : "")
        }
        return "from \(visible(from)) to \(visible(to))"
    }

    private var method: MessageRebaser.Method { way.rebaser.method }
    private var turnBound: Double? { way.turnBound }
    private var shiftBound: Double? { way.shiftBound }
}

extension RebaseReport: RunDocument {
    var verdict: Verdict { .pass }
    var exitCode: ExitCode { .good }

    static let members: [DocumentMember<RebaseReport>] =
        .head("quadcal.rebase/1", verdict: "It is pass; messages that are refused end the run.") + [
            .always(
                "inputs", \.inputs, "The files that were read.",
                schema: .array(
                    FileRecord.schema(roles: ["graph", "primary", "secondary", "messages"]))),
            .always("output", \.options.output, "The file the messages were written to."),
            .always("method", \.method, "The rule that transforms were carried by."),
            .always("path", \.way.path, "The frames on the way, the new one first; empty of a handshake."),
            .always(
                "turnError", \.turnBound,
                "The turn between the frames that an error exceeds in one of twenty cases, in radians; null of shifts alone."
            ),
            .always(
                "shiftError", \.shiftBound,
                "The same of the shift, in metres."),
            .always("correction", \.way.correction, "The largest correction that made a pose a rotation."),
            .object("counts", "The number of messages, by what became of them.", counts),
        ]

    private static let counts: [DocumentMember<RebaseReport>] = [
        .always("messages", \.tally.messages, "The number of messages."),
        .always("carried", \.tally.carried, "The number that lie elsewhere now."),
        .always("withoutTransform", \.tally.withoutTransform, "The number without a transform, copied."),
        .always("reserved", \.tally.reserved, "The number of the handshake's own, copied."),
    ]

    private var inputs: [FileRecord] {
        way.files + [FileRecord(role: "messages", file: file, sha256: sha256)]
    }
}
