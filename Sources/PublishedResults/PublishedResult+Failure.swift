import QuadGeometry
package import ToolTerminal

extension PublishedResult {
    /// The failure of a command, as its only finding.
    package init(_ failure: Failure, command: String) {
        self.init(
            command: command, verdict: .fail, summary: "FAIL  \(failure.text)", files: [],
            findings: [PublishedFinding(failure)], rules: [], failing: .error)
    }
}

extension PublishedFinding {
    /// The failure that kept a command from its work, at the file if it was one.
    package init(_ failure: Failure) {
        self.init(
            code: failure.exitCode.word.uppercased(), severity: .error, message: failure.text,
            file: failure.place?.file ?? "quadcal", line: failure.place?.line)
    }
}
