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

    /// The way that the options and the first files state.
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
