public import QuadGeometry

/// The least-squares poses of the frames of one component, with what is known of their errors.
public struct GraphSolution: Sendable {
    /// The frames of the component, sorted.
    public let frames: [String]
    /// The frames that were held, sorted; the root alone unless others were asked for.
    public let held: [String]
    /// The pose of each frame in the root.
    public let poses: [RigidTransform]
    public let edges: [SolvedEdge]
    /// The weighted squares of all residuals, priors included, and of the start.
    public let cost, startCost: Double
    /// The squares expected: 6 for each edge and prior, less 6 for each frame that is not held.
    public let freedom: Int
    public let steps: Int
    /// The decimal digits that conditioning leaves to the poses, at least ``neededDigits``.
    public let digits: Double

    /// The places of the free frames among ``frames``, and back; -1 where held.
    let free: [Int]
    let slots: [Int]
    let factor: BlockCholesky
    let inverse: BlockInverse

    /// Fewer digits than this are refused.
    public static let neededDigits = 6.0
    static let digitsOfDouble = 15.95

    /// The probability that noise alone leaves a greater cost; `nil` without redundancy.
    public var probability: Double? {
        freedom > 0 ? chiSquareExceedance(cost, freedom: freedom) : nil
    }

    /// The edges that a robust solution set aside.
    public var setAside: [SolvedEdge] { edges.filter { $0.isSetAside } }

    private func place(of frame: String) throws(PoseGraphError) -> Int {
        guard let place = frames.firstIndex(of: frame) else { throw .noSuchFrame(frame) }
        return place
    }

    /// The pose of a frame in the root.
    public func pose(of frame: String) throws(PoseGraphError) -> RigidTransform {
        poses[try place(of: frame)]
    }

    /// The covariance of a frame's pose; `nil` of a frame that is held.
    public func covariance(of frame: String) throws(PoseGraphError) -> EdgeCovariance? {
        let slot = slots[try place(of: frame)]
        return slot < 0 ? nil : EdgeCovariance(unchecked: inverse.covariance(slot, slot))
    }

    /// A frame seen from another by the solution, with the covariance that their joint errors give.
    public func transform(to: String, from: String) throws(PoseGraphError) -> FrameView {
        let target = try place(of: to), source = try place(of: from)
        let motion = poses[target].inverted() * poses[source]
        return FrameView(
            to: to, from: from, motion: motion,
            covariance: relativeCovariance(target, source, motion).map { EdgeCovariance(unchecked: $0) },
            path: [])
    }

    /// The covariance of one frame seen from another: that of -Ad(h⁻¹) a + b with h the motion between.
    private func relativeCovariance(_ a: Int, _ b: Int, _ motion: RigidTransform) -> Matrix6? {
        guard a != b, slots[a] >= 0 || slots[b] >= 0 else { return nil }
        let back = motion.inverted().adjointMatrix * -1
        var sum = Matrix6.zero
        let one = slots[a] < 0 ? nil : column(slots[a])
        if let one {
            sum = sum + (back * one[slots[a]]).timesTranspose(back)
        }
        if slots[b] >= 0 {
            sum = sum + inverse.covariance(slots[b], slots[b])
            if let one {
                let cross = (back * one[slots[b]].transposed)
                sum = sum + cross + cross.transposed
            }
        }
        return sum.symmetric
    }

    /// The blocks of a frame's column of the inverse, by free frames.
    private func column(_ slot: Int) -> [Matrix6] {
        var blocks = [Matrix6](repeating: .zero, count: free.count)
        for direction in 0..<6 {
            var side = [SIMD8<Double>](repeating: .zero, count: free.count)
            side[slot][direction] = 1
            for (place, vector) in factor.solve(side).enumerated() { blocks[place][direction] = vector }
        }
        return blocks
    }
}

extension GraphSolution {
    /// The frame that no edge joins with any other, which is held: graphs of trajectories have thousands of them.
    init(lone frame: String, at pose: RigidTransform) {
        let factor = BlockCholesky(count: 0, pairs: [])
        self.init(
            frames: [frame], held: [frame], poses: [pose], edges: [], cost: 0, startCost: 0, freedom: 0,
            steps: 0,
            digits: GraphSolution.digitsOfDouble, free: [], slots: [-1], factor: factor,
            inverse: BlockInverse(factor))
    }
}

/// The blocks of an inverse where the Cholesky factor has some: those of every frame, and of every two that an edge joins.
///
/// Takahashi, Fagan, Chin (1973): from the last column to the first each block follows from those to its right.
struct BlockInverse: Sendable {
    private let factor: BlockCholesky
    private var diagonal: [Matrix6]
    private var below: [Matrix6]

    init(_ factor: BlockCholesky) {
        self.factor = factor
        diagonal = [Matrix6](repeating: .zero, count: factor.count)
        below = [Matrix6](repeating: .zero, count: factor.below.count)
        for k in stride(from: factor.count - 1, through: 0, by: -1) {
            let column = factor.rows[k], start = factor.starts[k]
            let inverse = factor.diagonal[k].lowerInverse
            // The column of the unit factor, by which the blocks to the right are combined.
            let unit = column.indices.map { factor.below[start + $0] * inverse }
            for (place, i) in column.enumerated() {
                var sum = Matrix6.zero
                for (other, j) in column.enumerated() { sum = sum + block(i, j) * unit[other] }
                below[start + place] = sum * -1
            }
            var own = inverse.transposeTimes(inverse)
            for place in column.indices { own = own - unit[place].transposeTimes(below[start + place]) }
            diagonal[k] = own.symmetric
        }
    }

    /// The block of two positions in the order of elimination.
    private func block(_ i: Int, _ j: Int) -> Matrix6 {
        if i == j { return diagonal[i] }
        let (place, _) = factor.place(factor.order[i], factor.order[j])
        return i > j ? below[place] : below[place].transposed
    }

    /// The block of two frames that an edge joins, or of one.
    func covariance(_ a: Int, _ b: Int) -> Matrix6 { block(factor.positions[a], factor.positions[b]) }
}

/// An edge beside the solution of its graph.
public struct SolvedEdge: Hashable, Sendable {
    /// The place of the edge in ``PoseGraph/edges``.
    public let place: Int
    /// The twist from the measured motion to the solution's.
    public let residual: Twist
    /// Its squared length in deviations: 6 less ``leverage`` in the mean.
    public let squares: Double
    /// The part of its 6 numbers that the edge decides itself: 6 where nothing checks it, 0 where all else does.
    public let leverage: Double
    /// The weight in a robust solution; 1 otherwise.
    public let weight: Double

    /// Whether a robust solution nearly ignores it.
    public var isSetAside: Bool { weight < SolvedEdge.leastWeight }

    /// Of a residual of 2.4 times the expected size; noise exceeds it in one of a thousand edges.
    package static let leastWeight = 0.5
}
