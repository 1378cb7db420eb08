import Markers
import MarkersEndpoint
import MarkersJobs
package import StrictJSON
import ToolMarkers
import ToolServer
package import ToolTerminal

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
            .always("jobs", \.records, "Its jobs, the newest first."),
            .always("refused", \.refusals, "The files that should be jobs and cannot be read."),
        ]

    private var records: DocumentList<Row> { DocumentList(rows) { $0 } }
    private var refusals: DocumentList<Refused> { DocumentList(refused) { $0 } }
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
