import TestSupport
import Testing

@testable import WebSocket

@Suite("Reading frames")
struct WebSocketReaderTests {
    @Test(
        "the examples of the standard are read",
        arguments: [
            (WebSocketRole.client, "81 05 48 65 6c 6c 6f"),
            (.server, "81 85 37 fa 21 3d 7f 9f 4d 51 58"),
            (.client, "01 03 48 65 6c 80 02 6c 6f"),
        ])
    func vectors(role: WebSocketRole, hex: String) {
        let seen = SeenStream(Array(hex: hex), role)
        #expect(seen.events == [SeenEvent(event: .text, payload: Array("Hello".utf8))])
        #expect(seen.error == nil)
    }

    @Test(
        "long payloads have the heads of the standard",
        arguments: [(256, "82 7e 01 00"), (65_536, "82 7f 00 00 00 00 00 01 00 00")])
    func long(count: Int, head: String) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let seen = SeenStream(Array(hex: head) + payload, .client)
        #expect(seen.events == [SeenEvent(event: .binary, payload: payload)])
    }

    @Test("frames for control are read between fragments")
    func interleaved() {
        let bytes = Array(hex: "01 02 c3 a9 89 01 21 00 01 e2 8a 00 80 02 82 ac 88 04 03 e8 6f 6b")
        let seen = SeenStream(bytes, .client)
        #expect(
            seen.events == [
                SeenEvent(event: .ping, payload: [0x21]), SeenEvent(event: .pong, payload: []),
                SeenEvent(event: .text, payload: Array("é€".utf8)),
                SeenEvent(event: .close(.normal), payload: Array("ok".utf8)),
            ])
    }

    @Test("nothing is read behind a closing frame, nor behind an error")
    func end() throws {
        let closed = SeenStream(Array(hex: "88 00 81 01 41 f1"), .client)
        #expect(closed.events == [SeenEvent(event: .close(nil), payload: [])])
        #expect(closed.error == nil)
        var reader = WebSocketReader(.client)
        reader.append(Array(hex: "f1 00"))
        #expect(throws: WebSocketError.self) { try reader.next() }
        reader.append(Array(hex: "81 00"))
        #expect(try reader.next() == nil)
        #expect(reader.payload.isEmpty)
    }

    /// Bytes that a reader must refuse: for a client where they are not masked.
    private static let hostile: [(String, WebSocketError.Reason, Int)] = [
        ("c1 00", .reservedBits, 0), ("a1 00", .reservedBits, 0), ("91", .reservedBits, 0),
        ("83 00", .reservedOpcode(3), 0), ("8b 00", .reservedOpcode(11), 0), ("8f", .reservedOpcode(15), 0),
        ("09 00", .fragmentedControl, 0), ("08 00", .fragmentedControl, 0), ("0a", .fragmentedControl, 0),
        ("89 7e 00 7e", .longControl, 1), ("88 7e", .longControl, 1), ("8a 7f", .longControl, 1),
        ("80 00", .nothingToContinue, 0), ("00 00", .nothingToContinue, 0),
        ("81 00 80 00", .nothingToContinue, 2),
        ("01 00 81 00", .unfinishedMessage, 2), ("01 00 89 00 02 00", .unfinishedMessage, 4),
        ("81 80 00 00 00 00", .masked, 1), ("81 7e 00 7d", .longLength, 2),
        ("81 7e 00 00", .longLength, 2), ("81 7f 00 00 00 00 00 00 ff ff", .longLength, 2),
        ("81 7f 80 00 00 00 00 00 00 00", .hugeLength, 2),
        ("81 7f 7f ff ff ff ff ff ff ff", .longMessage(limit: 1 << 17), 1),
        ("81 7f 00 00 00 00 00 02 00 01", .longMessage(limit: 1 << 17), 1),
        ("88 01 03", .shortClosing, 2), ("88 02 03 e7", .badCloseCode(999), 2),
        ("88 02 03 ec", .badCloseCode(1004), 2), ("88 02 03 ed", .badCloseCode(1005), 2),
        ("88 02 03 ee", .badCloseCode(1006), 2), ("88 02 03 f7", .badCloseCode(1015), 2),
        ("88 02 0b b7", .badCloseCode(2999), 2), ("88 02 13 88", .badCloseCode(5000), 2),
        ("88 02 ff ff", .badCloseCode(65_535), 2), ("88 03 03 e8 ff", .badText, 4),
        ("88 04 03 e8 c3 28", .badText, 5), ("88 03 03 e8 c3", .badText, 5),
        ("81 01 80", .badText, 2), ("81 02 c0 80", .badText, 2), ("81 01 c3", .badText, 3),
        ("81 03 ed a0 80", .badText, 3), ("81 03 e0 9f bf", .badText, 3), ("81 04 f4 90 80 80", .badText, 3),
        ("81 04 f0 8f bf bf", .badText, 3), ("81 01 f5", .badText, 2),
        ("81 7e 00 ff 41 ff", .badText, 5), ("01 01 e2 80 01 28", .badText, 5),
        ("01 01 e2 80 01 82", .badText, 6),
        ("01 01 e2 89 00 80 01 28", .badText, 7),
    ]

    @Test("bytes against the standard are refused with the reason and the place", arguments: hostile)
    func refusals(hex: String, reason: WebSocketError.Reason, offset: Int) {
        let error = SeenStream(Array(hex: hex), .client).error
        #expect(error == WebSocketError(reason, at: offset))
        #expect(error?.message.hasPrefix("byte \(offset): ") ?? false)
    }

    @Test(
        "a server refuses frames without a mask, binary ones where texts are wanted, and long messages in fragments"
    )
    func limits() {
        #expect(SeenStream(Array(hex: "81 00"), .server).error == WebSocketError(.unmasked, at: 1))
        var limits = WebSocketLimits(messageBytes: 4)
        #expect(SeenStream([[0x82]], .client, limits).error == WebSocketError(.binary, at: 0))
        let fragments = Array(hex: "01 03 41 42 43 80 02 44 45")
        let error = SeenStream([fragments], .client, limits).error
        #expect(error == WebSocketError(.longMessage(limit: 4), at: 6))
        #expect(error?.closeCode == .messageTooBig)
        limits.messageBytes = 5
        #expect(SeenStream([fragments], .client, limits).error == nil)
        limits.messageBytes = 0
        #expect(SeenStream(Array(hex: "81 00"), .client, limits).error == nil)
    }

    @Test("every refusal closes with a code that may be sent")
    func codes() {
        let codes = Set(
            WebSocketReaderTests.hostile.map { WebSocketError($0.1, at: $0.2).closeCode.rawValue })
        #expect(codes == [1002, 1007, 1009])
        #expect(WebSocketError(.binary, at: 0).closeCode == .unsupportedData)
        #expect(CloseCode.messageTooBig.mayBeSent)
    }

    @Test("what is read does not depend on how the bytes are cut")
    func cuts() {
        let streams =
            WebSocketReaderTests.hostile.map { Array(hex: "81 03 e2 82 ac 82 01 ff 89 00 " + $0.0) }
            + [Array(hex: "01 02 c3 a9 89 01 21 00 01 e2 8a 00 80 02 82 ac 88 04 03 e8 6f 6b")]
        for bytes in streams {
            let whole = SeenStream(bytes, .client)
            #expect(SeenStream(bytes.map { [$0] }, .client, .tests) == whole, "\(bytes), byte by byte")
            for first in 0...bytes.count {
                for second in first...bytes.count {
                    let pieces = [
                        Array(bytes[..<first]), Array(bytes[first..<second]), Array(bytes[second...]),
                    ]
                    #expect(
                        SeenStream(pieces, .client, .tests) == whole, "\(bytes) cut at \(first), \(second)")
                }
            }
        }
    }

    @Test("a text is refused exactly if the standard library does not take it", arguments: Seeds.few)
    func texts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let lead: [UInt8] = [
            0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0,
            0xf1, 0xf4, 0xf5, 0xff,
        ]
        for _ in 0..<Effort.count(100_000, quick: 20_000) {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? lead.randomElement(using: &random)! : 0x80 | UInt8.random(in: 0...63, using: &random)
            }
            let isText = String(validating: text, as: UTF8.self) != nil
            let seen = SeenStream([0x81, UInt8(text.count)] + text, .client)
            #expect((seen.error == nil) == isText, "seed \(seed): \(text)")
        }
    }
}
