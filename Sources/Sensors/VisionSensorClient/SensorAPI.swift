internal import Foundation
public import MarkersEndpoint
public import VisionSensor

/// The five routes of a phone that serves detections.
///
/// No credential is ever sent, and no redirect followed. Reads are asked for again at most twice where an answer is missing, and once after
/// silence; detections under a new id each time.
///
/// ```swift
/// let phone = try Origin("http://172.20.10.1:8080")
/// let sensor = SensorAPI(try CurlTransport(phone, SensorAPI.transportOptions))
/// print(try await sensor.health().model)
/// ```
public struct SensorAPI: Sendable {
    /// The URL of the phone, without a path.
    public let url: String
    private let transport: any Transport
    private let pause: Duration
    private let makeID: @Sendable () -> String

    /// The longest time that a short answer, and a picture, may take.
    package static let timeout = Duration.seconds(5), pictureTimeout = Duration.seconds(15)
    /// The times that a read is asked for again.
    package static let mostRepeats = 2

    /// - Parameters:
    ///   - transport: the transport to the phone, which adds no credentials.
    ///   - pause: the time before a read is asked for again.
    ///   - makeID: makes the id of a request; a new UUID of version 4 by default.
    public init(
        _ transport: some BoundTransport, pause: Duration = .milliseconds(100),
        makeID: (@Sendable () -> String)? = nil
    ) {
        (self.transport, self.pause) = (transport, pause)
        self.makeID = makeID ?? { UUID().uuidString.lowercased() }
        url = transport.origin.description
    }

    /// Options of a transport to a phone: it is near, and no proxy leads to it.
    public static var transportOptions: TransportOptions {
        var options = TransportOptions()
        options.connectTimeout = timeout
        options.largestAnswer = SensorLimits.largestAnswer
        options.proxy = .none
        options.takesUnframedAnswers = true
        return options
    }

    /// Whether the phone serves, with which model, and what it does.
    public func health() async throws(SensorFailure) -> SensorHealth {
        let route = SensorRoute(.get, "/health", on: url)
        let answer = try await read { route.request() }
        return try route.reading { () throws(SensorError) in try SensorHealth(answer.body) }
    }

    /// The state of the phone.
    public func status() async throws(SensorFailure) -> SensorStatus {
        let route = SensorRoute(.get, "/status", on: url)
        let answer = try await read { route.request() }
        return try route.reading { () throws(SensorError) in try SensorStatus(answer.body) }
    }

    /// The objects in the phone's latest picture.
    public func detect() async throws(SensorFailure) -> DetectAnswer {
        let route = SensorRoute(.post, "/detect", on: url)
        var id = ""
        let answer = try await read {
            id = makeID()
            return route.request(Array(#"{"requestId":"\#(id)"}"#.utf8))
        }
        let reply = try route.reading { () throws(SensorError) in try DetectReply(answer.body, to: id) }
        return DetectAnswer(reply: reply, body: answer.body)
    }

    /// The phone's latest picture, a JPEG.
    public func capture() async throws(SensorFailure) -> [UInt8] {
        let route = SensorRoute(.post, "/capture", on: url)
        let answer = try await read {
            var request = route.request()
            request.largestAnswer = SensorLimits.largestPicture
            request.headers["Accept"] = "image/jpeg"
            return request
        }
        try route.requirePicture(answer)
        return answer.body
    }

    /// Changes settings; asked for once, since it is no read.
    public func change(_ settings: SensorSettings) async throws(SensorFailure) -> SettingsReply {
        let route = SensorRoute(.post, "/settings", on: url)
        guard let json = settings.json, !settings.fields.isEmpty else {
            throw route.failure(.noSettings)
        }
        let answer = try await once(route.request(json))
        return try route.reading { () throws(SensorError) in try SettingsReply(answer.body, to: settings) }
    }

    /// Sends a request, and again where no answer came.
    private func read(_ request: () -> HTTPRequest) async throws(SensorFailure) -> HTTPResponse {
        var repeats = 0
        while true {
            do throws(SensorFailure) { return try await once(request()) } catch {
                // A phone that is silent is so for longer than anybody waits.
                let most = error.isSilence ? 1 : SensorAPI.mostRepeats
                guard error.isPassing, repeats < most else { throw error }
                repeats += 1
                let failure = error
                do { try await Task.sleep(for: pause) } catch { throw failure }
            }
        }
    }

    private func once(_ request: HTTPRequest) async throws(SensorFailure) -> HTTPResponse {
        let route = SensorRoute(request.method, request.path, on: url)
        let timeout = request.path == "/capture" ? SensorAPI.pictureTimeout : SensorAPI.timeout
        let answer: HTTPResponse
        do throws(TransportError) { answer = try await transport.send(request, timeout: timeout) } catch {
            throw route.failure(.transport(error))
        }
        try route.requireSuccess(answer)
        return answer
    }
}

/// The reply to a request for detections, and its bytes.
public struct DetectAnswer: Hashable, Sendable {
    public let reply: DetectReply
    public let body: [UInt8]
}

/// A route of a phone, and the checks of what it answers.
struct SensorRoute {
    let method: HTTPMethod
    let path: String
    let url: String

    init(_ method: HTTPMethod, _ path: String, on url: String) {
        (self.method, self.path, self.url) = (method, path, url)
    }

    func request(_ body: [UInt8] = []) -> HTTPRequest {
        var request = HTTPRequest(
            method, path, headers: ["Accept": "application/json"], body: body,
            largestAnswer: SensorLimits.largestAnswer)
        if !body.isEmpty { request.headers["Content-Type"] = "application/json" }
        return request
    }

    func failure(_ reason: SensorFailure.Reason) -> SensorFailure {
        SensorFailure(path: path, on: url, reason)
    }

    /// Throws unless the answer is that of a phone which did as it was asked.
    func requireSuccess(_ answer: HTTPResponse) throws(SensorFailure) {
        guard answer.status != 200 else {
            let first = answer.body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard first != UInt8(ascii: "<") else { throw failure(.page) }
            return
        }
        throw failure((300..<400).contains(answer.status) ? .redirect(answer.status) : .status(answer.status))
    }

    func reading<Value>(_ read: () throws(SensorError) -> Value) throws(SensorFailure) -> Value {
        do throws(SensorError) { return try read() } catch { throw failure(.refused(error)) }
    }

    /// Throws unless the answer is a whole JPEG.
    func requirePicture(_ answer: HTTPResponse) throws(SensorFailure) {
        let type = answer.headers["Content-Type"]
        let media = type?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard media == "image/jpeg" else { throw failure(.picture(.type(type))) }
        let body = answer.body
        guard body.starts(with: [0xFF, 0xD8, 0xFF]) else { throw failure(.picture(.beginning)) }
        guard body.count >= 5, body.suffix(2) == [0xFF, 0xD9] else {
            throw failure(.picture(.end))
        }
    }
}
