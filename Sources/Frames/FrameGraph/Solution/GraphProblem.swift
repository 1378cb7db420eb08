public import QuadGeometry

/// One component while it is solved.
struct GraphProblem {
    struct Edge {
        let place: Int
        /// The places of its frames; the first is -1 for a prior.
        let from, to: Int
        let back: RigidTransform
        let whitening: Matrix6
        /// The slots of its frames, -1 where held, and the place of their block.
        var slots = (from: -1, to: -1)
        var block = 0
        var isTransposed = false
        var weight = 1.0
    }

    let frames: [String]
    let held: [String]
    let free: [Int]
    let slots: [Int]
    var poses: [RigidTransform]
    var edges: [Edge]
    var factor: BlockCholesky
    var side: [SIMD8<Double>]
    private var steps = 0

    /// The frames of a component, and the edges and priors that join them, started from the least tree; some edges may be left out.
    init(
        _ graph: PoseGraph, _ members: [Int], root given: Int, _ options: SolveOptions,
        without left: Set<Int> = []
    ) {
        let frames = members.map { graph.frames[$0] }
        self.frames = frames
        var local = [Int](repeating: -1, count: graph.frames.count)
        for (place, frame) in members.enumerated() { local[frame] = place }
        let wanted = frames.firstIndex { $0 == options.root }
        let known = frames.indices.filter { options.held[frames[$0]] != nil }
        let root = known.first ?? wanted ?? local[given]
        let tree = PathTree(to: members[root], graph, at: graph.edgesAtFrames, without: left)
        let base = options.held[frames[root]] ?? .identity
        poses = members.map { base * tree.motions[$0].inverted() }
        for place in known { poses[place] = options.held[frames[place]] ?? poses[place] }
        let fixed = known.isEmpty ? [root] : known
        held = fixed.map { frames[$0] }
        var slots = [Int](repeating: 0, count: members.count)
        for place in fixed { slots[place] = -1 }
        free = slots.indices.filter { slots[$0] >= 0 }
        for (slot, place) in free.enumerated() { slots[place] = slot }
        self.slots = slots
        var edges: [Edge] = []
        for (place, end) in graph.ends.enumerated() where local[end.from] >= 0 && !left.contains(place) {
            let edge = graph.edges[place]
            edges.append(
                Edge(
                    place: place, from: local[end.from], to: local[end.to], back: edge.motion.inverted(),
                    whitening: edge.covariance.matrix.whitening ?? .zero,
                    slots: (slots[local[end.from]], slots[local[end.to]])))
        }
        for prior in options.priors {
            guard let place = frames.firstIndex(of: prior.frame) else { continue }
            edges.append(
                Edge(
                    place: -1, from: -1, to: place, back: prior.pose.inverted(),
                    whitening: prior.covariance.matrix.whitening ?? .zero, slots: (-1, slots[place])))
        }
        var pairs: [(Int, Int)] = []
        for edge in edges where edge.slots.from >= 0 && edge.slots.to >= 0 {
            pairs.append((edge.slots.from, edge.slots.to))
        }
        factor = BlockCholesky(count: free.count, pairs: pairs)
        for place in edges.indices where edges[place].slots.from >= 0 && edges[place].slots.to >= 0 {
            let (block, isTransposed) = factor.place(edges[place].slots.from, edges[place].slots.to)
            (edges[place].block, edges[place].isTransposed) = (block, isTransposed)
        }
        self.edges = edges
        side = [SIMD8<Double>](repeating: .zero, count: free.count)
    }

    @inline(__always)
    func motion(_ edge: Edge, _ poses: [RigidTransform]) -> RigidTransform {
        edge.from < 0 ? poses[edge.to] : poses[edge.from].inverted() * poses[edge.to]
    }

    @inline(__always)
    func residual(_ edge: Edge, _ poses: [RigidTransform]) -> SIMD8<Double> {
        edge.whitening * (edge.back * motion(edge, poses)).twist.vector
    }

    /// The weighted squares of all residuals.
    func cost(_ poses: [RigidTransform]) -> Double {
        var sum = 0.0
        for edge in edges {
            let r = residual(edge, poses)
            sum += edge.weight * (r * r).sum()
        }
        return sum
    }

    /// The normal matrix at the present poses, and its right side.
    mutating func linearize(damping: Double) {
        factor.clear()
        for slot in side.indices { side[slot] = .zero }
        for edge in edges {
            let h = motion(edge, poses)
            let r = (edge.back * h).twist.vector
            let whitened = edge.whitening * r
            let to = edge.whitening * inverseRightJacobian(r)
            let (i, j) = edge.slots
            let weight = edge.weight
            if j >= 0 {
                factor.add(to.transposeTimes(to) * weight, toDiagonalOf: j)
                side[j] -= to.transposeTimes(whitened) * weight
            }
            guard i >= 0 else { continue }
            let from = to * h.inverted().adjointMatrix * -1
            factor.add(from.transposeTimes(from) * weight, toDiagonalOf: i)
            side[i] -= from.transposeTimes(whitened) * weight
            guard j >= 0 else { continue }
            let cross = edge.isTransposed ? to.transposeTimes(from) : from.transposeTimes(to)
            factor.add(cross * weight, at: edge.block)
        }
        guard damping > 0 else { return }
        for slot in side.indices { factor.damp(slot, by: damping) }
    }

    /// Poses moved along a step.
    func moved(_ step: [SIMD8<Double>]) -> [RigidTransform] {
        var result = poses
        for (slot, place) in free.enumerated() { result[place] = poses[place].perturbed(by: step[slot]) }
        return result
    }

    /// Steps until they are as small as rounding lets them be, then one more.
    mutating func settle() throws(PoseGraphError) {
        guard !free.isEmpty else { return }
        var damping = 0.0, before = cost(poses), last = Double.infinity, isLast = false
        let scale = poses.reduce(1.0) { Double.maximum($0, $1.translation.largestMagnitude) }
        for _ in 0..<GraphProblem.mostSteps {
            linearize(damping: damping)
            guard factor.factor() else {
                guard damping < GraphProblem.mostDamping else { break }
                damping = Double.maximum(10 * damping, 1e-6)
                continue
            }
            let step = factor.solve(side)
            let size = step.reduce(0.0) { Double.maximum($0, ($1 * $1).max().squareRoot()) }
            let next = moved(step), after = cost(next)
            let isRounding = size < GraphProblem.roundingStep * scale
            if !(after <= before), !isRounding {
                guard damping < GraphProblem.mostDamping else { break }
                damping = Double.maximum(10 * damping, 1e-6)
                continue
            }
            (poses, before) = (next, after)
            damping = damping > 1e-9 ? damping / 10 : 0
            steps += 1
            if isLast { return }
            isLast = damping == 0 && (size < GraphProblem.leastStep || (isRounding && size > last / 2))
            last = size
        }
        throw .notSettled(steps: steps, lastStep: last)
    }

    private static let mostSteps = 200
    private static let mostDamping = 1e12
    /// In metres and radians.
    private static let leastStep = 1e-13
    /// Steps below this share of the coordinates may be rounding.
    private static let roundingStep = 1e-8

    /// The solution, at one weight for all edges or at weights that end by the residuals.
    mutating func solved(isRobust: Bool) throws(PoseGraphError) -> GraphSolution {
        let start = cost(poses)
        relax()
        if isRobust { try anneal() } else { try settle() }
        linearize(damping: 0)
        let information = free.indices.map { factor.diagonal[factor.positions[$0]] }
        guard factor.factor() else { throw .illConditioned(digits: 0, needed: GraphSolution.neededDigits) }
        let inverse = BlockInverse(factor)
        let digits = conditioning(information, inverse)
        guard digits >= GraphSolution.neededDigits else {
            throw .illConditioned(digits: digits, needed: GraphSolution.neededDigits)
        }
        return GraphSolution(
            frames: frames, held: held, poses: poses,
            edges: edges.filter { $0.place >= 0 }.map { judged($0, inverse) }, cost: cost(poses),
            startCost: start, freedom: 6 * (edges.count - free.count), steps: steps, digits: digits,
            free: free,
            slots: slots, factor: factor, inverse: inverse)
    }

    /// The digits of a double less those that the largest inflation of a variance costs.
    private func conditioning(_ information: [Matrix6], _ inverse: BlockInverse) -> Double {
        var largest = 1.0
        for slot in free.indices {
            let covariance = inverse.covariance(slot, slot)
            for i in 0..<6 { largest = Double.maximum(largest, information[slot][i, i] * covariance[i, i]) }
        }
        return GraphSolution.digitsOfDouble - decimalLogarithm(largest)
    }

    /// Weights by Geman and McClure at scales that fall from 10 deviations to 3.
    mutating func anneal() throws(PoseGraphError) {
        var scale = 10.0
        while true {
            for _ in 0..<GraphProblem.roundsAtScale {
                for place in edges.indices where edges[place].from >= 0 {
                    edges[place].weight = 1
                    let r = residual(edges[place], poses)
                    let square = (r * r).sum() / 6
                    let share = scale * scale / (scale * scale + square)
                    edges[place].weight = share * share
                }
                try settle()
            }
            guard scale > 3 else { return }
            scale = Double.maximum(scale * 0.7, 3)
        }
    }

    private static let roundsAtScale = 3
}

/// The decimal logarithm of a number of at least one, to three digits: enough to count digits.
private func decimalLogarithm(_ value: Double) -> Double {
    guard value.isFinite, value >= 1 else { return value > 1 ? .infinity : 0 }
    let fraction = value.significand - 1
    return (Double(value.exponent) + fraction * (1.3465 - 0.3465 * fraction)) * 0.30103
}

extension GraphProblem {
    /// An edge's residual and leverage at the solution.
    func judged(_ edge: Edge, _ inverse: BlockInverse) -> SolvedEdge {
        let twist = (edge.back * motion(edge, poses)).twist
        let r = edge.whitening * twist.vector
        return SolvedEdge(
            place: edge.place, residual: twist, squares: (r * r).sum(),
            leverage: edge.weight * spread(edge, inverse).trace, weight: edge.weight)
    }

    /// The whitened covariance of the solution's motion along an edge.
    private func spread(_ edge: Edge, _ inverse: BlockInverse) -> Matrix6 {
        let h = motion(edge, poses)
        let to = edge.whitening * inverseRightJacobian((edge.back * h).twist.vector)
        let from = to * h.inverted().adjointMatrix * -1
        let (i, j) = edge.slots
        var spread = Matrix6.zero
        if i >= 0 { spread = spread + (from * inverse.covariance(i, i)).timesTranspose(from) }
        if j >= 0 { spread = spread + (to * inverse.covariance(j, j)).timesTranspose(to) }
        if i >= 0, j >= 0 {
            let cross = (from * inverse.covariance(i, j)).timesTranspose(to)
            spread = spread + cross + cross.transposed
        }
        return spread
    }

    /// The fall of the least cost without each edge, to first order; `nil` where it is not determined.
    mutating func gains() -> [(place: Int, gain: Double)]? {
        guard settledCost() != nil else { return nil }
        linearize(damping: 0)
        guard factor.factor() else { return nil }
        let inverse = BlockInverse(factor)
        return edges.map { edge in
            let r = residual(edge, poses)
            // What the edge does not decide itself; singular where it decides all in some direction.
            let rest = (Matrix6.identity - spread(edge, inverse)).symmetric
            return (edge.place, rest.inverse.map { (($0 * r) * r).sum() } ?? 0)
        }
    }

    /// The edges by their misses of the robust solution, the largest first.
    mutating func farthest() -> [Int] {
        relax()
        do throws(PoseGraphError) { try anneal() } catch {}
        let misses = edges.map { edge in
            let r = residual(edge, poses)
            return (place: edge.place, square: (r * r).sum())
        }
        return misses.sorted { ($1.square, $0.place) < ($0.square, $1.place) }.map { $0.place }
    }

    /// The least cost; `nil` where steps do not settle.
    mutating func settledCost() -> Double? {
        relax()
        do throws(PoseGraphError) { try settle() } catch { return nil }
        return cost(poses)
    }
}

extension PoseGraph {
    /// The least-squares poses of every component, in the order of their first frames.
    public func solve(_ options: SolveOptions = SolveOptions()) throws(PoseGraphError) -> [GraphSolution] {
        let root = options.root.map { [$0] } ?? []
        for name in options.held.keys.sorted() + root + options.priors.map({ $0.frame }) {
            _ = try place(of: name)
        }
        let numbers = componentNumbers
        var solutions: [GraphSolution] = []
        let given = Set(options.held.keys).union(root)
        var members = [[Int]](repeating: [], count: (numbers.max() ?? -1) + 1)
        for (frame, number) in numbers.enumerated() { members[number].append(frame) }
        let lists = edgesAtFrames
        for component in members {
            if component.count == 1, options.priors.isEmpty {
                let name = frames[component[0]]
                solutions.append(GraphSolution(lone: name, at: options.held[name] ?? .identity))
                continue
            }
            let held = component.first { given.contains(frames[$0]) } ?? rootOfComponent(component, lists)
            var problem = GraphProblem(self, component, root: held, options)
            solutions.append(try problem.solved(isRobust: options.isRobust))
        }
        return solutions
    }

    /// The squares of all edges' residuals in deviations, with the frames at poses; `nil` where a frame has none.
    public func cost(at poses: [String: RigidTransform]) -> Double? {
        var sum = 0.0
        for edge in edges {
            guard let from = poses[edge.from], let to = poses[edge.to] else { return nil }
            let miss = edge.motion.inverted() * (from.inverted() * to)
            guard let squares = edge.covariance.squaredDistance(miss.twist) else { return nil }
            sum += squares
        }
        return sum
    }
}

/// The knowledge and wishes with which a graph is solved.
public struct SolveOptions: Hashable, Sendable {
    /// Frames that are held at poses; a component without any is held at its root, which then has the identity.
    public var held: [String: RigidTransform]
    /// The root of the component that has it, if nothing there is held.
    public var root: String?
    public var priors: [FramePrior]
    /// Whether edges that miss by many deviations count less (Geman and McClure, annealed).
    public var isRobust: Bool

    public init(
        held: [String: RigidTransform] = [:], root: String? = nil, priors: [FramePrior] = [],
        isRobust: Bool = false
    ) {
        (self.held, self.root, self.priors, self.isRobust) = (held, root, priors, isRobust)
    }
}

extension GraphProblem {
    /// A part of the poses that is moved while the rest is held.
    private enum Part {
        case turns, shifts

        /// The directions of a step that move.
        var directions: SIMD8<Double> {
            switch self {
            case .turns: SIMD8(1, 1, 1, 0, 0, 0, 0, 0)
            case .shifts: SIMD8(0, 0, 0, 1, 1, 1, 0, 0)
            }
        }

        /// The residuals that count: whitening leaves the first three to turns alone.
        var residuals: SIMD8<Double> {
            switch self {
            case .turns: directions
            case .shifts: SIMD8(1, 1, 1, 1, 1, 1, 0, 0)
            }
        }
    }

    /// Makes the turns of the start agree, then the shifts, where some edge turns far from the tree.
    ///
    /// Steps of the whole problem are taken along lever arms, which are no guide while turns are wrong by tens of degrees. The start
    /// is kept where that raises the cost.
    mutating func relax() {
        let isFar = edges.contains {
            (($0.back * motion($0, poses)).twist.rotation).length > GraphProblem.farTurn
        }
        guard isFar, !free.isEmpty else { return }
        let (start, before) = (poses, cost(poses))
        relaxTurns()
        linearize(.shifts, damping: 0)
        if factor.factor() { poses = moved(factor.solve(side)) }
        if !(cost(poses) < before) { poses = start }
    }

    /// Steps of the turns alone, damped where they raise their cost.
    private mutating func relaxTurns() {
        var damping = 0.0, before = cost(of: .turns, poses)
        for _ in 0..<GraphProblem.mostRelaxations {
            linearize(.turns, damping: damping)
            guard factor.factor() else { return }
            let step = factor.solve(side), next = moved(step), after = cost(of: .turns, next)
            guard after <= before else {
                guard damping < GraphProblem.mostRelaxationDamping else { return }
                damping = Double.maximum(10 * damping, GraphProblem.leastRelaxationDamping)
                continue
            }
            let size = step.reduce(0.0) { Double.maximum($0, ($1 * $1).max().squareRoot()) }
            (poses, before) = (next, after)
            damping = damping > GraphProblem.leastRelaxationDamping ? damping / 10 : 0
            if size < GraphProblem.smallRelaxation { return }
        }
    }

    /// 30°, in radians.
    private static var farTurn: Double { .pi / 6 }
    private static var mostRelaxations: Int { 100 }
    private static var mostRelaxationDamping: Double { 1e6 }
    private static var leastRelaxationDamping: Double { 1e-3 }
    /// The whole problem continues from there, in radians.
    private static var smallRelaxation: Double { 1e-4 }

    private func cost(of part: Part, _ poses: [RigidTransform]) -> Double {
        edges.reduce(0.0) { sum, edge in
            let r = residual(edge, poses) * part.residuals
            return sum + (r * r).sum()
        }
    }

    /// The normal matrix of a part; what is held gets a step of zero.
    private mutating func linearize(_ part: Part, damping: Double) {
        factor.clear()
        for slot in side.indices { side[slot] = .zero }
        let mask = part.directions, rows = part.residuals
        for edge in edges {
            let h = motion(edge, poses), r = (edge.back * h).twist.vector
            let whitened = (edge.whitening * r) * rows
            let both = (edge.whitening * inverseRightJacobian(r)).masked(rows: rows)
            let to = both.masked(columns: mask)
            let from = (both * h.inverted().adjointMatrix * -1).masked(columns: mask)
            let (i, j) = edge.slots
            if j >= 0 {
                factor.add(to.transposeTimes(to), toDiagonalOf: j)
                side[j] -= to.transposeTimes(whitened)
            }
            guard i >= 0 else { continue }
            factor.add(from.transposeTimes(from), toDiagonalOf: i)
            side[i] -= from.transposeTimes(whitened)
            guard j >= 0 else { continue }
            factor.add(edge.isTransposed ? to.transposeTimes(from) : from.transposeTimes(to), at: edge.block)
        }
        let held = SIMD8<Double>(1, 1, 1, 1, 1, 1, 0, 0) - mask
        for slot in side.indices {
            factor.add(Matrix6(diagonal: held), toDiagonalOf: slot)
            if damping > 0 { factor.damp(slot, by: damping) }
        }
    }
}

extension Matrix6 {
    /// The matrix with zeros in the rows where a mask has them.
    fileprivate func masked(rows mask: SIMD8<Double>) -> Matrix6 {
        Matrix6(c0 * mask, c1 * mask, c2 * mask, c3 * mask, c4 * mask, c5 * mask)
    }

    /// The matrix with zeros in the columns where a mask has them.
    fileprivate func masked(columns mask: SIMD8<Double>) -> Matrix6 {
        Matrix6(c0 * mask[0], c1 * mask[1], c2 * mask[2], c3 * mask[3], c4 * mask[4], c5 * mask[5])
    }
}
