import CheckReports
import FitReports
import JobReports
import RaycastReports
import StrictJSON
import SyncReports
import ToolTerminal

extension Command {
    /// `quadcal schema [NAME]`.
    static let schema = Command(
        "schema", "list the JSON documents, or print the schema of one", operands: "[NAME]",
        notes: """
            The schemas are JSON Schema, draft 2020-12. They are strict: no document has a member that its
            schema does not describe. The names of documents carry a number, as in quadcal.check/1, which
            increases when a member changes its meaning or goes away; members may be added without that.
            """,
        settings: (), options: [],
        examples: [
            ("quadcal schema", "every document by name, and where it comes from"),
            ("quadcal schema check > check.schema.json", "the schema of what quadcal check --json prints"),
        ]
    ) { (_, operands, streams) throws(Failure) in
        if let extra = operands.dropFirst().first { throw .unwantedOperand(extra, command: "schema") }
        let all = SchemaDocument.all
        guard let name = operands.first else {
            try streams.print(TextTable.list(all.map { ($0.name, $0.about) }, indent: ""))
            return .good
        }
        guard let document = all.first(where: { $0.name == name }) else {
            throw .unknownDocument(name, nearest: nearest(to: name, among: all.map(\.name)))
        }
        try streams.print(document.document)
        return .good
    }
}

extension SchemaDocument {
    /// Every document, in the order of the list.
    static var all: [SchemaDocument] {
        [
            .check, .checkLine, .fit, .fuse, .apply, .calibrate, .plan, .run, .jobs, .raycast, .view, .graph,
            .handEye, .rebase, .sense,
            .spaces, .sessions,
            .markers, .pull, .upload, .sync, .probe, .doctor, .bench, .config, .camera, .error,
        ]
    }
}
