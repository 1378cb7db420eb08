/// One side of an open connection as a value: bytes that came and times in, messages and bytes to send out.
///
/// ```swift
/// server.receive(client.outgoing, at: now)  // in your program, through a socket
/// client.removeOutgoing()
/// while let event = server.next(at: now) {
///     if event == .text { print(String(decoding: server.payload, as: UTF8.self)) }  // Hello
/// }
/// ```
///
/// It answers pings and closings, checks that the other side is alive, and keeps to ``WebSocketLimits``; it has neither a socket
/// nor a clock. Call ``proceed(at:)`` when ``due`` comes, and close the socket once ``isOver(at:)``.
public struct WebSocketConnection: Sendable {
    public let role: WebSocketRole
    public let limits: WebSocketLimits
    /// The phase that the connection is in.
    public private(set) var state = State.open
    /// Bytes to be sent, in order.
    public private(set) var outgoing: [UInt8] = []
    private var reader: WebSocketReader
    private var writer: WebSocketWriter
    /// The time when the last byte came, and when a message began that has not ended.
    private var heard: Double
    private var began: Double?
    private var hasPinged = false

    /// The phases of a connection.
    public enum State: Hashable, Sendable {
        case open
        /// This side has sent its closing frame and waits for the other's until this time.
        case closing(until: Double)
        /// Both have sent theirs, or one has broken the rules. Servers close the socket, clients wait for that until this time.
        case closed(until: Double)
    }

    /// Something that concerns the program that uses a connection.
    public enum Event: Hashable, Sendable {
        /// A text came, which is UTF-8: ``WebSocketConnection/payload``.
        case text
        /// A binary message came: ``WebSocketConnection/payload``.
        case binary
        /// The other side has closed. The code is nil where it gave none.
        case closed(CloseCode?, reason: String)
        /// The other side broke the rules for frames, and the connection ends.
        case failed(WebSocketError)
    }

    /// - Parameters:
    ///   - role: this side.
    ///   - limits: for the other side.
    ///   - now: seconds since an arbitrary moment, as all times here.
    ///   - masks: see ``WebSocketWriter/init(_:masks:)``.
    public init(
        _ role: WebSocketRole, limits: WebSocketLimits = WebSocketLimits(), at now: Double,
        masks: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        (self.role, self.limits, heard) = (role, limits, now)
        reader = WebSocketReader(role, limits: limits)
        writer = WebSocketWriter(role, masks: masks)
    }

    /// The bytes of the last message, until more are received.
    public var payload: ArraySlice<UInt8> { reader.payload }

    /// Takes bytes that came.
    public mutating func receive(_ bytes: some Collection<UInt8>, at now: Double) {
        if !bytes.isEmpty { (heard, hasPinged) = (now, false) }
        reader.append(bytes)
    }

    /// The next event of what has come; nil until more comes. Messages that come after this side has closed are dropped.
    public mutating func next(at now: Double) -> Event? {
        do throws(WebSocketError) {
            while let event = try reader.next() {
                if !reader.isInsideMessage { began = nil }
                switch event {
                case .ping: if state == .open { writer.addPong(reader.payload, to: &outgoing) }
                case .pong: break
                case .text: if state == .open { return .text }
                case .binary: if state == .open { return .binary }
                case .close(let code):
                    let reason = String(decoding: reader.payload, as: UTF8.self)
                    if state == .open { writer.addClose(code, to: &outgoing) }
                    state = .closed(until: now + limits.closingSeconds)
                    return .closed(code, reason: reason)
                }
            }
        } catch {
            began = nil
            if state == .open { writer.addClose(error.closeCode, reason: error.message, to: &outgoing) }
            state = .closed(until: now + limits.closingSeconds)
            return .failed(error)
        }
        if !reader.isInside { began = nil } else if began == nil { began = now }
        return nil
    }

    /// Sends a text in one frame; false once the connection is closing. It must be UTF-8, which is not checked.
    @discardableResult
    public mutating func send(text payload: some Collection<UInt8>) -> Bool {
        guard state == .open else { return false }
        writer.addText(payload, to: &outgoing)
        return true
    }

    /// Sends a binary message in one frame; false once the connection is closing.
    @discardableResult
    public mutating func send(binary payload: some Collection<UInt8>) -> Bool {
        guard state == .open else { return false }
        writer.addBinary(payload, to: &outgoing)
        return true
    }

    /// Begins to close: sends the closing frame and waits for the other side's.
    public mutating func close(_ code: CloseCode = .normal, reason: String = "", at now: Double) {
        guard state == .open else { return }
        writer.addClose(code, reason: reason, to: &outgoing)
        state = .closing(until: now + limits.closingSeconds)
    }

    /// Forgets ``outgoing``, which has been sent.
    public mutating func removeOutgoing() { outgoing.removeAll(keepingCapacity: true) }

    /// Whether the socket is to be closed, once ``outgoing`` is sent.
    public func isOver(at now: Double) -> Bool {
        switch state {
        case .open: false
        case .closing(let until): now >= until
        case .closed(let until): role == .server || now >= until
        }
    }

    /// The time when ``proceed(at:)`` has something to do even if no byte comes.
    public var due: Double {
        switch state {
        case .open:
            min(
                began.map { $0 + limits.messageSeconds } ?? .infinity,
                heard + (hasPinged ? limits.silenceSeconds : min(limits.pingSeconds, limits.silenceSeconds)))
        case .closing(let until), .closed(let until): until
        }
    }

    /// Pings a silent side, and closes for one that is silent or slow for too long.
    public mutating func proceed(at now: Double) {
        guard state == .open else { return }
        if let began, now >= began + limits.messageSeconds {
            close(.policyViolation, reason: "a message took \(limits.messageSeconds) s to arrive", at: now)
        } else if now >= heard + limits.silenceSeconds {
            close(.policyViolation, reason: "nothing came for \(limits.silenceSeconds) s", at: now)
        } else if !hasPinged, now >= heard + limits.pingSeconds {
            hasPinged = true
            writer.addPing(to: &outgoing)
        }
    }
}
