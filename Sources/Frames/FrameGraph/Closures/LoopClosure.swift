public import QuadGeometry
internal import RigidCalibration

/// A cycle of edges, and by how much it misses closing.
public struct LoopClosure: Hashable, Sendable {
    /// The places of the edges in ``PoseGraph/edges``, in order around the cycle.
    public let edges: [Int]
    /// The frames in the same order; the first edge begins at the first.
    public let frames: [String]
    /// The twist that the motions around the cycle come to, seen at the first frame.
    public let twist: Twist
    /// Its squared length in deviations: 6 in the mean.
    public let squaredDistance: Double
    /// The probability that noise alone misses by more.
    public let probability: Double

    /// The turn that is missed, in radians, 0 to π.
    public var turn: Double { twist.rotation.length }

    /// The shift that is missed, in metres.
    public var shift: Double { twist.translation.length }

    /// Whether the turn is a half turn to within rounding, so that its axis may point either way.
    public var isHalfTurn: Bool { turn > .pi - LoopClosure.halfTurnRounding }

    /// Whether noise hardly misses by so much in any of the graph's cycles: ``ClosureReport/leastProbability`` is more.
    public internal(set) var fails = false

    /// Noise fails one of a thousand sound graphs, however many cycles they have.
    package static let leastProbability = 0.001

    /// The probability below which some of many are too small for noise, which is so in one of a thousand sound cases.
    ///
    /// The k-th least of n is where it is below k/n of a thousandth (Simes 1986; Benjamini and Hochberg 1995): one alone must be small
    /// beside their number, and where all are small, all count.
    package static func leastProbability(among probabilities: [Double]) -> Double {
        let sorted = probabilities.sorted(), share = leastProbability / Double(max(sorted.count, 1))
        return share * Double((sorted.indices.last { sorted[$0] < share * Double($0 + 1) } ?? 0) + 1)
    }

    private static let halfTurnRounding = 1e-9

    /// The cycle of a way around, begun at its first frame by name and gone in the direction of most edges.
    init(_ given: [Int], from frame: Int, in graph: PoseGraph) {
        var path = given, start = frame
        var passed = [start] + graph.chain(path, from: start).frames.dropLast()
        let forward = zip(path, passed).count { graph.ends[$0].from == $1 }
        if 2 * forward < path.count {
            path.reverse()
            passed = [start] + passed.dropFirst().reversed()
        }
        let first = passed.indices.min { passed[$0] < passed[$1] } ?? 0
        path = Array(path[first...] + path[..<first])
        start = passed[first]
        let chained = graph.chain(path, from: start)
        edges = path
        frames = ([start] + chained.frames.dropLast()).map { graph.frames[$0] }
        let twist = chained.motion.twist
        let distance = chained.covariance.symmetric.inverse.map { (($0 * twist.vector) * twist.vector).sum() }
        self.twist = twist
        squaredDistance = distance ?? .infinity
        probability = chiSquareExceedance(squaredDistance, freedom: 6)
    }
}

/// The probability that a sum of squares of deviations exceeds a value.
func chiSquareExceedance(_ value: Double, freedom: Int) -> Double {
    guard freedom > 0 else { return 1 }
    return FDistribution(above: Double(freedom), below: .infinity).exceedance(value / Double(freedom))
}
