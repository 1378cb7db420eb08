import Markers
import PublishedResults
import QuadGeometry
import ToolMarkers
package import ToolTerminal

/// A check for people: a line for each finding, a line for each file, and the verdict last.
package enum CheckText {
    package static func text(_ report: CheckReport, _ screen: Screen) -> String {
        let listed = listedSeverities(report.options.loudness)
        let findings = report.findings.filter { listed.contains($0.severity) }
        let names = screen.size == nil ? .whole : MarkerNames(shortIn: report.files.map(\.file))
        var lines: [String]
        // Programs that read the text expect a line for each finding.
        if screen.size != nil, report.options.loudness == .normal, findings.count > FindingGroups.mostSingle {
            lines = FindingGroups(findings).lines(screen, names)
        } else {
            lines = findings.map { line($0, screen, names) }
        }
        if report.files.count + report.unread.count > 1, report.options.loudness != .quiet {
            lines += report.files.map {
                screen.paintedVerdict(verdict($0.counts, name(of: $0, report.options), [$0], report))
            }
            lines += report.unread.map {
                screen.paintedVerdict("FAIL  \(fileLabel($0.name)): nothing could be read")
            }
        }
        let hidden = listed.reduce(0) { $0 + report.leftOut[$1] }
        if hidden > 0 { lines.append("\(counted(hidden, "finding")) not listed (--max-findings)") }
        return screen.arranged(lines, verdict: verdict(report))
    }

    package static func verdict(_ report: CheckReport) -> String {
        let count = report.files.count + report.unread.count
        var name = count == 1 ? name(of: report.files[0], report.options) : "\(count) files"
        if !report.unread.isEmpty { name += ", \(report.unread.count) unread" }
        return verdict(report.counts, name, report.files, report, isRead: report.unread.isEmpty)
    }

    private static func listedSeverities(_ loudness: Loudness) -> [Severity] {
        switch loudness {
        case .quiet: []
        case .normal: [.error, .warning]
        case .verbose: Severity.allCases
        }
    }

    private static func line(_ finding: MarkerFinding, _ screen: Screen, _ names: MarkerNames) -> String {
        let code = "\(screen.severity(finding.severity.rawValue.uppercased())) \(finding.code.rawValue)"
        return "\(finding.text(names)) \(code) \(finding.details(names))"
    }

    private static func name(of file: CheckedFile, _ options: CheckOptions) -> String {
        let name = fileLabel(file.file.name)
        guard file.file.failure == nil else { return name }
        return options.fixedFile.map { "\(visible($0)), fixed from \(name)" } ?? name
    }

    private static func verdict(
        _ counts: FindingCounts, _ name: String, _ files: [CheckedFile], _ report: CheckReport,
        isRead: Bool = true
    ) -> String {
        let isWhole = files.allSatisfy { $0.file.failure == nil }
        let verdict = (isWhole && isRead ? Verdict(counts, report.options.failsOn) : .fail).rawValue
            .uppercased()
        var found = [
            counted(counts[.error], "error"), counted(counts[.warning], "warning"), "\(counts[.info]) info",
        ]
        if counts[.hint] > 0 { found.append(counted(counts[.hint], "hint")) }
        let faults = files.reduce(0) { $0 + $1.file.faultCount }
        var seen = counted(files.reduce(0) { $0 + $1.file.quads.count }, "quad")
        if faults > 0 {
            let units = Set(files.map(\.file.unit)).sorted().map { faults == 1 ? $0 : $0 + "s" }
            seen += " and \(faults) \(units.joined(separator: " or ")) without one"
        }
        if !isWhole { seen += " before reading failed" }
        var rule = "profile \(report.options.profile.rawValue)"
        let changed = report.options.changedLimitCount
        if changed > 0 { rule += ", \(counted(changed, "limit")) changed" }
        return "\(verdict)  \(name): \(found.joined(separator: ", ")) in \(seen) (\(rule))"
    }
}

/// Many findings for people at a terminal: by severity and code, with the first few of each.
struct FindingGroups {
    /// As many findings are listed one by one.
    static let mostSingle = 20
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

package enum SettingsText {
    /// Lines for standard error: what was used, and what was found and not used.
    package static func lines(_ options: CheckOptions, _ ignored: [(file: String, reason: String)])
        -> [String]
    {
        let used = options.settings.map { settings in
            let count = settings.settings.changes.count
            let parts = [
                settings.settings.profile.map { "profile \($0.rawValue)" },
                count > 0 ? counted(count, "limit") : nil,
            ].compactMap { $0 }
            return
                "\(visible(settings.file)): sets \(parts.isEmpty ? "nothing" : parts.joined(separator: ", ")); "
                + "--config none ignores it"
        }
        return ignored.map { file, reason in
            "\(visible(file)): not used, since \(reason); --config FILE uses it anyway"
        } + [used].compactMap { $0 }
    }
}

extension CheckOptions {
    /// Reads the settings that hold for files; returns those that are not used, and why.
    package mutating func findSettings(for files: [String]) throws(Failure) -> [(
        file: String, reason: String
    )] {
        var search = SettingsSearch()
        switch settingsChoice {
        case .search: settings = try search.settings(for: files)
        case .none: break
        case .file(let file): settings = try SettingsFile(file, Input.bytes(of: file))
        }
        return search.ignored
    }
}
