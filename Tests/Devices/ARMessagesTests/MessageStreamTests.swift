import ARMessages
import FrameGraph
import QuadGeometry
import StrictJSON
import TestSupport
import Testing

@Suite("Recorded messages in another frame")
struct MessageStreamTests {
    private static let rebaser = MessageRebaser(offset: SIMD3(-3, -3, -3))

    /// The bytes that come out, and the counts, of a source whose pieces are this long.
    private func carried(
        _ text: String, pieces: Int = .max
    ) throws(MessageStreamError) -> (text: String, tally: MessageStream.Tally) {
        let bytes = Array(text.utf8)
        var given = 0, taken: [UInt8] = []
        let source = ByteSource { buffer throws(JSONError) in
            let count = min(buffer.count, pieces, bytes.count - given)
            buffer.copyBytes(from: bytes[given..<(given + count)])
            given += count
            return count
        }
        var stream = MessageStream(Self.rebaser)
        try stream.carry(source, to: ByteSink { (bytes) throws(JSONError) in taken += bytes })
        return (String(decoding: taken, as: UTF8.self), stream.tally)
    }

    @Test("every byte but the numbers is copied, however the source is cut", arguments: [1, 7, 100, Int.max])
    func pieces(size: Int) throws {
        let pose = SampleMessage.payload(#"{"offset":{"x":1,"y":2,"z":3}}"#, endpoint: "carrot_transform")
        let bare = SampleMessage.payload(#"{"params":[1.50]}"#)
        let text = " \(SampleMessage.offset)\n\(pose)\r\n\n\(bare)\n\(SampleMessage.offset)\n \n"
        let (result, tally) = try carried(text, pieces: size)
        #expect(result == text.replacing(#""x":3.2,"y":1.3,"z":4.0"#, with: #""x":6.2,"y":4.3,"z":7.0"#))
        #expect(tally.messages == 4 && tally.carried == 2)
        #expect(tally.reserved == 1 && tally.withoutTransform == 1)
    }

    @Test("many messages go through in the memory of one")
    func long() throws {
        let line = Array((SampleMessage.offset + "\n").utf8), count = 20_000
        var given = 0, largest = 0, taken = 0
        let source = ByteSource { buffer throws(JSONError) in
            let size = min(buffer.count, line.count * count - given)
            for place in 0..<size { buffer[place] = line[(given + place) % line.count] }
            given += size
            return size
        }
        var stream = MessageStream(Self.rebaser)
        try stream.carry(
            source,
            to: ByteSink { (bytes) throws(JSONError) in
                (largest, taken) = (max(largest, bytes.count), taken + bytes.count)
            })
        #expect(stream.tally.carried == count && taken == line.count * count)
        #expect(largest < 1 << 17)
    }

    @Test(
        "messages say which frame they were carried into and how surely, unless they say something of their own"
    )
    func note() throws {
        let motion = SampleMessage.yaw(40, SIMD3(1, 2, 3)), place = SIMD3(0.5, 0.25, -1)
        let way = try EdgeCovariance(turn: 0.01, shift: 0.002)
        let own = SampleMessage.payload(#"{"offset":{"x":1,"y":2,"z":3},"cov":null}"#)
        let scaled = SampleMessage.matrix(column: 0, "[3,0,0,0]")
        let lines = [
            SampleMessage.payload(#"{"offset":{"x":0.5,"y":0.25,"z":-1} }"#), SampleMessage.matrix, own,
            scaled,
            SampleMessage.payload(#"{"params":1}"#),
        ]
        var taken: [UInt8] = []
        var stream = MessageStream(
            MessageRebaser(rigid: motion), note: FrameNote(frame: "wall \"A\"", covariance: way))
        try stream.carry(
            ByteSource(Array(lines.joined(separator: "\n").utf8)),
            to: ByteSink { (bytes) throws(JSONError) in taken += bytes })
        var reader = MessageReader()
        let messages = try reader.messages(in: taken)
        #expect(messages.map { $0.extended?.frame } == ["wall \"A\"", "wall \"A\"", nil, "wall \"A\"", nil])
        #expect(messages.map { $0.extended?.covariance == nil } == [false, false, true, true, true])
        // A turn of the way moves a place by its distance from the origin of the sender's frame.
        let covariance = try EdgeCovariance(upperTriangle: try #require(messages[0].extended?.covariance))
        let expected = 3 * 0.002 * 0.002 + 2 * 0.01 * 0.01 * place.dot(place)
        #expect((covariance.shiftDeviation * covariance.shiftDeviation / expected - 1).magnitude < 1e-12)
        #expect(String(decoding: taken, as: UTF8.self).split(separator: "\n")[4] == lines[4])
    }

    @Test("a refusal has its line and its pointer, a sink that fails its own error")
    func refusals() throws {
        let bad = SampleMessage.matrix(column: 2, "[0,0,1,3]")
        let twice = SampleMessage.offset + " " + SampleMessage.offset
        let cut = SampleMessage.offset.prefix(100)
        let rows: [(String, String, Int, String)] = [
            (bad, "LAST_ROW", 3, "/payload/transform/c2/3"), (twice, "TRAILING_DATA", 3, ""),
            (String(cut), "UNEXPECTED_END", 3, "/payload/offset"), ("[]", "WRONG_TYPE", 3, ""),
        ]
        for (text, code, line, pointer) in rows {
            do throws(MessageStreamError) {
                _ = try carried("\(SampleMessage.offset)\n\n\(text)", pieces: 50)
                Issue.record("taken: \(text)")
            } catch {
                guard case .refused(let reason, line, _) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(error.code == code)
                #expect(reason.pointer.hasPrefix(pointer), "\(reason)")
            }
        }
        #expect(throws: MessageStreamError.self) { try carried("") }
        var stream = MessageStream(Self.rebaser)
        let failure = JSONError.writeFailed(status: 28)
        #expect(throws: MessageStreamError.file(failure)) {
            try stream.carry(
                ByteSource(Array(SampleMessage.offset.utf8)),
                to: ByteSink { (_) throws(JSONError) in throw failure })
        }
    }
}
