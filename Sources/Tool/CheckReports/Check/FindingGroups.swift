import Markers
import PublishedResults
import QuadGeometry
import ToolTerminal

/// Many findings for people at a terminal: by severity and code, with the first few of each.
struct FindingGroups {
    /// As many findings are listed one by one.
    static let mostSingle = 20
    /// The findings that are listed of each group.
    private static let mostShown = 3

    private struct Group {
        let severity: Severity
        let code: CheckCode
        var findings: [MarkerFinding]
    }

    /// The most severe first, then the largest.
    private let groups: [Group]

    init(_ findings: [MarkerFinding]) {
        var groups: [Group] = []
        for finding in findings {
            let place = groups.firstIndex { $0.severity == finding.severity && $0.code == finding.code }
            if let place {
                groups[place].findings.append(finding)
            } else {
                groups.append(Group(severity: finding.severity, code: finding.code, findings: [finding]))
            }
        }
        func rank(_ group: Group) -> (Int, Int, String) {
            (
                Severity.allCases.firstIndex(of: group.severity) ?? 0, -group.findings.count,
                group.code.rawValue
            )
        }
        self.groups = groups.sorted { rank($0) < rank($1) }
    }

    /// The lines, and in the last the way to see all.
    func lines(_ screen: Screen, _ names: MarkerNames) -> [String] {
        let all = groups.reduce(0) { $0 + $1.findings.count }
        return groups.flatMap { lines($0, screen, names) } + [
            "\(counted(all, "finding")) with \(counted(groups.count, "code")); -v lists each, "
                + "--explain CODE explains a code"
        ]
    }

    private func lines(_ group: Group, _ screen: Screen, _ names: MarkerNames) -> [String] {
        let (word, count) = (group.code.rawValue, group.findings.count)
        let head =
            "\(screen.severity(group.severity.rawValue.uppercased())) \(word): \(counted(count, "finding")), \(CodeGuide(group.code).summary)"
        let shown = group.findings.prefix(Self.mostShown)
        let lines = shown.map { "  \($0.text(names)): \($0.details(names))" }
        guard shown.count < count else { return [head] + lines }
        return [head] + lines + ["  and \(count - shown.count) more; -v --only \(word) lists them"]
    }
}
