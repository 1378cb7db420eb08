import TestSupport
import Testing

@testable import WebSocket

@Suite("Writing frames")
struct WebSocketWriterTests {
    /// A generator that gives the mask of the standard's example.
    struct ExampleMask: RandomNumberGenerator, Sendable {
        mutating func next() -> UInt64 { 0x3d21_fa37 }
    }

    @Test("the examples of the standard are written")
    func vectors() {
        var server = WebSocketWriter(.server), bytes: [UInt8] = []
        server.addText("Hello".utf8, to: &bytes)
        #expect(bytes == Array(hex: "81 05 48 65 6c 6c 6f"))
        var client = WebSocketWriter(.client, masks: ExampleMask())
        bytes = []
        client.addText("Hello".utf8, to: &bytes)
        #expect(bytes == Array(hex: "81 85 37 fa 21 3d 7f 9f 4d 51 58"))
        bytes = []
        server.add(fragments: ["Hel".utf8, "lo".utf8], isText: true, to: &bytes)
        #expect(bytes == Array(hex: "01 03 48 65 6c 80 02 6c 6f"))
        for (count, head) in [
            (125, "82 7d"), (126, "82 7e 00 7e"), (256, "82 7e 01 00"), (65_535, "82 7e ff ff"),
            (65_536, "82 7f 00 00 00 00 00 01 00 00"),
        ] {
            bytes = []
            server.addBinary([UInt8](repeating: 7, count: count), to: &bytes)
            #expect(bytes.dropLast(count).elementsEqual(Array(hex: head)), "\(count) bytes")
        }
    }

    @Test("what is written is read back, in both directions and in any pieces", arguments: Seeds.few)
    func identity(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<Effort.count(500, quick: 60) {
            let role = WebSocketRole.allCases.randomElement(using: &random)!
            var writer = WebSocketWriter(role, masks: SeededGenerator(seed: seed, sample: round))
            var bytes: [UInt8] = [], wanted: [SeenEvent] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let size = [0, 1, 7, 8, 125, 126, 300, 70_000].randomElement(using: &random)!
                let text = (0..<size).map { _ in UInt8.random(in: 0x20...0x7e, using: &random) }
                switch Int.random(in: 0..<5, using: &random) {
                case 0:
                    writer.addText(text, to: &bytes)
                    wanted.append(SeenEvent(event: .text, payload: text))
                case 1:
                    writer.addBinary(text, to: &bytes)
                    wanted.append(SeenEvent(event: .binary, payload: text))
                case 2:
                    writer.addPing(text, to: &bytes)
                    wanted.append(SeenEvent(event: .ping, payload: Array(text.prefix(125))))
                case 3:
                    writer.addPong(text, to: &bytes)
                    wanted.append(SeenEvent(event: .pong, payload: Array(text.prefix(125))))
                default:
                    let euros = Array(String(repeating: "€", count: size / 3).utf8)
                    let cut = Int.random(in: 0...euros.count, using: &random)
                    writer.add(fragments: [euros[..<cut], [], euros[cut...]], isText: true, to: &bytes)
                    wanted.append(SeenEvent(event: .text, payload: euros))
                }
            }
            writer.addClose(.goingAway, reason: "bye", to: &bytes)
            wanted.append(SeenEvent(event: .close(.goingAway), payload: Array("bye".utf8)))
            var pieces: [[UInt8]] = [], rest = bytes[...]
            while !rest.isEmpty {
                let count = [1, 2, 13, 1_000, 65_536].randomElement(using: &random)!
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            let seen = SeenStream(pieces, role.other, .tests)
            #expect(seen.events == wanted, "seed \(seed), round \(round)")
            #expect(seen.error == nil, "seed \(seed), round \(round)")
        }
    }

    @Test("a mask applied twice changes nothing, from any place on")
    func involution() {
        var random = SeededGenerator(seed: Seeds.first)
        for count in 0...40 {
            let mask = FrameMask(word: UInt32(truncatingIfNeeded: random.next()))
            let plain = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let simple = plain.enumerated().map { place, byte in
                byte ^ UInt8(truncatingIfNeeded: mask.word >> UInt32(8 * (place % 4)))
            }
            for cut in 0...count {
                var bytes = plain
                bytes.withUnsafeMutableBytes { bytes in
                    mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[..<cut]))
                    mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: bytes[cut...]), from: cut)
                }
                #expect(bytes == simple, "\(count) bytes cut at \(cut)")
                bytes.withUnsafeMutableBytes { mask.apply(to: $0) }
                #expect(bytes == plain)
            }
        }
    }

    @Test("a reason is cut to what fits, between characters, and a code that must not be sent is left out")
    func reasons() {
        var writer = WebSocketWriter(.server), bytes: [UInt8] = []
        writer.addClose(.normal, reason: "a" + String(repeating: "€", count: 100), to: &bytes)
        let seen = SeenStream(bytes, .client)
        #expect(seen.events.first?.payload == Array(("a" + String(repeating: "€", count: 40)).utf8))
        bytes = []
        writer.addClose(CloseCode(rawValue: 1006), reason: "x", to: &bytes)
        #expect(bytes == [0x88, 0])
    }
}
