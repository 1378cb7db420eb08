import MarkerTables
package import Markers
package import QuadGeometry
import ToolMarkers
package import ToolTerminal

/// Everything a check found out: what people read and what programs read are both made from this value.
package struct CheckReport {
    package let options: CheckOptions
    package let files: [CheckedFile]
    /// The files among several of which nothing could be read.
    package let unread: [UnreadFile]
    /// The findings that are listed, by file, row and layer.
    package let findings: [MarkerFinding]
    /// The findings that `--max-findings` left out.
    package let leftOut: FindingCounts

    package init(_ files: [CheckedFile], unread: [UnreadFile] = [], _ options: CheckOptions) {
        (self.files, self.unread, self.options) = (files, unread, options)
        let all = files.flatMap(\.findings)
        findings = CheckReport.listed(all, atMost: options.mostFindings ?? CheckOptions.mostFindingsUnasked)
        leftOut = FindingCounts(all) - FindingCounts(findings)
    }

    /// The findings of all severities, those left out included.
    package var counts: FindingCounts { files.map(\.counts).reduce(FindingCounts(), +) }

    /// The errors that stopped the reading of a file, at most one per file.
    package var failures: [Failure] { unread.map(\.failure) + files.compactMap(\.file.failure) }

    package var verdict: Verdict { failures.isEmpty ? Verdict(counts, options.failsOn) : .fail }

    package var exitCode: ExitCode {
        guard failures.isEmpty else { return .unreadable }
        return switch options.failsOn {
        case .never: .good
        case .error, .warning: verdict == .fail ? .findings : .good
        }
    }

    /// Every error, then as many of the others as there is room for, the most severe first.
    private static func listed(_ all: [MarkerFinding], atMost most: Int) -> [MarkerFinding] {
        guard all.count > most else { return all }
        var chosen: Set<Int> = []
        for severity in Severity.allCases {
            let places = all.indices.filter { all[$0].severity == severity }
            chosen.formUnion(severity == .error ? places[...] : places.prefix(max(0, most - chosen.count)))
        }
        return all.indices.filter(chosen.contains).map { all[$0] }
    }
}

/// A file of which nothing could be read, and the reason.
package struct UnreadFile {
    package let name: String
    package let failure: Failure

    package init(name: String, failure: Failure) {
        self.name = name
        self.failure = failure
    }
}

/// A file with its findings, those that remain where it was repaired.
package struct CheckedFile {
    package let file: MarkerFile
    package let findings: [MarkerFinding]
    package let repairs: [Repair]
    /// The number of markers that were not repaired, since their unit may have slipped.
    let unrepaired: Int
    package let counts: FindingCounts

    package init(_ batch: MarkerBatch, findings: [MarkerFinding]) {
        (file, self.findings, repairs) = (batch.file, findings, batch.repairs)
        unrepaired = batch.unrepaired
        counts = FindingCounts(findings)
    }
}

extension MarkerFile {
    /// Reads a file, or standard input where the name is `-`.
    package init(
        reading file: String, _ options: CheckOptions, reportsBrokenLines: Bool = false
    ) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        do throws(MarkerFileError) {
            try self.init(
                file, bytes, options.format, options.coordinates, reportsBrokenLines: reportsBrokenLines)
        } catch {
            switch error {
            case .empty: throw .emptyMarkers(file: file)
            case .tableOfRawCorners: throw .tableOfRawCorners(file: file)
            case .table(let error): throw .table(file: file, error)
            case .json(let error): throw .json(file: file, error)
            }
        }
    }

    /// The error that ended the reading before the end of the file.
    package var failure: Failure? { error.map { .json(file: name, $0) } }
}

extension Verdict {
    package init(_ counts: FindingCounts, _ level: FailureLevel) {
        let fails = counts[.error] > 0 || (level == .warning && counts[.warning] > 0)
        self = fails ? .fail : counts[.warning] > 0 ? .warn : .pass
    }
}

package struct FindingCounts {
    private var numbers: [Severity: Int] = [:]

    package init() {}

    package init(_ findings: [MarkerFinding]) {
        for finding in findings { numbers[finding.severity, default: 0] += 1 }
    }

    package subscript(_ severity: Severity) -> Int { numbers[severity] ?? 0 }

    package var total: Int { numbers.values.reduce(0, +) }

    static func + (first: Self, second: Self) -> Self {
        var sum = first
        sum.numbers.merge(second.numbers, uniquingKeysWith: +)
        return sum
    }

    static func - (first: Self, second: Self) -> Self {
        var difference = first
        for (severity, count) in second.numbers { difference.numbers[severity, default: 0] -= count }
        return difference
    }
}
