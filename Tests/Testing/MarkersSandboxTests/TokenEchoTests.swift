import Foundation
import HTTPServer
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("Errors that repeat the token")
struct TokenEchoTests {
    private static let token = "a/b+C9=\"\\~é"

    private static func body(_ variants: Set<Variant>, token: String) throws -> [UInt8] {
        let visitor = try Visitor(SandboxOptions(seed: 1, variants: variants))
        let fields = [HeaderField("authorization", "Bearer \(token)")]
        let target = try RequestTarget("/api/v1/nothing")
        return visitor.answer(IncomingRequest(.get, target, fields: fields)).body
    }

    @Test("have it plain, with JSON's escapes, and percent-encoded")
    func forms() throws {
        let token = TokenEchoTests.token
        let body = try TokenEchoTests.body([.echoTokens], token: token)
        let text = String(decoding: body, as: UTF8.self)
        #expect(text.contains(#"a\/b"#) && text.contains(#"a\u002fb\u002bC9\u003d"#))
        #expect(text.contains(#"\u0061\u002F\u0062\u002B"#) && text.contains("a%2Fb%2BC9"))
        let message = try #require(try JSONValue(body)["message"]?.string)
        #expect(message.components(separatedBy: token).count == 5)
        let decoded = message.split(separator: " ").compactMap { $0.removingPercentEncoding }
        #expect(decoded.count { $0 == token } == 6)
        #expect(!String(decoding: try TokenEchoTests.body([], token: token), as: UTF8.self).contains("C9"))
    }

    @Test("have it in plain text, too")
    func text() throws {
        let body = try TokenEchoTests.body([.echoTokens, .textErrors], token: "a/b")
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"there is no route /api/v1/nothing; the token was a\/b a\u002fb \u0061\u002F\u0062 a%2Fb %61%2f%62 a/b"#
        )
    }

    @Test("are those of faults as well")
    func faults() throws {
        let scene = try FaultScene("503:@1:before:GET", variants: [.echoTokens])
        defer { scene.server.stop() }
        scene.connection.send(
            "GET", "/api/v1/spaces", port: scene.server.port, fields: ["Authorization: Bearer a/b"])
        let answer = try #require(scene.connection.answer())
        #expect(answer.status == 503 && answer.text.contains(#"\u0061\u002F\u0062"#))
    }
}
