internal import Foundation

/// One client's connection: bytes in, requests to the sandbox, bytes out.
///
/// What is to happen later is a time in ``State``; the loop asks for ``due`` and comes back.
final class Connection {
    let socket: Socket
    private(set) var state = State.reading
    private var parser: HTTPRequestParser
    /// When the request that is arriving began, and when the last one was answered.
    private var began: Double?
    private(set) var idleSince: Double
    /// Which one it is of all that were taken.
    let number: Int
    private var hasHungUp = false
    private let limits: SandboxOptions.Limits

    enum State {
        case reading
        /// A request that is not done before this time.
        case held(HTTPRequest, number: Int, Fault, until: Double)
        /// An answer, and from when on its next byte may go; nil where it waits for room on the wire, until that time.
        case sending(Delivery, sent: Int, from: Double?, until: Double)
        /// All is said; what the client still sends is thrown away until it closes, so that no reset takes the answer back.
        case lingering(until: Double)
        case gone
    }

    private static let lingerSeconds = 1.0

    init(
        _ socket: Socket, number: Int, hosts: Set<String>, limits: SandboxOptions.Limits, at now: Double
    ) {
        (self.socket, self.number, self.limits, idleSince) = (socket, number, limits, now)
        parser = HTTPRequestParser(hosts: hosts)
    }

    /// What the loop is to wait for, as `poll` takes it; nil to leave this connection alone.
    var events: Int32? {
        switch state {
        case .reading, .lingering: POLLIN
        case .sending(_, _, let from, _): from == nil ? POLLOUT : 0
        case .held: hasHungUp ? nil : 0
        case .gone: nil
        }
    }

    var isIdle: Bool { isReading && !parser.isInside }

    /// Whether it waits for the client: for a request, or for the rest of one.
    var isReading: Bool {
        if case .reading = state { return true }
        return false
    }

    /// Since when it waits for the client.
    var waitingSince: Double { began ?? idleSince }

    /// When something is to happen though no byte comes.
    var due: Double {
        switch state {
        case .reading:
            began.map { $0 + limits.requestSeconds } ?? idleSince + limits.idleSeconds
        case .held(_, _, _, let until), .lingering(let until): until
        case .sending(_, _, let from, let until): from ?? until
        case .gone: 0
        }
    }

    /// Reads or writes what can be, and does the request that it completes.
    func wake(
        _ events: Int32, room: UnsafeMutableRawBufferPointer, _ server: Sandbox, at now: Double,
        isDraining: Bool
    ) {
        switch state {
        case .reading: receive(into: room, server, at: now, isDraining: isDraining)
        case .lingering: if case .gone = socket.read(into: room) { end() }
        case .sending: events & POLLOUT != 0 ? send(at: now) : end()
        // The client went away, but its request is on its way all the same.
        case .held: hasHungUp = true
        case .gone: break
        }
    }

    private func receive(
        into room: UnsafeMutableRawBufferPointer, _ server: Sandbox, at now: Double, isDraining: Bool
    ) {
        switch socket.read(into: room) {
        case .later: return
        case .gone: return end()
        case .some(let count):
            if began == nil { began = now }
            parser.append(room[..<count])
        }
        do throws(HTTPRefusal) {
            guard let request = try parser.next() else {
                if parser.awaitsContinue {
                    _ = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8).withUnsafeBytes(socket.write)
                }
                return
            }
            began = nil
            let number = server.nextRequest()
            let fault = server.fault(of: request, number: number)
            if let fault, case .latency(let milliseconds) = fault.kind, fault.phase == .before {
                state = .held(request, number: number, fault, until: now + Double(milliseconds) / 1000)
            } else {
                answer(request, number, fault, server, at: now, isDraining: isDraining)
            }
        } catch {
            refuse(error, server, at: now)
        }
    }

    /// Does what is due by now.
    func proceed(_ server: Sandbox, at now: Double, isDraining: Bool) {
        switch state {
        case .reading where now >= due: began == nil ? end() : refuse(.tooSlow, server, at: now)
        case .held(let request, let number, let fault, let until) where now >= until:
            answer(request, number, fault, server, at: now, isDraining: isDraining)
        case .sending(_, _, let from?, _) where now >= from: send(at: now)
        case .sending(_, _, nil, let until) where now >= until: end()
        case .lingering(let until) where now >= until: end()
        default: break
        }
    }

    private func answer(
        _ request: HTTPRequest, _ number: Int, _ fault: Fault?, _ server: Sandbox, at now: Double,
        isDraining: Bool
    ) {
        // A client that sent more than one request at once is served the first and told to come again.
        let ends = isDraining || request.endsConnection || parser.hasMore
        start(server.deliver(request, number: number, fault: fault, ends: ends), at: now)
    }

    private func refuse(_ refusal: HTTPRefusal, _ server: Sandbox, at now: Double) {
        let date = DateText.header(server.options.clock.date())
        start(
            Delivery(bytes: HTTPResponse(refusal).bytes(endsConnection: true, date: date), ending: .closes),
            at: now)
    }

    private func start(_ delivery: Delivery, at now: Double) {
        state = .sending(delivery, sent: 0, from: now + delivery.wait, until: .infinity)
        if delivery.wait == 0 { send(at: now) }
    }

    /// Sends as much as may go now.
    private func send(at now: Double) {
        guard case .sending(let delivery, var sent, _, _) = state else { return }
        while sent < delivery.bytes.count {
            let end = delivery.pause > 0 ? sent + 1 : delivery.bytes.count
            switch delivery.bytes.withUnsafeBytes({
                socket.write(UnsafeRawBufferPointer(rebasing: $0[sent..<end]))
            }) {
            case .gone: return self.end()
            case .later:
                state = .sending(delivery, sent: sent, from: nil, until: now + limits.requestSeconds)
                return
            case .some(let count): sent += count
            }
            if delivery.pause > 0, sent < delivery.bytes.count {
                state = .sending(delivery, sent: sent, from: now + delivery.pause, until: .infinity)
                return
            }
        }
        switch delivery.ending {
        case .keeps:
            state = .reading
            idleSince = now
        case .closes:
            socket.finish()
            state = .lingering(until: now + Connection.lingerSeconds)
        case .resets:
            socket.reset()
            state = .gone
        }
    }

    /// Closes the connection.
    func end() {
        if case .gone = state { return }
        socket.close()
        state = .gone
    }
}
