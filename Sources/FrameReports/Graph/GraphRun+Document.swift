package import FrameGraphFiles

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
        (run.isRobust, run.root) = (question.isRobust, question.root)
        document.run = run
        document.add(closures)
        if let solutions { document.add(solutions) }
        if let view { document.add(view) }
        return document
    }

    /// The verdict as a word.
    package var verdict: String {
        switch outcome {
        case .agree: "pass"
        case .doubtful: "warn"
        case .contradict, .unconnected: "fail"
        }
    }
}
