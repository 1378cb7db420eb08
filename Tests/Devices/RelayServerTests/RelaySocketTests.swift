import ARMessages
import HTTPServer
import StrictJSON
import Testing

@testable import RelayServer

@Suite("The socket of a device of a relay")
struct RelaySocketTests {
    @Test("wants its turn at once while messages wait that its line has room for, and only then")
    func due() throws {
        // Of version 0.1.0, which needs no handshake.
        let options = RelayOptions(mode: .carrot01)
        let host = RelayHost(options: options), now = SystemClock.elapsed
        let writer = RelaySocket(host, resuming: nil).served()
        let reader = RelaySocket(host, resuming: nil).served()
        writer.opened(UpgradedLine(), at: now)
        var beacon: [UInt8] = []
        host.take(for: 1, atMost: .max) { beacon = Array($0) }
        let token = try #require(try JSONValue(beacon)["session_token"]?.string)
        let line = UpgradedLine()
        reader.opened(line, at: now)
        let text = String(repeating: "a", count: 8_000)
        let message = Array(
            #"{"session_token":"\#(token)","endpoint":"draw","payload":{"params":"\#(text)"}}"#.utf8)
        let count = 40
        for _ in 0..<count {
            message.withUnsafeBufferPointer { host.receive($0, from: 1, at: now) }
        }
        var turns = 0, bytes = 0
        while reader.due <= now, turns < count {
            #expect(line.unsentBytes == 0)
            reader.proceed(at: now)
            // Not again before there is room: the line has its fill, or all that waited.
            #expect(reader.due > now)
            bytes += line.unsentBytes
            line.takeBack()
            turns += 1
        }
        #expect(bytes > count * message.count && turns > 1)
    }
}
