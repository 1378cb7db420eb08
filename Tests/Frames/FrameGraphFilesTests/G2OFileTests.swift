import FrameGraph
import FrameGraphFiles
import QuadGeometry
import TestSupport
import Testing

@Suite("Graphs are read and written as g2o has them")
struct G2OFileTests {
    static let information = "4e4 0 0 0 0 0 4e4 0 0 0 0 4e4 0 0 0 8e4 0 0 8e4 0 8e4"
    static let vertices = "VERTEX_SE3:QUAT 0 0 0 0 0 0 0 1\nVERTEX_SE3:QUAT 1 1 0 0 0 0 0 1\n"
    static let edge = "EDGE_SE3:QUAT 0 1 1 0 0 0 0 0 1 "

    @Test("Reading and writing again gives the same bytes", arguments: Seeds.few)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let numbers = (0..<24).map { _ in Double.random(in: -1e3...1e3, using: &generator) }
        let pose = Array(numbers[..<3]) + [0, 0, 0.6, 0.8]
        let file = G2OFile([
            .vertex(id: 7, pose: pose),
            .vertex(id: 0, pose: [1e-300, 5e22, 1e5, 1, 0, 0, 0].map { $0 > 1e6 ? 1 : $0 }),
            .fixed(id: 7), .edge(from: 7, to: 0, pose: pose, information: Array(numbers[3...])),
        ])
        #expect(try G2OFile(reading: file.bytes) == file)
        #expect(try G2OFile(reading: file.bytes).bytes == file.bytes)
    }

    @Test("Information is shift first, then turn, in radians of the rotation vector or half of it")
    func units() throws {
        let file = try G2OFile(
            reading: Array((G2OFileTests.vertices + G2OFileTests.edge + G2OFileTests.information).utf8))
        let vector = try file.graph().edges[0].covariance
        #expect((vector.shiftDeviation - 0.005 * 3.0.squareRoot()).magnitude < 1e-15)
        #expect((vector.turnDeviation - (3 / 8e4).squareRoot()).magnitude < 1e-15)
        let quaternion = try file.graph(turns: .quaternion).edges[0].covariance
        #expect((quaternion.turnDeviation / vector.turnDeviation - 2).magnitude < 1e-12)
        #expect(quaternion.shiftDeviation == vector.shiftDeviation)
    }

    @Test("A graph that is written says the same when it is read", arguments: Seeds.few)
    func graph(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let covariance = try EdgeCovariance(turn: 0.003, shift: 0.005)
        let edges = try (0..<10).map { place in
            let twist = Twist(
                rotation: SIMD3.normal(using: &generator) * 0.5, translation: SIMD3.normal(using: &generator))
            let motion = try #require(RigidTransform(twist: twist))
            return PoseEdge(from: "\(place)", to: "\(place + 1)", motion: motion, covariance: covariance)
        }
        let graph = try PoseGraph(edges)
        let read = try G2OFile(reading: G2OFile(graph, poses: [:]).bytes).graph()
        for (one, other) in zip(graph.edges, read.edges) {
            #expect((one.motion.inverted() * other.motion).twist.rotation.length < 1e-14)
            #expect(one.motion.translation == other.motion.translation)
        }
    }

    @Test(
        "What is no graph is refused with its line",
        arguments: [
            ("VERTEX_SE2 0 1 2 3", 1, "UNKNOWN_RECORD"),
            (vertices + "VERTEX_SE3:QUAT 1 0 0 0 0 0 0 1", 3, "DUPLICATE_VERTEX"),
            (vertices + "VERTEX_SE3:QUAT 1000000000000000000 0 0 0 0 0 0 1", 3, "BAD_ID"),
            (vertices + "VERTEX_SE3:QUAT 2 nan 0 0 0 0 0 1", 3, "BAD_NUMBER"),
            (vertices + "VERTEX_SE3:QUAT 2 0 0 0 0 0 0 0", 3, "ZERO_QUATERNION"),
            (vertices + "VERTEX_SE3:QUAT 2 0 0 0 0 0 0 1.01", 3, "NOT_UNIT"),
            (vertices + "VERTEX_SE3:QUAT 2 2e6 0 0 0 0 0 1", 3, "OUT_OF_RANGE"),
            (vertices + "FIX 5", 3, "NO_VERTEX"),
            (vertices + "EDGE_SE3:QUAT 0 9 1 0 0 0 0 0 1 " + information, 3, "NO_VERTEX"),
            (vertices + "EDGE_SE3:QUAT 0 0 1 0 0 0 0 0 1 " + information, 3, "SELF_EDGE"),
            (vertices + edge + "1 2 3", 3, "WRONG_COUNT"),
            (vertices + edge + "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", 3, "NO_COVARIANCE"),
            (vertices + edge + "1 0 0 0 0 0 1 0 0 0 0 1 0 0 0 1 0 0 1 0 -1", 3, "NOT_POSITIVE_DEFINITE"),
            ("\u{0}\u{1}", 1, "BINARY"),
        ])
    func refusals(text: String, line: Int, code: String) {
        #expect {
            _ = try G2OFile(reading: Array(text.utf8)).graph()
        } throws: { error in
            let error = error as? PoseTextError
            return error?.line == line && error?.code == code && error?.remedy.isEmpty == false
        }
    }

    @Test("A length that is not quite one is divided away and told")
    func normalized() throws {
        let file = try G2OFile(reading: Array("VERTEX_SE3:QUAT 0 0 0 0 0 0 0 1.0005".utf8))
        #expect((file.normalized - 0.0005).magnitude < 1e-12)
        #expect(file.poses["0"] == .identity)
    }
}
