public import FrameGraph

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
    var questions: PoseQuestions
    var now = 0.0
    var authentications = 0
    var ways: [RelayWay] = []
    var scratch: [UInt8] = []
    var written: [Range<Int>] = []
    var forms: [RelayForm] = []
    var closings: [RelayClosing] = []
    var log: [RelayEntry] = []

    public init(options: RelayOptions = RelayOptions()) {
        self.options = options
        frames = RoomFrames(mode: options.mode)
        questions = PoseQuestions(patience: options.mode == .carrot01 ? .infinity : options.patience)
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
    ///   - resuming: The name that the client gave; the key of a session resumes it, whether its connection is known to be lost or not.
    ///   - fresh: The token of a new session.
    ///   - key: The key of a new session, told to its device alone, as `resume` of the beacon. Without one, as Carrot has it, the token is
    ///     the key, but only once the connection has closed: every device knows the tokens of all whose messages it gets.
    ///   - time: The time, in seconds of a clock that does not run backwards.
    @discardableResult
    public mutating func join(
        _ client: Int, resuming: SessionToken? = nil, fresh: SessionToken, key: SessionToken? = nil,
        at time: Double
    ) throws(RelayFault) -> SessionToken {
        tick(time)
        let kept = resuming.flatMap { name in members.firstIndex { $0.isResumed(by: name) } }
        let replaced = kept.flatMap { members[$0].client }
        guard places.count < options.mostClients || replaced != nil else {
            note(.tooManyClients(limit: options.mostClients), nil)
            throw .tooManyClients(limit: options.mostClients)
        }
        let place = kept ?? members.count
        if kept == nil { members.append(RelayMember(token: fresh, key: key)) }
        if let replaced {
            closings.append(RelayClosing(client: replaced, code: 1008, reason: Relay.takenOver))
            note(Relay.takenOver, members[place].token)
            members[place].queue.removeAll()
            if members[place].token == primary { endQuestions() }
        }
        members[place].client = client
        members[place].leftAt = nil
        members[place].isClosing = false
        if case .joined = members[place].confirmation {} else { members[place].confirmation = .pose }
        note(kept == nil ? "JOINED" : "RESUMED", members[place].token)
        settle()
        if primary == nil || isHeir(place) { elect() } else { sendBeacon(to: place) }
        confirm(place)
        return members[place].token
    }

    /// Whether a session can be resumed by a name, also where that takes the place of its connection.
    public func isResumed(by name: SessionToken) -> Bool { members.contains { $0.isResumed(by: name) } }

    private static let takenOver = "TAKEN_OVER"

    /// Whether a device that has come is to take the place of a primary one that is away.
    private func isHeir(_ place: Int) -> Bool {
        options.mode != .carrot01 && members[place].authenticated != nil && !isPrimaryHere
    }

    /// Ends a connection; its session is kept for a while if it has a frame, or waits for one.
    public mutating func leave(_ client: Int, at time: Double) {
        tick(time)
        guard let place = places[client] else { return }
        members[place].client = nil
        members[place].leftAt = now
        members[place].queue.removeAll()
        let token = members[place].token
        note("LEFT", token)
        guard token == primary else {
            // One that waits for the primary device's pose keeps its place, and finds its frame when it comes back.
            let isKept = members[place].authenticated != nil || questions.isWaiting(token)
            forget(isKept ? [] : [token])
            return forget(tooMany)
        }
        settle()
        endQuestions()
        // Nobody's frame is joined to that of one who was alone, so nothing is kept by waiting for it.
        guard members.count > 1 || options.mode == .carrot01 else { return forget([token]) }
        replacePrimary(isGone: false)
        forget(tooMany)
    }

    /// The sessions without a connection that are more than may be kept, those that left first.
    private var tooMany: [SessionToken] {
        let kept = members.filter { $0.client == nil }.sorted { $0.leftAt ?? 0 < $1.leftAt ?? 0 }
        return kept.prefix(max(kept.count - options.mostClients, 0)).map(\.token)
    }

    /// Forgets sessions that did not come back, and refuses devices that waited too long for the primary one's pose.
    public mutating func tick(_ time: Double) {
        guard time.isFinite, time > now else { return }
        now = time
        forget(members.filter { $0.leftAt.map { now >= $0 + options.keep } ?? false }.map(\.token))
        endOldQuestions()
    }

    /// The time when ``tick(_:)`` has something to do.
    public var due: Double {
        let kept = members.compactMap(\.leftAt).min().map { $0 + options.keep } ?? .infinity
        return min(kept, questions.due)
    }

    private mutating func forget(_ gone: [SessionToken]) {
        members.removeAll { gone.contains($0.token) }
        for token in gone {
            questions.remove(token, at: now)
            frames.remove(token)
            note("FORGOTTEN", token)
        }
        settle()
        guard !members.isEmpty else { return primary = nil }
        if let primary, gone.contains(primary) { replacePrimary(isGone: true) }
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
        // Filled by the next message, so that coming and going costs no more than the members.
        ways.removeAll(keepingCapacity: true)
    }

    /// The devices that are connected.
    public var room: RelayRoom {
        RelayRoom(
            devices: members.filter { $0.client != nil }.map {
                RelayRoom.Device(
                    token: $0.token, isPrimary: $0.token == primary, hasFrame: frames.isKnown($0.token))
            })
    }
}

/// The form in which a member gets the message at hand.
enum RelayForm: Sendable {
    case none
    /// As the sender wrote it.
    case document
    /// As it was written for the member at this place.
    case written(Int)
}

/// The way of messages from one member to another, found once.
enum RelayWay: Sendable {
    case unknown, none
    /// Carried so, as for the member at this place.
    case carried(MessageRebaser, like: Int)
}

/// Messages that wait for clients, and what waits for the host of a relay.
extension Relay {
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

    /// Whether something waits for a client.
    public func isWaiting(_ client: Int) -> Bool {
        places[client].map { !members[$0].queue.isEmpty } ?? false
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
    package static let mostEntries = 4096

    mutating func note(_ code: String, _ token: SessionToken?, _ message: String = "") {
        if log.count >= Relay.mostEntries { log.removeFirst(Relay.mostEntries / 2) }
        log.append(RelayEntry(time: now, token: token, code: code, message: message))
    }

    mutating func note(_ fault: RelayFault, _ token: SessionToken?) {
        note(fault.code, token, fault.message)
    }

    /// Closes a client for which more waits than the limits.
    ///
    /// To be called once the client has been given what it takes: many messages of one moment do not make a slow reader.
    public mutating func closeIfSlow(_ client: Int) {
        guard let place = places[client], members[place].isOpen,
            members[place].queue.count > options.mostWaiting
                || members[place].queue.size > options.mostWaitingBytes
        else { return }
        close(place)
    }

    /// Closes a client for which more waits than any moment brings, whatever its host does.
    @inline(__always)
    mutating func checkQueue(_ place: Int) {
        if members[place].queue.size > RelayOptions.burst * options.mostWaitingBytes { close(place) }
    }

    @inline(never)
    private mutating func close(_ place: Int) {
        let (count, size) = (members[place].queue.count, members[place].queue.size)
        guard let client = members[place].client else { return }
        let fault = RelayFault.tooSlow(messages: count, bytes: size)
        members[place].queue.removeAll()
        members[place].isClosing = true
        note(fault, members[place].token)
        closings.append(RelayClosing(client: client, code: 1013, reason: fault.code))
    }
}
