/// A receiver of findings, which decides whether their numbers are worked out.
protocol FindingSink {
    /// Takes a finding, which `issue` makes of its code and severity.
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: (QuadIssue.Code, Severity) -> QuadIssue)
}

extension [QuadIssue]: FindingSink {
    @inline(__always)
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: (QuadIssue.Code, Severity) -> QuadIssue
    ) {
        append(issue(code, severity))
    }
}

extension QuadVerdict: FindingSink {
    @inline(__always)
    mutating func add(
        _ code: QuadIssue.Code, _ severity: Severity, _ issue: (QuadIssue.Code, Severity) -> QuadIssue
    ) {
        codes.insert(QuadIssue.CodeSet(code))
        if self.severity.map({ severity.rank > $0.rank }) ?? true { self.severity = severity }
    }
}

extension Severity {
    /// Hints are the least, errors the gravest.
    fileprivate var rank: Int {
        switch self {
        case .hint: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        }
    }
}
