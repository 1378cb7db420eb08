package import FrameGraph
internal import QuadGeometry

/// A made-up square of rooms with one wrong edge, and which that is.
package struct DemoGraph: Sendable {
    package let graph: PoseGraph
    package let wrong: PoseEdge

    /// Rooms at the corners and in the middle of the sides of a square of 8 m.
    private static let rooms: [(name: String, x: Double, z: Double, yaw: Double)] = [
        ("hall", 0, 0, 0), ("kitchen", 4, 0, 90), ("office", 8, 0, 180), ("lab", 8, 4, -90),
        ("store", 8, 8, 45), ("workshop", 4, 8, -30), ("garage", 0, 8, 120), ("corridor", 0, 4, 15),
    ]
    /// The rooms that are seen from each other: around the square, and across the courtyard.
    private static let pairs = [
        (0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 0), (1, 5), (3, 7), (1, 7), (3, 5),
    ]
    /// A direction, in radians and metres.
    private static let turnNoise = 0.2 * Double.pi / 180, shiftNoise = 0.005
    /// The edge from lab to workshop leads this far astray, in metres, as where a scan slips.
    private static let slip = 0.15
    private static let wrongPair = 11

    /// The rooms with errors that the seed decides.
    package init(seed: UInt64) throws(GraphInputError) {
        var state = seed
        var edges: [PoseEdge] = []
        do throws(CovarianceError) {
            let covariance = try EdgeCovariance(turn: DemoGraph.turnNoise, shift: DemoGraph.shiftNoise)
            for (place, pair) in DemoGraph.pairs.enumerated() {
                let truth = DemoGraph.pose(pair.0).inverted() * DemoGraph.pose(pair.1)
                var shift = DemoGraph.noise(&state) * DemoGraph.shiftNoise
                if place == DemoGraph.wrongPair { shift.z += DemoGraph.slip }
                let twist = Twist(rotation: DemoGraph.noise(&state) * DemoGraph.turnNoise, translation: shift)
                edges.append(
                    PoseEdge(
                        from: DemoGraph.rooms[pair.0].name, to: DemoGraph.rooms[pair.1].name,
                        motion: truth * (RigidTransform(twist: twist) ?? .identity), covariance: covariance,
                        label: "scan \(place + 1)"))
            }
        } catch { throw .covariance(error) }
        wrong = edges[DemoGraph.wrongPair]
        do throws(PoseGraphError) { graph = try PoseGraph(edges) } catch { throw .graph(error) }
    }

    private static func pose(_ place: Int) -> RigidTransform {
        let room = rooms[place]
        let turn = Rotation(rotationVector: SIMD3(0, room.yaw * .pi / 180, 0)) ?? .identity
        return RigidTransform(rotation: turn, translation: SIMD3(room.x, 0, room.z)) ?? .identity
    }

    /// Three numbers near the normal distribution (sums of uniform ones by SplitMix64).
    private static func noise(_ state: inout UInt64) -> SIMD3<Double> {
        var numbers = SIMD3<Double>.zero
        for axis in 0..<3 {
            for _ in 0..<12 {
                state &+= 0x9e37_79b9_7f4a_7c15
                var z = state
                z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
                z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
                numbers[axis] += Double((z ^ (z >> 31)) >> 11) * 0x1p-53
            }
        }
        return numbers - SIMD3(repeating: 6)
    }
}
