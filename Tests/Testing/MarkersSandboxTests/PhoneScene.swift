import HTTPServer
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

/// A server with a phone, and a connection to it.
final class PhoneScene {
    let server: SandboxServer
    private let connection: RawClient

    static let request = "9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"

    init(
        _ phone: SandboxPhone? = .sample, seed: UInt64 = 1, variants: Set<Variant> = [],
        faults: [String] = [],
        tokenSeconds: Double? = nil
    ) throws {
        var options = SandboxOptions(
            seed: seed, variants: variants, faults: try faults.map { try #require(Fault($0)) },
            tokenSeconds: tokenSeconds)
        options.phone = phone
        server = try SandboxServer(options)
        connection = try RawClient(port: server.port)
    }

    deinit { server.stop() }

    /// Sends a request and holds the answer against the OpenAPI document.
    @discardableResult
    func ask(
        _ method: RequestMethod, _ path: String, _ body: String? = nil, type: String? = nil
    ) throws -> RawClient.Answer {
        var lines = ["\(method.rawValue) \(path) HTTP/1.1", "Host: 127.0.0.1:\(server.port)"]
        if let type { lines.append("Content-Type: \(type)") }
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        connection.send((lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")).utf8)
        let answer = try #require(connection.answer())
        let fields = answer.fields.map { HeaderField($0.key, $0.value) }
        try Contract.check(
            IncomingRequest(method, try RequestTarget(path), body: Array((body ?? "").utf8)),
            OutgoingResponse(answer.status, fields: fields, body: answer.body))
        return answer
    }

    /// Asks for a detection with an id, by its number.
    func detect(_ number: Int = 0) throws -> JSONValue {
        let answer = try ask(.post, "/detect", #"{"requestId":"\#(PhoneScene.identifier(number))"}"#)
        #expect(answer.status == 200)
        return try JSONValue(answer.body)
    }

    static func identifier(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}
