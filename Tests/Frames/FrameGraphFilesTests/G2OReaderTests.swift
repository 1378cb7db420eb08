import FrameGraphFiles
import TestSupport
import Testing

@Suite("g2o files in pieces")
struct G2OReaderTests {
    private static let text =
        G2OFileTests.vertices + "# a comment\n\n" + G2OFileTests.edge + G2OFileTests.information
        + "\r\nFIX 0\n"

    @Test("of any size are read as the whole", arguments: [1, 2, 7, 64, 1000])
    func pieces(size: Int) throws {
        for text in [Self.text, Self.text + "FIX 1"] {
            let bytes = Array(text.utf8)
            var reader = G2OReader()
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(try reader.finish() == G2OFile(reading: bytes))
        }
    }

    @Test("name the line of a fault, wherever it is cut", arguments: [1, 5, 1000])
    func faults(size: Int) throws {
        let bytes = Array((Self.text + "FIX x\n" + Self.text).utf8)
        var reader = G2OReader()
        #expect {
            for start in stride(from: 0, to: bytes.count, by: size) {
                try reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
            }
        } throws: { error in
            let error = error as? PoseTextError
            return error?.line == 7 && error?.code == "BAD_ID"
        }
    }

    @Test("end where a line has no end, before it fills the memory")
    func endless() throws {
        let piece = [UInt8](repeating: UInt8(ascii: "1"), count: 1000)
        var reader = G2OReader(), pieces = 0
        #expect {
            for _ in 0..<100 {
                try reader.add(piece)
                pieces += 1
            }
        } throws: { error in
            (error as? PoseTextError)?.code == "LONG_LINE" && (error as? PoseTextError)?.line == 1
        }
        #expect(pieces * piece.count <= G2OReader.longestLine)
    }
}
