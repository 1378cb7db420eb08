package import FrameGraph
package import FrameGraphFiles
package import QuadGeometry

package struct GraphQuestion: Sendable {
    /// The frame that is to be seen, and the one from which; both or none.
    package var from: String?
    package var to: String?
    /// Whether the answer comes from the solution of the graph rather than from its best path.
    package var isSolved = false
    package var isRobust = false
    /// Whether a graph that is only doubtful fails.
    package var failsOnDoubt = false
    package var root: String?

    package init() {}
}

/// The closures of a graph, its solution, and the answer to a question.
package struct GraphRun: Sendable {
    package enum Outcome: Sendable {
        case agree
        /// Nothing checks the edges, or all of them together miss by more than their errors allow.
        case doubtful
        /// Some cycle does not close, or all other edges contradict one.
        case contradict
        /// No edge joins any frames.
        case unconnected
    }

    package let input: GraphInput
    package let question: GraphQuestion
    package let closures: ClosureReport
    package let components: [[String]]
    /// The solution of each component; `nil` where only a path was asked for.
    package let solutions: [GraphSolution]?
    package let view: FrameView?

    package var graph: PoseGraph { input.graph }

    /// Looks at the closures of a graph, and solves it unless only a path is asked for.
    package init(_ input: GraphInput, _ question: GraphQuestion) throws(GraphInputError) {
        (self.input, self.question) = (input, question)
        let graph = input.graph
        closures = ClosureReport(graph)
        components = graph.components
        do throws(PoseGraphError) {
            let ends = try GraphRun.ends(question, graph)
            guard question.isSolved || question.isRobust || ends == nil else {
                solutions = nil
                view = try ends.map { (ends) throws(PoseGraphError) in
                    try graph.transform(to: ends.to, from: ends.from)
                }
                return
            }
            let solutions = try graph.solve(GraphRun.options(input, question))
            self.solutions = solutions
            guard let ends else {
                view = nil
                return
            }
            // Refuses frames that nothing joins.
            _ = try graph.transform(to: ends.to, from: ends.from)
            let component = solutions.first { $0.frames.contains(ends.to) }
            view = try component?.transform(to: ends.to, from: ends.from)
        } catch { throw .graph(error) }
    }

    private static func ends(
        _ question: GraphQuestion, _ graph: PoseGraph
    ) throws(PoseGraphError) -> (from: String, to: String)? {
        guard let from = question.from, let to = question.to else { return nil }
        for name in [from, to] where !graph.frames.contains(name) { throw .noSuchFrame(name) }
        return (from, to)
    }

    private static func options(_ input: GraphInput, _ question: GraphQuestion) -> SolveOptions {
        var held = input.poses.filter { input.held.contains($0.key) }
        if let root = question.root, held.isEmpty { held[root] = input.poses[root] ?? .identity }
        return SolveOptions(held: held, isRobust: question.isRobust)
    }

    /// The solved poses of all frames; those of the file where nothing was solved.
    package var poses: [String: RigidTransform] {
        var poses = input.poses
        // A frame that nothing joins is where its file says.
        for solution in solutions ?? [] where solution.frames.count > 1 {
            for (frame, pose) in zip(solution.frames, solution.poses) { poses[frame] = pose }
        }
        return poses
    }

    package var outcome: Outcome {
        if graph.edges.isEmpty { return .unconnected }
        if failing > 0 || !closures.suspects.isEmpty { return .contradict }
        return closures.closures.isEmpty || !improbable.isEmpty ? .doubtful : .agree
    }

    package var failing: Int { closures.closures.count(where: \.fails) }

    /// The components whose edges miss their solution by more than their errors allow in any of so many.
    package var improbable: [GraphSolution] {
        let least = LoopClosure.leastProbability(among: solutions?.compactMap(\.probability) ?? [])
        return solutions?.filter { ($0.probability ?? 1) < least } ?? []
    }

    /// Whether the graph is larger than the solver is made for.
    package var isMap: Bool { graph.frames.count > PoseGraph.usualFrames }
}

extension GraphRun {
    /// The run as a document.
    ///
    /// - Parameters:
    ///   - version: The version of the tool.
    ///   - exit: Its exit code as a word.
    package func document(version: String, exit: String) -> GraphDocument {
        var document = GraphDocument(graph, poses: question.isSolved ? poses : input.poses, held: input.held)
        var run = GraphDocument.Run()
        (run.version, run.exit, run.verdict) = (version, exit, verdict)
        (run.file, run.sha256, run.format) = (input.file, input.sha256, input.format.rawValue)
        (run.turns, run.normalized) = (input.turns?.rawValue, input.normalized)
        (run.trajectory, run.trajectorySHA256) = (input.trajectory?.file, input.trajectory?.sha256)
        (run.isRobust, run.root) = (question.isRobust, question.root)
        document.run = run
        document.add(closures)
        if let solutions { document.add(solutions) }
        if let view { document.add(view) }
        document.findings = findings.map { finding in
            var written = GraphDocument.Finding()
            (written.code, written.sentence) = (finding.remark.code, finding.remark.sentence)
            (written.severity, written.edges) = (finding.remark.severity.rawValue, finding.edges)
            return written
        }
        return document
    }

    package var verdict: String {
        switch outcome {
        case .agree: "pass"
        case .doubtful: question.failsOnDoubt ? "fail" : "warn"
        case .contradict, .unconnected: "fail"
        }
    }
}
