package import FrameGraphFiles
internal import QuadGeometry

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

    /// The verdict as a word.
    package var verdict: String {
        switch outcome {
        case .agree: "pass"
        case .doubtful: question.failsOnDoubt ? "fail" : "warn"
        case .contradict, .unconnected: "fail"
        }
    }
}
