public import ARMessages
internal import HTTPServer
public import MarkersEndpoint
public import MarkersSandbox
internal import RelayServer
internal import Synchronization

/// A transport into a sandbox of this process: the same routes, faults and log as over a socket, without one.
///
/// Each request is as on a connection of its own, so that what a fault leaves on a connection reaches nobody. Requests for WebSockets
/// are answered with an error.
///
/// ```swift
/// let transport = try SandboxTransport(SandboxOptions(seed: 1))
/// let service: any MarkersService = MarkersAPI(transport)
/// ```
public struct SandboxTransport: BoundTransport {
    /// The place where requests seem to go: this machine, at a port that nobody serves.
    public let origin: Origin
    private let sandbox: UnservedSandbox
    private let clock: any ClientClock
    private let options: TransportOptions
    private let outage = Outage()

    /// The time until which nobody is served, by the client's clock.
    private final class Outage: Sendable {
        private let end = Mutex(Duration.zero)

        func lasts(at now: Duration) -> Bool { now < end.withLock { $0 } }
        func begin(until time: Duration) { end.withLock { $0 = time } }
    }

    /// Makes a sandbox of its own.
    ///
    /// - Parameters:
    ///   - sandbox: Its contents, faults and variants; a port means nothing here.
    ///   - options: What the transport accepts of an answer.
    ///   - clock: The clock of delays and timeouts.
    public init(
        _ sandbox: SandboxOptions = SandboxOptions(), options: TransportOptions = TransportOptions(),
        clock: any ClientClock = SystemClock()
    ) throws(SandboxError) {
        self.sandbox = try UnservedSandbox(sandbox)
        (self.options, self.clock, origin) = (options, clock, Self.place)
    }

    /// The usual path of the API on this machine; the port is that of no service.
    private static let place: Origin = {
        do throws(OriginError) { return try Origin("http://127.0.0.1:1/api/v1") } catch {
            preconditionFailure("\(error.code)")
        }
    }()

    /// A transport to the root of the same sandbox, for paths such as `/sandbox/token`.
    public var root: some BoundTransport { RootedTransport(base: self) }

    /// Every write that took effect, in order.
    public var effects: [Effect] { sandbox.effects }

    /// The number of requests that have arrived.
    public var requestCount: Int { sandbox.requestCount }

    /// The latest 10,000 requests that were answered, in that order.
    public var requests: [LoggedRequest] { sandbox.requests }

    /// Every fault that reached the client, in order.
    public var faults: [FiredFault] { sandbox.faults }

    /// Lets requests meet other faults from now on; the requests that they select are counted from 1 again.
    public func meet(_ faults: [Fault]) { sandbox.meet(faults) }

    /// Has the sandbox do a request, and reads its answer as if it had come over a connection.
    public func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        try await send(request, below: origin.basePath, timeout: timeout)
    }

    fileprivate func send(
        _ request: HTTPRequest, below base: String, timeout: Duration
    ) async throws(TransportError) -> HTTPResponse {
        let request = try request.ready(options)
        guard !Task.isCancelled else { throw Self.cancelled(mayHaveArrived: false) }
        let end = clock.now + timeout
        guard !outage.lasts(at: clock.now) else {
            throw TransportError(.unreachable, mayHaveArrived: false, "the sandbox serves nobody now")
        }
        let delivery = try await delivery(of: request.bytes(below: base), by: end)
        try await pause(delivery.duration, by: end)
        switch delivery.ending {
        case .restarts(let seconds): outage.begin(until: clock.now + .seconds(seconds))
        case .keeps, .closes, .resets, .upgrades: break
        }
        return try AnswerReading.answer(in: delivery.bytes, to: request, options)
    }

    /// The bytes that a connection would carry back.
    private func delivery(
        of bytes: [UInt8], by end: Duration
    ) async throws(TransportError) -> Delivery {
        var parser = RequestParser()
        parser.append(bytes)
        let arrived: IncomingRequest?
        do throws(RequestRefusal) { arrived = try parser.next() } catch {
            return sandbox.delivery(refusing: error)
        }
        guard let arrived else {
            throw TransportError(.invalidRequest, mayHaveArrived: false, "the request has no end")
        }
        let answer = sandbox.answer(to: arrived)
        let work = Work(answer)
        do throws(TransportError) { try await pause(.seconds(answer.delay), by: end) } catch {
            // A server does what it has begun, whether or not the client still waits.
            _ = work.done()
            throw error
        }
        return work.done()
    }

    /// Waits, but no longer than until the end.
    private func pause(_ duration: Duration, by end: Duration) async throws(TransportError) {
        guard duration > .zero else { return }
        let rest = max(end - clock.now, .zero)
        do { try await clock.sleep(for: min(duration, rest)) } catch {
            throw Self.cancelled(mayHaveArrived: true)
        }
        guard duration <= rest else {
            throw TransportError(.timeout, mayHaveArrived: true, "the sandbox did not answer in time")
        }
    }

    private static func cancelled(mayHaveArrived: Bool) -> TransportError {
        TransportError(.cancelled, mayHaveArrived: mayHaveArrived, "the task was cancelled")
    }

    /// The work of an answer, for the one task that has it.
    private struct Work: @unchecked Sendable {
        private let answer: Answer

        init(_ answer: Answer) { self.answer = answer }

        func done() -> Delivery { answer.work(false) }
    }
}

/// The same sandbox without the path of its API.
private struct RootedTransport: BoundTransport {
    let base: SandboxTransport

    var origin: Origin { base.origin }

    func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        try await base.send(request, below: "", timeout: timeout)
    }
}

extension Delivery {
    /// The time until the last byte has come.
    fileprivate var duration: Duration { .seconds(delay + interval * Double(max(bytes.count - 1, 0))) }
}

extension HTTPRequest {
    /// The request as a connection carries it.
    fileprivate func bytes(below base: String) -> [UInt8] {
        var text = "\(method.rawValue) \(base)\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        for field in headers.fields { text += "\(field.name): \(field.value)\r\n" }
        if !body.isEmpty || method != .get { text += "Content-Length: \(body.count)\r\n" }
        return Array((text + "\r\n").utf8) + body
    }
}

/// The reading of an answer from all the bytes that a connection carried, by the rules of every transport.
enum AnswerReading {
    /// The answer, or the reason why the bytes are none.
    static func answer(
        in bytes: [UInt8], to request: HTTPRequest, _ options: TransportOptions
    ) throws(TransportError) -> HTTPResponse {
        guard !bytes.isEmpty else {
            throw TransportError(
                .connectionLost, mayHaveArrived: true, "the connection ended before there was an answer")
        }
        var intake = AnswerIntake(for: request, options), rest = bytes[...], length: Int?
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[...end]
            rest = rest[(end + 1)...]
            try take(line) { (part) throws(TransportError) in try intake.take(line: part) }
            length = length ?? Self.length(in: line)
            guard line.count > 2 else {
                // What is beyond the stated length belongs to no answer.
                let body = rest.prefix(length ?? rest.count)
                if !body.isEmpty {
                    try take(body) { (part) throws(TransportError) in try intake.take(body: part) }
                }
                return try intake.whole()
            }
        }
        return try intake.whole()
    }

    private static func take(
        _ part: ArraySlice<UInt8>,
        _ body: (UnsafeRawBufferPointer) throws(TransportError) -> Void
    ) throws(TransportError) {
        // Pointers to arrays rethrow any error, so the result is carried out by hand.
        let result: Result<Void, TransportError> = part.withUnsafeBytes { bytes in
            do throws(TransportError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// The number in a line that states the length of the body.
    private static func length(in line: ArraySlice<UInt8>) -> Int? {
        let words = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "content-length" else { return nil }
        return Int(words[1].filter(\.isNumber))
    }
}

extension HostedRelay: HostedRoom {}

extension SandboxRoom {
    /// A room whose relay joins frames by these rules.
    ///
    /// ```swift
    /// var options = SandboxOptions()
    /// options.room = .relay(.rigid)
    /// ```
    public static func relay(_ mode: RelayOptions.Mode) -> SandboxRoom {
        SandboxRoom { HostedRelay(RelayOptions(mode: mode)) }
    }
}
