internal import ARMessages
internal import FrameGraph
internal import QuadGeometry
internal import StrictJSON

/// A relay and the sockets that it has. For the listener's thread only.
final class RelayHost: @unchecked Sendable {
    private var relay: Relay
    private let log: @Sendable (RelayEntry) -> Void
    private var generator = SystemRandomNumberGenerator()
    /// The number of sockets ever taken.
    private var taken = 0
    /// The number that each session is shown by, since tokens are nobody else's business.
    private var numbers: [SessionToken: Int] = [:]
    private var closings: [Int: RelayClosing] = [:]
    /// The time when ``proceed(at:)`` has something to do; asked for by every socket in every turn.
    private(set) var due = Double.infinity

    init(options: RelayOptions, log: @escaping @Sendable (RelayEntry) -> Void = { _ in }) {
        relay = Relay(options: options)
        self.log = log
    }

    var options: RelayOptions { relay.options }

    /// Whether a device can join, or take the place of its own lost connection.
    func hasPlace(resuming name: SessionToken?) -> Bool {
        relay.room.devices.count < options.mostClients || name.map { relay.isResumed(by: $0) } ?? false
    }

    func join(resuming: SessionToken?, at now: Double) throws(RelayFault) -> Int {
        taken += 1
        defer { settle() }
        // Devices of Carrot know of no key.
        let key = options.mode == .rigid ? SessionToken.random(using: &generator) : nil
        let token = try relay.join(
            taken, resuming: resuming, fresh: SessionToken.random(using: &generator), key: key, at: now)
        if numbers[token] == nil { numbers[token] = taken }
        return taken
    }

    func leave(_ client: Int, at now: Double) {
        relay.leave(client, at: now)
        closings[client] = nil
        settle()
    }

    func receive(
        _ bytes: UnsafeBufferPointer<UInt8>, from client: Int, isBinary: Bool = false, at now: Double
    ) {
        relay.receive(bytes, from: client, isBinary: isBinary, at: now)
        settle()
    }

    func proceed(at now: Double) {
        guard now >= due else { return }
        relay.tick(now)
        settle()
    }

    /// Whether messages wait for a socket.
    func isWaiting(_ client: Int) -> Bool { relay.isWaiting(client) }

    /// Finds whether a socket that takes no more leaves too much waiting.
    func closeIfSlow(_ client: Int) {
        relay.closeIfSlow(client)
        settle()
    }

    /// The reason why a socket is to be closed, if any.
    func closing(of client: Int) -> RelayClosing? { closings[client] }

    /// Gives the messages that wait for a socket to `body`, up to a number of bytes.
    func take(for client: Int, atMost bytes: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        relay.take(for: client, atMost: bytes, body)
    }

    /// Hears what the relay has to say to its host.
    private func settle() {
        due = relay.due
        for closing in relay.takeClosings() { closings[closing.client] = closing }
        for entry in relay.takeLog() {
            if entry.code == RelayHost.forgotten, let token = entry.token { numbers[token] = nil }
            log(entry)
        }
    }

    private static let forgotten = "FORGOTTEN"

    /// The devices by their numbers, and the transforms between their frames, as JSON.
    var health: [UInt8] {
        let devices = relay.room.devices
        let names = Dictionary(
            devices.compactMap { device in numbers[device.token].map { ("\(device.token)", $0) } },
            uniquingKeysWith: { first, _ in first })
        return JSONWriter.object(openDepth: 3, endsLine: true) { json in
            json.member("status", "ok")
            json.member("mode", relay.options.mode.rawValue)
            json.array("devices") { json in
                for device in devices {
                    json.object { json in
                        json.member("device", numbers[device.token] ?? 0)
                        json.member("primary", device.isPrimary)
                        json.member("frame", device.hasFrame)
                    }
                }
            }
            json.array("edges") { json in
                for edge in relay.edges {
                    guard let from = names[edge.from], let to = names[edge.to] else { continue }
                    json.object { json in write(edge, from, to, to: &json) }
                }
            }
        }
    }

    private func write(_ edge: PoseEdge, _ from: Int, _ to: Int, to json: inout JSONWriter) {
        let (x, y, z, shift) = edge.motion.columns
        json.member("from", from)
        json.member("to", to)
        json.array("columns") { json in
            for column in [x, y, z, shift] { json.value((0..<4).map { column[$0] }) }
        }
        json.member("sigmaMillimetres", 1000 * edge.covariance.shiftDeviation)
        json.member("sigmaDegrees", edge.covariance.turnDeviation * 180 / .pi)
    }
}
