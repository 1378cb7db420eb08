import QuadGeometry
package import ToolTerminal

extension PublishedResult {
    /// The failure of a command, as its only finding.
    package init(_ failure: Failure, command: String) {
        self.init(
            command: command, verdict: .fail, summary: "FAIL  \(failure.text)",
            files: failure.place.map { [$0.file] } ?? [],
            findings: [PublishedFinding(failure)], rules: [], failing: .error)
    }
}

extension PublishedFinding {
    /// The failure that kept a command from its work, at the file if it was one.
    package init(_ failure: Failure) {
        self.init(
            code: failure.exitCode.published, severity: .error, message: failure.textWithoutPlace,
            file: failure.place?.file ?? "quadcal", line: failure.place?.line)
    }
}

extension Failure {
    /// The text without the file and the line, which a finding has beside it.
    fileprivate var textWithoutPlace: String {
        guard let place else { return text }
        let file = fileLabel(place.file)
        let labels = [place.line.map { "\(file):\($0): " }, "\(file): "].compactMap { $0 }
        return labels.first(where: text.hasPrefix).map { String(text.dropFirst($0.count)) } ?? text
    }
}
