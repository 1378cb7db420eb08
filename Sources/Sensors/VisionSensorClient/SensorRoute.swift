internal import MarkersEndpoint
internal import VisionSensor

/// A route of a phone, and the checks of what it answers.
struct SensorRoute {
    let method: HTTPMethod
    let path: String
    /// The URL of the phone.
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
