internal import FrameGraph
internal import QuadGeometry

/// The frames of a room's devices, and what was measured between them.
struct RoomFrames: Sendable {
    private let mode: RelayOptions.Mode
    /// The shift of each frame to that of the room, in metres; of the rule of shifts.
    private var shifts: [SessionToken: SIMD3<Double>] = [:]
    private var edges: [PoseEdge] = []
    /// The frames that devices have, and those that only join others.
    private var known: Set<SessionToken> = []
    private var graph: PoseGraph?
    /// The number of frames that were given up for another handshake.
    private var givenUp: UInt64 = 0

    init(mode: RelayOptions.Mode) { self.mode = mode }

    func isKnown(_ token: SessionToken) -> Bool { known.contains(token) }

    /// Makes a frame of its own the first of the room.
    mutating func begin(with token: SessionToken) {
        known.insert(token)
        shifts[token] = .zero
        graph = nil
    }

    mutating func join(
        _ secondary: SessionToken, to primary: SessionToken, by handshake: Handshake, at time: Double
    ) throws(RelayFault) {
        if mode == .rigid {
            let edge: PoseEdge
            do throws(CovarianceError) {
                edge = try handshake.edge(
                    from: primary.description, to: secondary.description, label: RoomFrames.handshake,
                    time: time)
            } catch {
                throw .badEdge(code: "NO_COVARIANCE", message: "the deviations of the hands are none")
            }
            try add(edge, replacing: secondary.description)
        }
        shifts[secondary] = handshake.offset + (shifts[primary] ?? .zero)
        known.insert(secondary)
    }

    /// Adds an edge between two devices' frames that they measured; the least uncertain path counts from now on.
    mutating func add(_ edge: PoseEdge) throws(RelayFault) { try add(edge, replacing: nil) }

    private mutating func add(_ edge: PoseEdge, replacing frame: String?) throws(RelayFault) {
        var next = self
        if let frame { next.giveUp(frame) }
        next.edges.append(edge)
        do throws(PoseGraphError) {
            next.graph = try PoseGraph(next.edges, frames: known.map(\.description))
        } catch {
            throw .badEdge(code: error.code, message: error.message)
        }
        self = next
    }

    private static let handshake = "handshake", through = "through "

    /// Gives up what handshakes say of a frame, for another handshake of its device; frames that it joins stay joined to each other, through
    /// one that no device has.
    private mutating func giveUp(_ frame: String) {
        givenUp += 1
        // No device has this token: those of devices are marked as random.
        let old = SessionToken(high: 0, low: givenUp).description
        for (place, edge) in edges.enumerated() where edge.from == frame || edge.to == frame {
            guard edge.label == RoomFrames.handshake || edge.label.hasPrefix(RoomFrames.through) else {
                continue
            }
            edges[place] = PoseEdge(
                from: edge.from == frame ? old : edge.from, to: edge.to == frame ? old : edge.to,
                motion: edge.motion, covariance: edge.covariance, label: edge.label, time: edge.time)
        }
        removeEnds()
    }

    /// Forgets a device; its frame stays as long as it joins others.
    mutating func remove(_ token: SessionToken) {
        known.remove(token)
        shifts[token] = nil
        graph = nil
        if mode == .rigid { removeEnds() }
    }

    /// Takes out the frames that no device has and that join at most two others, until those left join three or more.
    private mutating func removeEnds() {
        while let frame = names.first(where: { canGo($0) }) { contract(frame) }
    }

    private var names: [String] { Set(edges.flatMap { [$0.from, $0.to] }).sorted() }

    private func canGo(_ frame: String) -> Bool {
        guard let token = SessionToken(frame), !known.contains(token) else { return false }
        return edges.count { $0.from == frame || $0.to == frame } <= 2
    }

    /// Takes out a frame of one or two edges; two become one.
    private mutating func contract(_ frame: String) {
        let here = edges.filter { $0.from == frame || $0.to == frame }
        edges.removeAll { $0.from == frame || $0.to == frame }
        guard here.count == 2 else { return }
        let first = here[0].to == frame ? here[0] : here[0].reversed
        let second = here[1].from == frame ? here[1] : here[1].reversed
        let motion = first.motion * second.motion
        // Beyond what a graph takes, the two are not joined, and the others stay so.
        guard first.from != second.to,
            motion.translation.largestMagnitude <= PoseGraph.largestTranslation
        else { return }
        edges.append(
            PoseEdge(
                from: first.from, to: second.to, motion: motion,
                covariance: first.covariance.followed(by: second.motion, second.covariance),
                label: RoomFrames.through + frame))
    }

    /// Carries messages from one device to another; `nil` if their frames are not joined.
    mutating func rebaser(from sender: SessionToken, to recipient: SessionToken) -> MessageRebaser? {
        guard known.contains(sender), known.contains(recipient) || mode == .carrot01 else { return nil }
        guard mode == .rigid else {
            guard let from = shifts[sender] else { return nil }
            // The published server writes places in the frame of the primary device for everyone.
            guard mode == .carrot else { return MessageRebaser(offset: from) }
            return shifts[recipient].map { MessageRebaser(offset: from, to: $0) }
        }
        guard sender != recipient else { return MessageRebaser(rigid: .identity) }
        if graph == nil { graph = try? PoseGraph(edges, frames: known.map(\.description)) }
        let view = try? graph?.transform(to: recipient.description, from: sender.description)
        return view.map { MessageRebaser(rigid: $0.motion) }
    }

    /// The edges, with those that were joined where a frame between them is gone.
    var allEdges: [PoseEdge] { edges }
}
