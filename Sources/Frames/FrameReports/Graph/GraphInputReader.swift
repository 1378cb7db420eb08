package import FrameGraph
package import FrameGraphFiles
internal import QuadGeometry
internal import StrictJSON

/// A reader of graphs that arrive in pieces, whichever format they have.
package struct GraphInputReader {
    private var digest = SHA256()
    private var format: GraphInput.Format?
    private var g2o = G2OReader()
    private var tum = TUMReader()
    private var json: [UInt8] = []
    private var count = 0
    /// Whether what comes next is in a comment.
    private var isComment = false

    /// Documents of more bytes are refused.
    private static let largestDocument = 1 << 30

    package init() {}

    /// Reads the next piece: JSON where the first character is that of an object, a trajectory where it is that of a number, and g2o
    /// otherwise; comments say nothing.
    package mutating func add(_ piece: [UInt8]) throws(GraphInputError) {
        piece.withUnsafeBufferPointer { digest.add($0) }
        var piece = piece
        if count == 0, piece.starts(with: GraphInputReader.byteOrderMark) { piece.removeFirst(3) }
        count += piece.count
        let format = format ?? begun(by: piece)
        guard format != .json || count <= GraphInputReader.largestDocument else {
            throw .tooLarge(limit: GraphInputReader.largestDocument)
        }
        do throws(PoseTextError) {
            // Until a format shows these are blanks and comments, of which lines are counted.
            if format == nil || format == .g2o { try g2o.add(piece) }
            if format == nil || format == .tum { try tum.add(piece) }
        } catch { throw .line(error) }
        if format == nil { piece.removeAll { $0 != UInt8(ascii: "\n") } }
        if format == nil || format == .json { json += piece }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The format that the first character outside of blanks and comments tells.
    private mutating func begun(by piece: [UInt8]) -> GraphInput.Format? {
        for byte in piece {
            switch byte {
            case UInt8(ascii: "\n"): isComment = false
            case _ where isComment: continue
            case 0x09, 0x0D, 0x20: continue
            case UInt8(ascii: "#"): isComment = true
            case UInt8(ascii: "{"): format = .json
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "."):
                format = .tum
            default: format = .g2o
            }
            if format != nil { return format }
        }
        return nil
    }

    /// The graph, once all pieces are read.
    package mutating func finish(file: String, turns: G2OFile.Turns) throws(GraphInputError) -> GraphInput {
        let sha256 = digest.hex
        switch format {
        case .json:
            do throws(GraphFileError) {
                return GraphInput(try GraphFile(reading: json), file: file, sha256: sha256)
            } catch { throw .json(error) }
        case .g2o:
            do throws(PoseTextError) {
                return try GraphInput(try g2o.finish(), turns, file: file, sha256: sha256)
            } catch { throw .line(error) }
        case .tum:
            let read: TUMFile
            do throws(PoseTextError) { read = try tum.finish() } catch { throw .line(error) }
            do throws(PoseGraphError) {
                return try GraphInput(read, file: file, sha256: sha256)
            } catch { throw .graph(error) }
        case .demo, nil: throw .empty
        }
    }
}

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
