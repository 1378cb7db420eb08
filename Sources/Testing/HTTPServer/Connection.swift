#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// One client's connection: bytes in, requests to the handler, bytes out.
///
/// Work for later has its time in ``State``; the loop waits until the earliest ``due``.
final class Connection {
    let socket: Socket
    private let handler: any RequestHandler
    var state = State.reading
    private var parser: RequestParser
    /// The time when the request that is arriving began.
    private var began: Double?
    /// The time when the last request was answered.
    private var idleSince: Double
    /// The place among all connections ever taken.
    let number: Int
    private let peer: PeerAddress
    private var hasHungUp = false
    /// The bytes that an earlier delivery left for the next one.
    private var leftover = Leftover.none
    /// Whether bytes were sent that no request had asked for.
    private var hasSurplus = false
    /// The seconds for which the whole server refuses connections, once an answer says so.
    private(set) var outage: Double?
    private let limits: ListenerLimits

    enum State {
        case reading
        /// A request whose work does not begin before this time.
        case held(IncomingRequest, Answer, until: Double)
        /// An answer, and the time from which its next byte may go; nil while there is no room on the wire, until that time.
        case sending(Delivery, sent: Int, from: Double?, until: Double)
        /// All is sent; what the client still sends is discarded until it closes, so that no reset destroys the answer.
        case lingering(until: Double)
        /// It speaks another protocol.
        case upgraded(any UpgradedHandler, UpgradedLine)
        case gone
    }

    private enum Leftover {
        case none
        /// Bytes to be sent ahead of the next answer.
        case ahead([UInt8])
        /// Bytes to be sent in the place of the next answer, which is then left over itself.
        case instead([UInt8])
    }

    /// Whether there is room for another answer, by ``ListenerLimits/unreadBytes``, and what a lack of it means.
    enum Room {
        case some, none
        /// None, and requests wait for it: clients that do not read are in their way.
        case wanted
    }

    static let lingerSeconds = 1.0

    init(
        _ socket: Socket, number: Int, rules: RequestRules, limits: ListenerLimits,
        handler: any RequestHandler, at now: Double
    ) {
        (self.socket, self.number, self.limits, self.handler) = (socket, number, limits, handler)
        (idleSince, peer) = (now, socket.peer)
        parser = RequestParser(rules.reached(at: socket.own, port: socket.port))
    }

    /// The events for `poll` to wait for; nil to leave this connection alone.
    var events: Int32? {
        switch state {
        case .reading, .lingering: POLLIN
        case .sending(_, _, let from, _): from == nil ? POLLOUT : 0
        case .held: hasHungUp ? nil : 0
        case .upgraded(_, let line): line.isBlocked ? POLLIN | POLLOUT : POLLIN
        case .gone: nil
        }
    }

    var isIdle: Bool { isReading && !parser.isInside }

    /// Whether it waits for its client: for a request, or for the rest of one.
    var isReading: Bool {
        if case .reading = state { return true }
        return false
    }

    var waitingSince: Double { began ?? idleSince }

    /// Whether a request waits only for room for its answer.
    func waitsForRoom(at now: Double) -> Bool {
        if case .held(_, _, let until) = state { now >= until } else { false }
    }

    /// The bytes that the answer on its way holds.
    var unread: Int {
        if case .sending(let delivery, _, _, _) = state { delivery.bytes.count } else { 0 }
    }

    /// The bytes that it holds of a request that is not complete.
    var incoming: Int { isReading ? parser.size : 0 }

    /// The time when something is to happen even if no byte comes.
    func due(_ room: Room) -> Double {
        switch state {
        case .reading:
            began.map { $0 + limits.requestSeconds } ?? idleSince + limits.idleSeconds
        case .held(_, _, let until): room == .some ? until : .infinity
        case .lingering(let until): until
        case .sending(_, _, let from?, _): from
        case .sending(_, _, nil, let until):
            room == .wanted ? until - limits.requestSeconds + limits.stallSeconds : until
        case .upgraded(let handler, let line): min(handler.due, line.due)
        case .gone: 0
        }
    }

    /// Reads or writes what is possible now, and has the request done that this completes.
    func wake(_ events: Int32, room: UnsafeMutableRawBufferPointer, at now: Double) {
        switch state {
        case .reading: receive(into: room, at: now)
        case .lingering: if case .gone = socket.read(into: room) { end() }
        case .sending: events & POLLOUT != 0 ? send(at: now) : end()
        // The client went away, but its request will be done anyway.
        case .held: hasHungUp = true
        case .upgraded(let handler, let line):
            if events & POLLOUT != 0 { line.unblock() }
            if events & ~POLLOUT != 0 { receive(into: room, for: handler, line, at: now) }
        case .gone: break
        }
    }

    private func receive(into room: UnsafeMutableRawBufferPointer, at now: Double) {
        switch socket.read(into: room) {
        case .later: return
        case .gone: return end()
        case .some(let count):
            parser.append(room[..<count])
            takeRequest(at: now)
        }
    }

    /// Has the next request done, if all of it is there.
    private func takeRequest(at now: Double) {
        if began == nil { began = now }
        do throws(RequestRefusal) {
            guard var request = try parser.next() else {
                if parser.awaitsContinue {
                    _ = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).withUnsafeBytes(socket.write)
                }
                return
            }
            began = nil
            request.peer = peer
            let answer = handler.answer(to: request)
            state = .held(request, answer, until: now + answer.delay)
        } catch {
            // Nothing of it is kept while the answer goes out.
            _ = parser.takeRest()
            start(handler.delivery(refusing: error), at: now)
        }
    }

    /// Sends nothing more, and waits for the client to close.
    func linger(at now: Double) {
        socket.finish()
        state = .lingering(until: now + Connection.lingerSeconds)
    }

    /// Ends so that the client sees a reset.
    func reset() {
        socket.reset()
        state = .gone
    }

    /// Does what is due by now.
    func proceed(at now: Double, _ room: Room, isDraining: Bool) {
        guard now >= due(room) else { return }
        switch state {
        case .reading: began == nil ? end() : start(handler.delivery(refusing: .tooSlow), at: now)
        case .held(let request, let answer, _): begin(answer, to: request, at: now, isDraining: isDraining)
        case .sending(_, _, .some, _): send(at: now)
        case .sending, .lingering: end()
        case .upgraded, .gone: break
        }
    }

    private func begin(_ answer: Answer, to request: IncomingRequest, at now: Double, isDraining: Bool) {
        // A client that sent more than one request at once gets the first answered and must connect again, unless it took
        // what it had not asked for as an answer.
        let hasSentAhead = parser.hasMore && !hasSurplus
        start(answer.work(isDraining || request.endsConnection || hasSentAhead), at: now)
    }

    private func start(_ delivery: Delivery, at now: Double) {
        var delivery = delivery
        switch leftover {
        case .none: break
        case .ahead(let bytes):
            delivery.bytes.insert(contentsOf: bytes, at: 0)
            leftover = .none
        case .instead(let bytes):
            leftover = .instead(delivery.bytes)
            delivery.bytes = bytes
        }
        state = .sending(delivery, sent: 0, from: now + delivery.delay, until: .infinity)
        if delivery.delay == 0 { send(at: now) }
    }

    /// Sends as much as may go now.
    private func send(at now: Double) {
        guard case .sending(let delivery, var sent, _, _) = state else { return }
        while sent < delivery.bytes.count {
            let end = delivery.interval > 0 ? sent + 1 : delivery.bytes.count
            switch delivery.bytes.withUnsafeBytes({
                socket.write(UnsafeRawBufferPointer(rebasing: $0[sent..<end]))
            }) {
            case .gone: return self.end()
            case .later:
                state = .sending(delivery, sent: sent, from: nil, until: now + limits.requestSeconds)
                return
            case .some(let count): sent += count
            }
            if delivery.interval > 0, sent < delivery.bytes.count {
                state = .sending(delivery, sent: sent, from: now + delivery.interval, until: .infinity)
                return
            }
        }
        if case .none = delivery.surplus {} else { hasSurplus = true }
        switch delivery.surplus {
        case .none: break
        case .copy(let pause):
            var copy = Delivery(delivery.bytes, ending: delivery.ending)
            copy.delay = pause
            return start(copy, at: now)
        case .copyWithNext: leftover = .ahead(delivery.bytes)
        case .oneBehind: leftover = .instead(delivery.bytes)
        }
        switch delivery.ending {
        case .keeps:
            state = .reading
            idleSince = now
            if parser.hasMore { takeRequest(at: now) }
        case .closes: linger(at: now)
        case .resets: reset()
        // The listener ends all connections once it refuses new ones.
        case .restarts(let seconds): outage = seconds
        case .upgrades(let handler):
            let line = UpgradedLine()
            state = .upgraded(handler, line)
            handler.opened(line, at: now)
            // Bytes that came behind the request belong to what follows it.
            let rest = parser.takeRest()
            if !rest.isEmpty { rest.withUnsafeBytes { handler.receive($0, at: now) } }
        }
    }

    func end() {
        if case .gone = state { return }
        if case .upgraded(let handler, _) = state { handler.closed(at: SystemClock.elapsed) }
        socket.close()
        state = .gone
    }
}

/// The bytes that answer a request, when they are sent, and what happens to the connection after them.
///
/// They may be anything: a server that imitates failures sends half an answer, or none and a reset.
package struct Delivery: Sendable {
    package var bytes: [UInt8]
    /// Seconds before the first byte.
    package var delay = 0.0
    /// Seconds between one byte and the next; 0 sends all at once.
    package var interval = 0.0
    package var surplus = Surplus.none
    package var ending: Ending

    /// The bytes that are sent without having been asked for.
    package enum Surplus: Sendable {
        case none
        /// All bytes once more, this many seconds after the last one.
        case copy(after: Double)
        /// All bytes once more, ahead of the next answer on the connection.
        case copyWithNext
        /// From now on each request on the connection gets the answer to the one before it; this one gets its own.
        case oneBehind
    }

    /// The state of the connection after the last byte.
    package enum Ending: Sendable {
        case keeps, closes, resets
        /// All connections end, and new ones are refused for so many seconds, as if the process started again.
        case restarts(after: Double)
        /// The connection speaks another protocol from now on.
        case upgrades(any UpgradedHandler)
    }

    package init(_ bytes: [UInt8] = [], ending: Ending) { (self.bytes, self.ending) = (bytes, ending) }
}

/// The part of a server that knows what requests mean.
package protocol RequestHandler: Sendable {
    /// Says how a request is answered. The listener's thread calls this, and serves nobody else meanwhile.
    func answer(to request: IncomingRequest) -> Answer

    /// Answers bytes that are no request; the connection must end with it.
    func delivery(refusing refusal: RequestRefusal) -> Delivery
}

/// The work that answers a request, and the time when it begins.
package struct Answer {
    /// Seconds before ``work`` is called, which happens even if the client is gone by then.
    package var delay: Double
    /// Does what the request asks for. Its parameter is whether the connection ends with the delivery.
    package var work: (_ endsConnection: Bool) -> Delivery

    package init(after delay: Double = 0, _ work: @escaping (_ endsConnection: Bool) -> Delivery) {
        (self.delay, self.work) = (delay, work)
    }
}

/// The work of a connection that speaks another protocol.
extension Connection {
    /// The most times that one turn asks what follows an upgrade for more to send, once all was sent.
    private static let mostRounds = 16

    /// Reads bytes for what follows an upgrade.
    func receive(
        into room: UnsafeMutableRawBufferPointer, for handler: any UpgradedHandler, _ line: UpgradedLine,
        at now: Double
    ) {
        switch socket.read(into: room) {
        case .later: return
        case .gone: end()
        case .some(let count):
            if !line.isEnding { handler.receive(UnsafeRawBufferPointer(rebasing: room[..<count]), at: now) }
        }
    }

    /// Has what follows an upgrade do its part of a turn, and sends what that has to say, until it has no more or the client takes no more:
    /// only then is known whether the client keeps it waiting.
    func proceedUpgraded(at now: Double) {
        for _ in 0..<Connection.mostRounds {
            guard case .upgraded(let handler, let line) = state else { return }
            if !line.isEnding { handler.proceed(at: now) }
            flush(handler, line, at: now)
            guard line.unsentBytes == 0, !line.isEnding, handler.due <= now else { return }
        }
    }

    /// Sends the bytes of this turn after an upgrade.
    private func flush(_ handler: any UpgradedHandler, _ line: UpgradedLine, at now: Double) {
        guard line.flush(to: socket, at: now) else { return end() }
        guard let ending = line.ending(at: now) else { return }
        handler.closed(at: now)
        switch ending {
        case .closes: linger(at: now)
        case .resets: reset()
        }
    }

    /// Lets what follows an upgrade say goodbye.
    func drain(at now: Double) {
        if isIdle { end() }
        if case .upgraded(let handler, _) = state { handler.drain(at: now) }
    }
}
