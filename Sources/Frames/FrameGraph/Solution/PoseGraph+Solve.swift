public import QuadGeometry

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
