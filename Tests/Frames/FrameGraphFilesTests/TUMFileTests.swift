import FrameGraph
import FrameGraphFiles
import QuadGeometry
import TestSupport
import Testing

@Suite("Trajectories are read as TUM has them")
struct TUMFileTests {
    private static let text = """
        # timestamp tx ty tz qx qy qz qw
        1305031102.175304 1.5 -2 0.25 0 0.6 0 0.8

        0.000\t0 0 0 0 0 0 1\r
        1.2e+01 0 0 1e3 0 0 0 -1.0000001
        """

    @Test("as frames at poses, named by their times, which nothing joins")
    func frames() throws {
        let file = try TUMFile(reading: Array(Self.text.utf8))
        #expect(file.rows.map(\.name) == ["1305031102.175304", "0", "12"])
        #expect(file.rows.map(\.stamp) == ["1305031102.175304", "0.000", "1.2e+01"])
        let graph = try file.graph()
        #expect(graph.edges.isEmpty && Set(graph.frames) == Set(file.rows.map(\.name)))
        let pose = try #require(file.poses["1305031102.175304"])
        let rotation = try Rotation(quaternionXYZW: SIMD4(0, 0.6, 0, 0.8))
        #expect(pose.translation == SIMD3(1.5, -2, 0.25) && pose.rotation == rotation)
        #expect(file.normalized > 0 && file.normalized < G2OFile.quaternionLimit)
    }

    @Test(
        "Names are the digits of times without zeros that say nothing",
        arguments: [
            ("12", "12"), ("12.", "12"), ("12.000000", "12"), ("0012.50", "12.5"), ("+12", "12"),
            ("-0.0", "0"), ("-1.50", "-1.5"), (".5", "0.5"), ("1.305031102175304e+09", "1305031102.175304"),
            ("1E2", "100"), ("1e-7", "1e-07"), ("1403636579.763555527", "1403636579.763555527"),
            ("1403636579.763555528", "1403636579.763555528"),
        ])
    func names(stamp: String, name: String) {
        #expect(TUMFile.name(of: stamp) == name)
        #expect(TUMFile.name(of: name) == name)
    }

    @Test(
        "Reading and writing again gives the same rows, in pieces of any size", arguments: [1, 3, 17, 1000])
    func roundTrip(size: Int) throws {
        let bytes = Array(Self.text.utf8), whole = try TUMFile(reading: bytes)
        var reader = TUMReader()
        for start in stride(from: 0, to: bytes.count, by: size) {
            try reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        let pieces = try reader.finish(), again = try TUMFile(reading: whole.bytes)
        #expect(pieces == whole && again == whole && again.bytes == whole.bytes)
    }

    @Test(
        "What is no pose is refused with its line",
        arguments: [
            ("1 0 0 0 0 0 0", 4, "WRONG_COUNT"), ("1 0 0 0 0 0 0 1 2", 4, "WRONG_COUNT"),
            ("1 nan 0 0 0 0 0 1", 4, "BAD_NUMBER"), ("1 0 0 0 0 0 0 inf", 4, "BAD_NUMBER"),
            ("1 0x1 0 0 0 0 0 1", 4, "BAD_NUMBER"), ("one 0 0 0 0 0 0 1", 4, "BAD_NUMBER"),
            ("1,0 0 0 0 0 0 0 1", 4, "BAD_NUMBER"), ("1e999 0 0 0 0 0 0 1", 4, "BAD_NUMBER"),
            ("1 0 0 0 0 0 0 0", 4, "ZERO_QUATERNION"), ("1 0 0 0 0 0 0 1.01", 4, "NOT_UNIT"),
            ("1 2e6 0 0 0 0 0 1", 4, "OUT_OF_RANGE"), ("7.50 0 0 0 0 0 0 1", 4, "DUPLICATE_STAMP"),
            ("1 0 0 0 0 0 0 1\u{0}", 4, "BINARY"), ("1 0 0 0 0 0 0 1\u{e9}", 4, "BINARY"),
            (String(repeating: "1", count: 65) + " 0 0 0 0 0 0 1", 4, "LONG_STAMP"),
            (String(repeating: " ", count: 5000), 4, "LONG_LINE"),
        ])
    func refused(row: String, line: Int, code: String) {
        let text = "# rows\n7.5 0 0 0 0 0 0 1\n\n\(row)\n8 0 0 0 0 0 0 1\n"
        #expect {
            _ = try TUMFile(reading: Array(text.utf8))
        } throws: { error in
            let error = error as? PoseTextError
            return error?.line == line && error?.code == code && error?.remedy.isEmpty == false
        }
    }

    @Test("A file of nothing has no frames")
    func empty() throws {
        for text in ["", "\n\n", "# nothing\n"] {
            #expect(try TUMFile(reading: Array(text.utf8)).graph().frames.isEmpty)
        }
    }
}
