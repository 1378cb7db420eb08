internal import RigidCalibration

/// The search for edges that all others together contradict.
///
/// The best witness against an edge is the solution of all others: leaving the edge out lowers the cost of least squares by its squared
/// miss of that solution in deviations of both, which noise alone makes a χ² of 6 (Baarda 1968). Single cycles are worse witnesses: the
/// ways round are longer, and each passes other doubtful edges.
struct SuspectSearch {
    /// Edges that nothing tells apart, the most contradicted first.
    private(set) var groups: [[Int]] = []
    private let graph: PoseGraph

    init(_ graph: PoseGraph, _ basis: CycleBasis) {
        self.graph = graph
        guard !basis.cycles.isEmpty else { return }
        let numbers = graph.componentNumbers
        var members = [[Int]](repeating: [], count: (numbers.max() ?? -1) + 1)
        for (frame, number) in numbers.enumerated() { members[number].append(frame) }
        var cycles = [Int](repeating: 0, count: members.count)
        for cycle in basis.cycles { cycles[numbers[graph.ends[cycle[0]].from]] += 1 }
        let lists = graph.edgesAtFrames
        for (number, frames) in members.enumerated() where cycles[number] > 0 {
            let component = Component(members: frames, root: graph.rootOfComponent(frames, lists))
            groups += suspects(of: component, basis, most: max(cycles[number] / 2, 1))
        }
    }

    private struct Component {
        let members: [Int]
        let root: Int
    }

    /// A group that is left out, and what that does to the cost.
    private struct Step {
        let group: [Int]
        let edge: Int
        let gain, cost: Double
        let freedom, classes: Int

        /// Whether noise hardly lowers the cost by so much, whichever edge it favours.
        var isLarge: Bool {
            chiSquareExceedance(gain, freedom: 6) * Double(classes) < LoopClosure.leastProbability
        }

        var holds: Bool {
            chiSquareExceedance(cost, freedom: freedom) >= LoopClosure.leastProbability
        }

        /// Whether the gain is large even beside the misses of a rest that does not agree.
        var standsOut: Bool {
            guard freedom > 0, cost > 0 else { return true }
            let ratio = (gain / 6) / (cost / Double(freedom))
            let chance = FDistribution(above: 6, below: Double(freedom)).exceedance(ratio)
            return chance * Double(classes) < LoopClosure.leastProbability
        }
    }

    /// The groups of a component: the most contradicted edge is left out, and the next is sought in the rest.
    private func suspects(of component: Component, _ basis: CycleBasis, most: Int) -> [[Int]] {
        var left: Set<Int> = [], steps: [Step] = []
        var rest = basis
        while steps.count < most, let step = next(in: component, without: left, rest), step.isLarge {
            steps.append(step)
            let last = steps.suffix(SuspectSearch.mostInVain)
            // Errors that are stated too small make many edges doubtful, and none of them far more than others.
            if last.count == SuspectSearch.mostInVain, !last.contains(where: { $0.standsOut }) { break }
            left.insert(step.edge)
            rest = CycleBasis(graph, without: left)
        }
        if let last = steps.last, !last.holds {
            while let last = steps.last, !last.standsOut { steps.removeLast() }
        }
        return confirmed(steps, component).map { $0.group }
    }

    /// The steps whose edges the rest contradicts still, after all others were left out.
    private func confirmed(_ steps: [Step], _ component: Component) -> [Step] {
        guard steps.count > 1, let last = steps.last else { return steps }
        let all = Set(steps.map { $0.edge })
        return steps.dropLast().filter { step in
            guard let cost = cost(of: component, without: all.subtracting([step.edge])) else { return true }
            let again = Step(
                group: step.group, edge: step.edge, gain: cost - last.cost, cost: last.cost,
                freedom: last.freedom, classes: step.classes)
            return again.isLarge
        } + [last]
    }

    /// The edge without which the rest of a component agrees best, and those that explain its misses nearly as well.
    private func next(in component: Component, without left: Set<Int>, _ basis: CycleBasis) -> Step? {
        var problem = self.problem(component, without: left)
        let gains = problem.gains()?.filter { basis.classes[$0.place] >= 0 } ?? []
        let before = problem.cost(problem.poses), freedom = 6 * (problem.edges.count - problem.free.count)
        let checked = problem.edges.map { $0.place }.filter { basis.classes[$0] >= 0 }
        // Those of all components: noise may favour an edge of any.
        let classes = (basis.classes.max() ?? 0) + 1
        let sorted = gains.sorted { ($1.gain, $0.place) < ($0.gain, $1.place) }
        func step(_ edge: Int, _ group: [Int], cost: Double) -> Step {
            Step(
                group: group, edge: edge, gain: before - cost, cost: cost, freedom: freedom - 6,
                classes: classes)
        }
        if let first = sorted.first, !step(first.place, [], cost: before - first.gain).isLarge,
            chiSquareExceedance(before, freedom: freedom) >= LoopClosure.leastProbability
        {
            return nil
        }
        // Gains are true to first order in misses; the cost without the likeliest edges is found exactly.
        let least = (sorted.first?.gain ?? 0) * SuspectSearch.leastShare
        var trials = Trials(basis.classes)
        for one in sorted.prefix(while: { $0.gain >= least }) where trials.count < SuspectSearch.mostRivals {
            trials.add(one.place) { cost(of: component, without: left.union([$0])) }
        }
        if trials.best.map({ !step($0.edge, [], cost: $0.cost).holds }) ?? true {
            // An edge that leads somewhere else altogether bends the whole solution, but not that of robust weights.
            let most = trials.count + SuspectSearch.mostFarthest
            for place in farthest(in: component, without: left) where basis.classes[place] >= 0 {
                guard trials.count < most else { break }
                trials.add(place) { cost(of: component, without: left.union([$0])) }
            }
        }
        guard let best = trials.best else { return nil }
        let rivals = trials.classes(costing: best.cost + SuspectSearch.leastOdds)
        let group = checked.filter { rivals.contains(basis.classes[$0]) }.sorted()
        return step(best.edge, group, cost: best.cost)
    }

    private func problem(_ component: Component, without left: Set<Int>) -> GraphProblem {
        GraphProblem(graph, component.members, root: component.root, SolveOptions(), without: left)
    }

    private func cost(of component: Component, without left: Set<Int>) -> Double? {
        var problem = self.problem(component, without: left)
        return problem.settledCost()
    }

    /// The edges by their misses of the robust solution, the largest first.
    private func farthest(in component: Component, without left: Set<Int>) -> [Int] {
        var problem = self.problem(component, without: left)
        return problem.farthest()
    }

    /// The least costs without single edges, of which one stands for its class.
    private struct Trials {
        private let classes: [Int]
        private var tried: [(edge: Int, cost: Double)] = []
        private var seen: Set<Int> = []

        init(_ classes: [Int]) { self.classes = classes }

        var count: Int { seen.count }

        mutating func add(_ edge: Int, _ cost: (Int) -> Double?) {
            guard seen.insert(classes[edge]).inserted, let cost = cost(edge) else { return }
            tried.append((edge, cost))
        }

        var best: (edge: Int, cost: Double)? { tried.min { $0.cost < $1.cost } }

        func classes(costing most: Double) -> Set<Int> {
            Set(tried.filter { $0.cost <= most }.map { classes[$0.edge] })
        }
    }

    /// Edges of less than this share of the largest gain are not its rivals, however far first order is off.
    private static let leastShare = 0.25
    private static let mostRivals = 12
    private static let mostFarthest = 4
    /// Edges with which the misses are at most 100 times less likely are not told from the best: 2 ln 100.
    private static let leastOdds = 9.21
    /// Steps one after the other that stand out from nothing before the search ends.
    private static let mostInVain = 4
}

/// Cycles that together hold every loop of a graph: one for each edge beyond the trees of least covariance.
struct CycleBasis {
    /// The edges of each cycle in order around it; it begins where its first edge, which is in no tree, begins.
    private(set) var cycles: [[Int]] = []
    /// The class of each edge, -1 in no cycle: edges of one class lie on the same loops, so that nothing tells them apart.
    private(set) var classes: [Int]

    init(_ graph: PoseGraph, without left: Set<Int> = []) {
        let lists = graph.edgesAtFrames
        func other(_ frame: Int, _ edge: Int) -> Int {
            graph.ends[edge].from == frame ? graph.ends[edge].to : graph.ends[edge].from
        }
        var parents = [Int](repeating: -1, count: graph.frames.count)
        var depths = [Int](repeating: 0, count: graph.frames.count)
        var isInTree = [Bool](repeating: false, count: graph.edges.count)
        for root in graph.rootsOfComponents {
            let tree = PathTree(to: root, graph, at: lists, without: left)
            for frame in tree.order {
                parents[frame] = tree.firstEdges[frame]
                guard parents[frame] >= 0 else { continue }
                isInTree[parents[frame]] = true
                depths[frame] = depths[other(frame, parents[frame])] + 1
            }
        }
        for edge in graph.edges.indices where !isInTree[edge] && !left.contains(edge) {
            var (up, down): ([Int], [Int]) = ([], [])
            var (from, to) = graph.ends[edge]
            while from != to {
                if depths[to] >= depths[from] {
                    up.append(parents[to])
                    to = other(to, parents[to])
                } else {
                    down.append(parents[from])
                    from = other(from, parents[from])
                }
            }
            cycles.append([edge] + up + down.reversed())
        }
        // Two edges are on the same loops exactly where they are in the same cycles of a basis.
        var members = [[Int]](repeating: [], count: graph.edges.count)
        for (number, cycle) in cycles.enumerated() {
            for edge in cycle { members[edge].append(number) }
        }
        var numbers: [[Int]: Int] = [:]
        classes = members.map { own in
            guard !own.isEmpty else { return -1 }
            let number = numbers[own] ?? numbers.count
            numbers[own] = number
            return number
        }
    }
}
