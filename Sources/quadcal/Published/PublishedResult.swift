import QuadGeometry

/// The result of a check or a fit as other programs show it.
struct PublishedResult {
    /// The command, which names the rules' tool.
    let command: String
    let verdict: Verdict
    /// The verdict with its reason, in a line.
    let summary: String
    /// The names of the files.
    let files: [String]
    let findings: [PublishedFinding]
    /// Every code that could have been found.
    let rules: [PublishedRule]
    /// The lowest severity that fails the run; `nil` if none does.
    let failing: Severity?

    /// Whether the finding fails the run.
    func fails(_ finding: PublishedFinding) -> Bool {
        guard let failing else { return false }
        return finding.severity == .error || finding.severity == failing
    }
}

/// A finding with its place.
struct PublishedFinding {
    let code: String
    let severity: Severity
    /// The finding and the remedy in words; safe for a terminal.
    let message: String
    let file: String
    /// The line, from 1; `nil` if it is about no line.
    let line: Int?
    /// The JSON pointer; empty if it is about the file.
    var pointer = ""
    /// The name of the marker, if it has one.
    var name: String?

    /// The place and the names for people.
    var place: String {
        fileLabel(file) + (line.map { ":\($0)" } ?? "") + (pointer.isEmpty ? "" : " \(visible(pointer))")
            + (name.map { " \($0)" } ?? "")
    }
}

/// A code with its meaning.
struct PublishedRule {
    let code: String
    let guide: CodeGuide
    let kind: PublishedKind
    let severity: Severity

    /// A code whose severity may depend on the finding has the gravest that its guide names.
    init(_ code: String, _ kind: PublishedKind, _ guide: CodeGuide) {
        (self.code, self.kind, self.guide) = (code, kind, guide)
        severity = Severity.allCases.first { guide.severity.contains($0.rawValue) } ?? .error
    }
}
