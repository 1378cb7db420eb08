internal import QuadGeometry

extension PoseGraph {
    /// The least-squares poses of every component, in the order of their first frames.
    public func solve(_ options: SolveOptions = SolveOptions()) throws(PoseGraphError) -> [GraphSolution] {
        for name in options.held.keys.sorted() + [options.root].compactMap(\.self)
            + options.priors.map(\.frame)
        {
            _ = try place(of: name)
        }
        let numbers = componentNumbers
        var solutions: [GraphSolution] = []
        let given = Set(options.held.keys).union([options.root].compactMap(\.self))
        var members = [[Int]](repeating: [], count: (numbers.max() ?? -1) + 1)
        for (frame, number) in numbers.enumerated() { members[number].append(frame) }
        for component in members {
            let root = component.first { given.contains(frames[$0]) } ?? rootOfComponent(component)
            var problem = GraphProblem(self, component, root: root, options)
            solutions.append(try problem.solved(isRobust: options.isRobust))
        }
        return solutions
    }
}
