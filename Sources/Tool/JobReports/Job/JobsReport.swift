import Markers
import MarkersEndpoint
package import MarkersJobs
package import StrictJSON
import ToolMarkers
import ToolServer
package import ToolTerminal

package struct JobsReport {
    /// A job that could be read.
    package struct Row {
        let job: JobReport
        let holder: String?

        package enum State: String, CaseIterable, DocumentValue {
            case waiting, running, open, done, undone
        }

        var state: State {
            if holder != nil { return .running }
            if job.isUndone { return .undone }
            if job.isComplete, job.direction == .apply { return .done }
            let words = Set(job.vector.map { [$0.word] } ?? Array(job.counts.keys))
            return words.isSubset(of: [.pending]) && job.direction == .apply ? .waiting : .open
        }

        /// The command lines of the ways on; none while a process has the job, which can then not be opened.
        var ways: [(name: String, command: String)] { holder == nil ? job.ways : [] }

        /// Whether anything is left to do, which is not so of a job that somebody works on.
        var isLeft: Bool { state == .waiting || state == .open }
    }

    /// A file that should be a job and cannot be read.
    package struct Refused {
        let file: String
        let error: JobError
    }

    let folder: String
    let rows: [Row]
    let refused: [Refused]

    package init(_ found: JobFolder, in folder: String) {
        self.folder = folder
        var rows: [Row] = [], refused: [Refused] = []
        for file in found.files {
            switch file.status {
            case .success(let status):
                let steps = NextSteps(file: file.path, connection: ConnectionOptions())
                rows.append(Row(job: JobReport(status, .status, steps, .normal), holder: file.holder))
            case .failure(let error): refused.append(Refused(file: file.path, error: error))
            }
        }
        (self.rows, self.refused) = (rows, refused)
    }

    package var verdict: Verdict { refused.isEmpty && !rows.contains(where: \.isLeft) ? .pass : .fail }
    package var exitCode: ExitCode { verdict == .fail ? .findings : .good }
}

extension JobsReport {
    /// The report for people: a line for each job, the ways on with those that are not at their end, and the verdict.
    package func text(_ loudness: Loudness, on screen: Screen) -> String {
        guard loudness != .quiet else { return verdictLine }
        var table = TextTable(
            ["job", "state", "markers", "mode", "space", "created"], words: [1, 2, 3, 4, 5])
        for row in rows {
            table.add([
                visible(row.job.commands.file), row.state.rawValue, "\(row.job.ended) of \(row.job.total)",
                row.job.head.mode.rawValue, visible(row.job.space, atMost: 40),
                visible(row.job.head.created, atMost: 30),
            ])
        }
        let refusals = refused.map { "  \(visible($0.file)): not read: \($0.error.text)\n" }.joined()
        return (rows.isEmpty ? "" : table.text(on: screen)) + refusals + next(loudness) + verdictLine
    }

    private func next(_ loudness: Loudness) -> String {
        let lines = rows.filter { $0.isLeft || $0.holder != nil || loudness == .verbose }.flatMap { row in
            row.holder.map {
                ["  \(visible(row.job.commands.file)) is in use by \(visible($0, atMost: 80))\n"]
            }
                ?? row.ways.map { "  \($0.command)\n" }
        }
        return lines.isEmpty ? "" : "\nnext\n" + lines.joined() + "\n"
    }

    private var verdictLine: String {
        guard !rows.isEmpty || !refused.isEmpty else { return "PASS  \(fileLabel(folder)): no jobs\n" }
        let states = Row.State.allCases.compactMap { state in
            let count = rows.count { $0.state == state }
            return count == 0 ? nil : "\(count) \(state.rawValue)"
        }
        let parts = states + (refused.isEmpty ? [] : ["\(counted(refused.count, "file")) cannot be read"])
        return "\(verdict.rawValue.uppercased())  \(fileLabel(folder)): \(counted(rows.count, "job")): "
            + "\(parts.joined(separator: ", "))\n"
    }
}

extension SchemaDocument {
    package static let jobs = SchemaDocument(
        name: "jobs", about: "what quadcal jobs --json prints", schema: JobsReport.schema)
}

extension JobsReport: RunDocument {
    package static let members: [DocumentMember<JobsReport>] =
        .head(
            "quadcal.jobs/1", verdict: "It is fail if something is left to do, or a file cannot be read."
        ) + [
            .always("folder", \.folder, "The folder."),
            .always("jobs", \.rows, "Its jobs, the newest first."),
            .always("refused", \.refused, "The files that should be jobs and cannot be read."),
        ]
}

extension JobsReport.Row: WrittenObject {
    package static let members: [DocumentMember<JobsReport.Row>] = [
        .always("file", \.job.commands.file, "Its file."),
        .always("state", \.state, "Its state."),
        .always("holder", \.holder, "The process that has it, as it describes itself; null if nobody has."),
        .always("server", \.job.head.server, "Its server."),
        .object(
            "space", "Its space.",
            [
                .always("id", \.job.head.space.text, "The id of the space."),
                .always("key", \.job.space, "The key of the space, or its id if the key is not known."),
            ]),
        .always("mode", \.job.head.mode, "What the plan rewrites."),
        .always("created", \.job.head.created, "When it was created."),
        .always("direction", \.job.direction, "Whether it is applied or undone."),
        .always("ended", \.job.ended, "The number of markers that are where it wants them."),
        .always("markers", \.job.total, "The number of its markers."),
        .always("next", \.commandLines, "The commands of all ways on, the most usual first."),
    ]

    private var commandLines: [String] { ways.map(\.command) }
}

extension JobsReport.Refused: WrittenObject {
    package static let members: [DocumentMember<JobsReport.Refused>] = [
        .always("file", \.file, "The file."),
        .always("code", \.error.code, "Why it cannot be read."),
        .always("sentence", \.error.text, "The reason in words."),
    ]
}
