import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersJobs
import StrictJSON
import ToolCommands
import ToolServer
import ToolTerminal

extension Command {
    static let jobs = Command(
        "jobs", "list the jobs of a folder, and what to do next", operands: "[FOLDER]",
        notes: """
            Reads only, and asks no server. FOLDER (this one) is searched for files that end in .job, and for jobs under other names.
            Each is waiting (nothing was sent), running (a process has it), open (something is left to do), done or undone. Files
            that should be jobs and cannot be read are named with the reason, and the others are listed anyway.

            Exit codes: 0 all are done or undone, 1 something is left to do, or a file cannot be read, 2 usage error, 3 the folder
            cannot be read.
            """,
        settings: JobsOptions(), options: [OptionGroup(heading: "report", options: JobsOptions.options)],
        examples: [
            ("quadcal jobs", "the jobs of this folder"),
            ("quadcal jobs --json archive", "those of another, for a program"),
            ("quadcal jobs --adopt archive", "let recalibrations know of those, too"),
        ],
        work: { (options, operands, streams) throws(Failure) in
            if operands.count > 1 { throw .unwantedOperand(operands[1], command: "jobs") }
            let folder = operands.first ?? "."
            if options.adopts { try adopt(folder, &streams) }
            let found = try waiting { () async throws(Failure) in
                do throws(JobError) { return try await JobFolder.read(folder) } catch {
                    throw .job(file: folder, error)
                }
            }
            let report = JobsReport(found, in: folder)
            try streams.finish(options.printsJSON ? report.document(openDepth: 3) : nil) {
                report.text(options.loudness, on: $0)
            }
            return report.exitCode
        })

    /// Copies the jobs of a folder to the records of this user.
    private static func adopt(_ folder: String, _ streams: inout Streams) throws(Failure) {
        guard let records = JobRecords.standard else {
            throw .unopened(file: "~/.local/state", errno: ENOENT)
        }
        let found = try waiting { () async throws(Failure) in
            do throws(JobError) { return try await records.adopt(folder) } catch {
                throw .job(file: records.folder, error)
            }
        }
        streams.advise("\(counted(found.count, "job")) adopted into \(visible(records.folder))")
    }
}

struct JobsOptions: Sendable {
    var printsJSON = false
    var adopts = false
    var loudness = Loudness.normal

    static let options: [Option<JobsOptions>] =
        [
            Option(switch: "--json", "one JSON document", \.printsJSON),
            Option(switch: "--adopt", "copy them to the records of this user, too", \.adopts),
        ]
        + Option<JobsOptions>.loudness(verbose: "what can be done with those that are done, too", \.loudness)

}
