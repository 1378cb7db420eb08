import Foundation
import Markers
import MarkersClient
import Testing

@Suite("Validators of answers")
struct ValidatorTests {
    @Test(
        "are tags with their quotes, and dates where there is no tag that can be used",
        arguments: [
            (#""a""#, Validator.tag(#""a""#)), (#"W/"a""#, .tag(#"W/"a""#)), (#""""#, .tag(#""""#)),
            ("\"", .date("Sun, 06 Nov 1994 08:49:37 GMT")), ("a", .date("Sun, 06 Nov 1994 08:49:37 GMT")),
            (#""a"b""#, .date("Sun, 06 Nov 1994 08:49:37 GMT")),
            ("\"\u{7f}\"", .date("Sun, 06 Nov 1994 08:49:37 GMT")),
            ("\"" + String(repeating: "x", count: 10_000) + "\"", .date("Sun, 06 Nov 1994 08:49:37 GMT")),
        ])
    func tags(tag: String, validator: Validator) {
        #expect(
            Validator(["ETag": tag, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]) == validator)
    }

    @Test("are none where the server gives none")
    func none() {
        #expect(Validator([:]) == nil && Validator(["ETag": "", "Last-Modified": ""]) == nil)
    }

    @Test("match weakly")
    func weak() {
        #expect(
            Validator.tag(#"W/"a""#).matches(.tag(#""a""#)) && !Validator.tag(#""b""#).matches(.tag(#""a""#)))
    }

    @Test("make 304 an answer; without one it is a failure that is named")
    func unexpected() async throws {
        let transport = ScriptedTransport(try Origin("https://markers.example")) { request, _ in
            HTTPResponse(304, body: request.headers["If-None-Match"] == nil ? [] : Array("ignored".utf8))
        }
        let api = MarkersAPI(transport), session = UUID()
        #expect(try await api.markers(of: session, unless: .tag(#""a""#)) == nil)
        do {
            _ = try await api.markers(of: session)
            Issue.record("a list was made of 304")
        } catch {
            #expect(error.code == "UNEXPECTED_304")
        }
    }
}
