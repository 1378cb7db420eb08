import Foundation
import Markers
import TestSupport
import Testing

@testable import MarkersEndpoint

@Suite("A secret in a server's error answer")
struct SecretFormsTests {
    /// Every character that some escape is commonly used for.
    private static let secret = #"aZ09+/=.-_~:&"'<>\%{}"#

    /// The ways to write one character.
    private static let forms: [@Sendable (UInt8) -> String] = [
        { String(UnicodeScalar($0)) },
        { #"\u00"# + hex($0) }, { #"\u00"# + hex($0).uppercased() }, { #"\x"# + hex($0) },
        { "%" + hex($0) }, { "%" + hex($0).uppercased() },
        { "&#\($0);" }, { "&#00\($0);" }, { "&#x\(hex($0));" }, { "&#X0\(hex($0).uppercased());" },
    ]

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    /// The secret with its punctuation, or all of it, in one form.
    private static func written(
        _ secret: String = secret, whole: Bool, _ form: @Sendable (UInt8) -> String
    ) -> String {
        secret.utf8.map { byte in
            let isPlain = Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
            return isPlain && !whole ? String(UnicodeScalar(byte)) : form(byte)
        }.joined()
    }

    /// With all names tried on every ampersand, this took half a minute.
    @Test(
        "is found behind text that only looks like escapes", arguments: ["&", "&#38;", "&amp;", "%25", "\\"])
    func lookalikes(text: String) {
        let noise = String(repeating: text, count: 4000)
        #expect(SecretForms("sesame+7").hidden(in: noise + " sesame%2B7") == noise + " (hidden)")
    }

    @Test("is hidden in every form that decodes to it", arguments: [false, true])
    func forms(whole: Bool) {
        for form in Self.forms {
            let text = Self.written(whole: whole, form)
            #expect(
                SecretForms(Self.secret).hidden(in: "no \(text), \(text)!") == "no (hidden), (hidden)!",
                "\(text)")
            // Escaped once more, as an answer that quotes another does.
            for outer in Self.forms {
                let twice = Self.written(text, whole: false, outer)
                #expect(SecretForms(Self.secret).hidden(in: "<\(twice)>") == "<(hidden)>", "\(twice)")
            }
        }
    }

    @Test("is hidden where each character is written in a form of its own", arguments: Seeds.few)
    func mixed(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text = Self.secret.utf8.map { byte in
                (Self.forms.randomElement(using: &random) ?? { _ in "" })(byte)
            }.joined()
            #expect(SecretForms(Self.secret).hidden(in: "[\(text)]") == "[(hidden)]", "seed \(seed): \(text)")
        }
    }

    @Test("is hidden with the short escapes of JSON and the names of markup")
    func shortForms() {
        for (secret, text) in [
            ("a/b", #"a\/b"#), ("a\"b", #"a\"b"#), (#"a\b"#, #"a\\b"#), ("a/b", #"a\\\/b"#),
            ("a&b", "a&amp;b"), ("a<b>", "a&lt;b&gt;"), ("a/b+c=", "a&sol;b&plus;c&equals;"),
            ("a\"'", "a&quot;&apos;"),
            ("a/b", "a&amp;sol;b"), ("%2B", "%2B"), ("%2B", "%252B"), ("%2B/", #"%2B\/"#),
        ] {
            #expect(SecretForms(secret).hidden(in: "-\(text)-") == "-(hidden)-", "\(secret) as \(text)")
        }
    }

    @Test("is not found where it is not")
    func others() {
        for text in [
            "", "a", "a%2", "a%", "a\\", #"a\u002"#, #"a\u012Fb"#, "a&#47", "a&#x2Fb", "a&#303;b", "a%2",
            "A/b", "a/", "/b",
        ] {
            #expect(SecretForms("a/b").hidden(in: text) == text, "\(text)")
        }
        #expect(SecretForms("aab").hidden(in: "aaab aabaab") == "a(hidden) (hidden)(hidden)")
    }

    @Test("is in none of the texts made of the answer", arguments: ["canary+7f3a/9c41==", "canary-7f3a"])
    func answers(secret: String) async throws {
        let origin = try Origin("https://api.example")
        for form in Self.forms {
            let text = Self.written(secret, whole: false, form)
            for body in [
                text, #"{"message":"no \#(text)"}"#, #"{"error":"\#(text.replacing("/", with: "\\/"))"}"#,
                "<p>\(text)</p>",
            ] {
                let scripted = ScriptedTransport(origin) { _, _ in
                    HTTPResponse(
                        400, headers: ["X-Echo": text, "Location": "/?\(text)"], body: Array(body.utf8))
                }
                let transport = try AuthorizedTransport(
                    scripted, Credentials(field: "X-Api-Key", Secret(secret), for: origin))
                let answer = try await transport.send(HTTPRequest(.get, "/"), timeout: .seconds(1))
                let message = ServerMessage(answer.body)
                for shown in [message.error, message.message, message.text, answer.headers["x-echo"]] {
                    for decoded in [shown, shown?.removingPercentEncoding].compactMap(\.self) {
                        #expect(!decoded.contains(secret), "\(body)")
                    }
                }
            }
        }
    }
}
