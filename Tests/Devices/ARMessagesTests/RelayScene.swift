import ARMessages
import QuadGeometry
import StrictJSON

/// A relay with clients that say what is right to say, at times of its own.
struct RelayScene {
    var relay: Relay
    var time = 1000.0
    private(set) var tokens: [Int: SessionToken] = [:]
    private var reader = MessageReader(limits: MessageLimits(size: 1 << 20))

    init(_ mode: RelayOptions.Mode = .rigid, _ change: (inout RelayOptions) -> Void = { _ in }) {
        var options = RelayOptions(mode: mode)
        change(&options)
        relay = Relay(options: options)
    }

    /// The token that a client gets unless it resumes.
    static func token(_ client: Int) -> SessionToken { SessionToken(high: 7, low: UInt64(client)) }

    mutating func join(_ client: Int, resuming: SessionToken? = nil, key: SessionToken? = nil) throws {
        tokens[client] = try relay.join(
            client, resuming: resuming, fresh: Self.token(client), key: key, at: time)
    }

    mutating func leave(_ client: Int) { relay.leave(client, at: time) }

    mutating func wait(_ seconds: Double) {
        time += seconds
        relay.tick(time)
    }

    mutating func send(
        _ client: Int, _ endpoint: String, _ transform: MessageTransform? = nil, params: JSONValue? = nil,
        token: SessionToken? = nil, isBinary: Bool = false
    ) throws {
        let message = ARMessage(
            token: token ?? tokens[client] ?? Self.token(client), endpoint: endpoint, transform: transform,
            params: params)
        relay.receive(try message.encoded(), from: client, isBinary: isBinary, at: time)
    }

    mutating func pose(_ client: Int, _ pose: RigidTransform, isBinary: Bool = false) throws {
        try send(client, "carrot_transform", MessageTransform(pose), isBinary: isBinary)
    }

    /// The messages that wait for a client.
    mutating func received(_ client: Int) throws -> [ARMessage] {
        try frames(client).flatMap { try reader.messages(in: Array($0.utf8)) }
    }

    /// The text frames that wait for a client.
    mutating func frames(_ client: Int) -> [String] {
        var frames: [String] = []
        relay.take(for: client) { frames.append(String(decoding: $0, as: UTF8.self)) }
        return frames
    }

    /// The codes of refusals that wait for a client, and of the log.
    mutating func refusals(_ client: Int) throws -> [String] {
        try received(client).filter { $0.endpoint == "carrot_error" }.compactMap {
            $0.params?["code"]?.string
        }
    }

    mutating func codes() -> [String] { relay.takeLog().map(\.code) }

    /// A room with a primary device and secondary ones that hold these poses while the primary one holds its own.
    static func room(
        _ primary: RigidTransform, _ secondaries: [RigidTransform], _ mode: RelayOptions.Mode = .rigid,
        _ change: (inout RelayOptions) -> Void = { _ in }
    ) throws -> RelayScene {
        var scene = RelayScene(mode, change)
        for client in 0...secondaries.count { try scene.join(client) }
        for (place, pose) in secondaries.enumerated() {
            try scene.pose(place + 1, pose)
            try scene.pose(0, primary)
        }
        for client in 0...secondaries.count { _ = scene.frames(client) }
        _ = scene.codes()
        return scene
    }
}
