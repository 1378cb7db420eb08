import ARMessages
import FrameGraph
import FrameGraphFiles
import FrameReports
import Markers
import QuadGeometry
import StrictJSON
import ToolCommands
import ToolMarkers
import ToolTerminal

/// The way from one frame to the other, and the files that it was read from.
struct RebaseWay {
    let rebaser: MessageRebaser
    /// The frames that it leads through; empty of a handshake.
    private(set) var path: [String] = []
    /// The turn in radians and the shift in metres that an error exceeds in one of twenty cases; `nil` of the rule of shifts.
    var turnBound: Double? { covariance?.turnBound }
    var shiftBound: Double? { covariance?.shiftBound }
    /// The uncertainty of the motion, where it is known.
    private(set) var covariance: EdgeCovariance?
    /// The largest correction that made a pose a rotation.
    private(set) var correction = 0.0
    let files: [FileRecord]

    init(_ options: RebaseOptions, _ files: [String]) throws(Failure) {
        if options.isHandshake {
            try self.init(primary: files[0], secondary: files[1], options)
        } else {
            try self.init(
                graph: options.graphFile ?? "", from: options.from ?? "", to: options.to ?? "")
        }
    }

    private init(graph file: String, from: String, to: String) throws(Failure) {
        let input = try Command.graphInput(file, .vector)
        for (option, name) in [("--from", from), ("--to", to)] where !input.graph.frames.contains(name) {
            throw .badValue(
                option: option, value: name,
                BadValue(
                    expected: "the name of a frame of the graph",
                    nearest: nearest(to: name, among: input.graph.frames)))
        }
        do throws(PoseGraphError) {
            let view = try input.graph.transform(to: to, from: from)
            rebaser = MessageRebaser(rigid: view.motion)
            path = view.path
            covariance = view.covariance
        } catch { throw .graph(file: file, .graph(error)) }
        files = [FileRecord(role: "graph", file: file, sha256: input.sha256)]
    }

    private init(primary: String, secondary: String, _ options: RebaseOptions) throws(Failure) {
        let (first, second) = (try Pose(primary, options), try Pose(secondary, options))
        let placement = options.gap.flatMap { DevicePlacement.backToBack(gap: $0) } ?? .samePlace
        let handshake = Handshake(primary: first.pose, secondary: second.pose, placement: placement)
        let method = options.method ?? .rigid
        rebaser = MessageRebaser(handshake, method: method)
        correction = max(first.pose.correction, second.pose.correction)
        files = [
            FileRecord(role: "primary", file: primary, sha256: first.sha256),
            FileRecord(role: "secondary", file: secondary, sha256: second.sha256),
        ]
        guard method == .rigid else { return }
        let edge = try? handshake.edge(from: "primary", to: "secondary")
        covariance = edge?.covariance
    }

    /// The pose that the one message of a file carries.
    private struct Pose {
        let pose: DevicePose
        let sha256: String

        init(_ file: String, _ options: RebaseOptions) throws(Failure) {
            let bytes = try Input.bytes(of: file)
            sha256 = SHA256.hex(of: bytes[...])
            var reader = MessageReader()
            let message: ARMessage
            do throws(MessageError) { message = try reader.message(bytes) } catch {
                throw .messages(file: file, .refused(error, line: error.line, column: error.column))
            }
            guard let transform = message.transform else { throw .handshake(file: file, .noTransform) }
            do throws(HandshakeError) {
                let pose = try DevicePose(transform)
                guard pose.hasRotation || options.method == .offset else { throw HandshakeError.noRotation }
                self.pose = pose
            } catch { throw .handshake(file: file, error) }
        }
    }
}

extension SchemaDocument {
    static let rebase = SchemaDocument(
        name: "rebase", about: "what quadcal rebase --json prints", schema: RebaseReport.schema)
}

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
