public import FrameGraph
internal import StrictJSON

/// The room that devices send messages through: it joins their frames by the handshake, and carries every message into the frame of each
/// recipient.
///
/// It has no sockets and no clock: its host tells what came from which connection, and when, and takes what waits for each.
public struct Relay: Sendable {
    /// The handler of an endpoint's messages.
    public typealias Handler = @Sendable (ARMessage, RelayRoom) -> RelayVerdict

    public let options: RelayOptions
    var members: [RelayMember] = []
    var places: [Int: Int] = [:]
    var frames: RoomFrames
    var handlers: [String: Handler] = [:]
    var reader: MessageReader
    /// The session of the primary device.
    public internal(set) var primary: SessionToken?
    /// The secondary devices that wait for the primary one's pose, in the order of their own; the first of them was asked for.
    var waiting: [SessionToken] = []
    var askedAt = 0.0
    var now = 0.0
    var authentications = 0
    var ways: [RelayWay] = []
    var scratch: [UInt8] = []
    var written: [Range<Int>] = []
    private var closings: [RelayClosing] = []
    private var log: [RelayEntry] = []

    public init(options: RelayOptions = RelayOptions()) {
        self.options = options
        frames = RoomFrames(mode: options.mode)
        reader = MessageReader(limits: options.limits)
    }

    /// Lets `handler` decide what becomes of the messages of an endpoint.
    public mutating func handle(_ endpoint: String, with handler: @escaping Handler) {
        handlers[endpoint] = handler
    }

    /// Takes in a connection, and returns its token.
    ///
    /// - Parameters:
    ///   - client: The host's number of the connection, which no other has.
    ///   - resuming: The token that the client named; it counts while that session is kept and has no connection.
    ///   - fresh: The token of a new session.
    ///   - time: The time, in seconds of a clock that does not run backwards.
    @discardableResult
    public mutating func join(
        _ client: Int, resuming: SessionToken? = nil, fresh: SessionToken, at time: Double
    ) throws(RelayFault) -> SessionToken {
        tick(time)
        guard places.count < options.mostClients else {
            note(.tooManyClients(limit: options.mostClients), nil)
            throw .tooManyClients(limit: options.mostClients)
        }
        let kept = resuming.flatMap { token in members.firstIndex { $0.token == token && $0.client == nil } }
        let place = kept ?? members.count
        if kept == nil { members.append(RelayMember(token: fresh)) }
        members[place].client = client
        members[place].leftAt = nil
        members[place].isClosing = false
        note(kept == nil ? "JOINED" : "RESUMED", members[place].token)
        settle()
        if primary == nil {
            elect()
        } else {
            sendBeacon(to: place)
        }
        confirm(place)
        return members[place].token
    }

    /// Ends a connection; its session is kept for a while.
    public mutating func leave(_ client: Int, at time: Double) {
        tick(time)
        guard let place = places[client] else { return }
        members[place].client = nil
        members[place].leftAt = now
        members[place].queue.removeAll()
        note("LEFT", members[place].token)
        settle()
        if members[place].token == primary { replacePrimary(isGone: false) }
    }

    /// Forgets sessions that did not come back, and asks the primary device again.
    public mutating func tick(_ time: Double) {
        guard time.isFinite, time > now else { return }
        now = time
        let gone = members.filter { $0.leftAt.map { now - $0 >= options.keep } ?? false }
        for member in gone { forget(member.token) }
        if !waiting.isEmpty, now - askedAt >= options.patience { ask() }
    }

    /// The time when ``tick(_:)`` has something to do.
    public var due: Double {
        let kept = members.compactMap(\.leftAt).min().map { $0 + options.keep } ?? .infinity
        return waiting.isEmpty ? kept : min(kept, askedAt + options.patience)
    }

    private mutating func forget(_ token: SessionToken) {
        members.removeAll { $0.token == token }
        waiting.removeAll { $0 == token }
        frames.remove(token)
        note("FORGOTTEN", token)
        settle()
        if token == primary { replacePrimary(isGone: true) }
    }

    /// Adds an edge between two devices' frames that they measured by what both have seen.
    public mutating func add(_ edge: PoseEdge) throws(RelayFault) {
        try frames.add(edge)
        settle()
    }

    /// The edges between the frames of the devices, by their tokens.
    public var edges: [PoseEdge] { frames.allEdges }

    /// Finds connections and ways again after members or frames have changed.
    mutating func settle() {
        places.removeAll(keepingCapacity: true)
        for (place, member) in members.enumerated() {
            if let client = member.client { places[client] = place }
        }
        let count = members.count
        ways = [RelayWay](repeating: .unknown, count: count * count)
        written = [Range<Int>](repeating: 0..<0, count: count)
    }

    /// The devices that are connected.
    public var room: RelayRoom {
        RelayRoom(
            devices: members.filter { $0.client != nil }.map {
                RelayRoom.Device(
                    token: $0.token, isPrimary: $0.token == primary, hasFrame: frames.isKnown($0.token))
            })
    }

    /// Gives the text frames that wait for a client to `body`, one after the other, up to a number of bytes; returns how many.
    ///
    /// What the host cannot write yet stays, so that a slow client is noticed.
    @discardableResult
    public mutating func take(
        for client: Int, atMost bytes: Int = .max, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) -> Int {
        guard let place = places[client] else { return 0 }
        var count = 0, size = 0
        while size < bytes,
            members[place].queue.takeNext({
                size += $0.count; body($0)
            })
        { count += 1 }
        return count
    }

    /// The clients for which something waits.
    public var waitingClients: [Int] { members.compactMap { $0.queue.isEmpty ? nil : $0.client } }

    /// The connections that the host is to close.
    public mutating func takeClosings() -> [RelayClosing] {
        defer { closings = [] }
        return closings
    }

    /// The entries of the log since the last call; of very many the latest.
    public mutating func takeLog() -> [RelayEntry] {
        defer { log = [] }
        return log
    }

    /// The most entries of the log that are kept until they are taken.
    public static let mostEntries = 4096

    mutating func note(_ code: String, _ token: SessionToken?, _ message: String = "") {
        if log.count >= Relay.mostEntries { log.removeFirst(Relay.mostEntries / 2) }
        log.append(RelayEntry(time: now, token: token, code: code, message: message))
    }

    mutating func note(_ fault: RelayFault, _ token: SessionToken?) {
        note(fault.code, token, fault.message)
    }

    /// Closes a client for which more waits than the limits.
    mutating func checkQueue(_ place: Int) {
        let (count, size) = (members[place].queue.count, members[place].queue.size)
        guard count > options.mostWaiting || size > options.mostWaitingBytes,
            let client = members[place].client
        else { return }
        let fault = RelayFault.tooSlow(messages: count, bytes: size)
        members[place].queue.removeAll()
        members[place].isClosing = true
        note(fault, members[place].token)
        closings.append(RelayClosing(client: client, code: 1013, reason: fault.code))
    }
}

/// The way of messages from one member to another, found once.
enum RelayWay: Sendable {
    case unknown, none
    /// Carried so, as for the member at this place.
    case carried(MessageRebaser, like: Int)
}
