import ToolTerminal

extension Tool {
    /// `quadcal schema [NAME]`.
    var schema: Command {
        Command(
            "schema", "list the JSON documents, or print the schema of one", operands: "[NAME]",
            notes: """
                The schemas are JSON Schema, draft 2020-12. They are strict: no document has a member that its
                schema does not describe. The names of documents carry a number, as in quadcal.check/1, which
                increases when a member changes its meaning or goes away; members may be added without that.
                """,
            settings: (), options: [],
            examples: [
                ("quadcal schema", "every document by name, and where it comes from"),
                (
                    "quadcal schema check > check.schema.json",
                    "the schema of what quadcal check --json prints"
                ),
            ],
            work: { (_, operands, streams) throws(Failure) in
                if let extra = operands.dropFirst().first { throw .unwantedOperand(extra, command: "schema") }
                if let document = documents.first(where: { $0.name == operands.first }) {
                    try streams.print(document.document)
                    return .good
                }
                let all =
                    documents.map { ($0.name, $0.about) }
                    + wings.flatMap(\.documents).map { ($0.name, $0.about) }
                guard let name = operands.first else {
                    try streams.print(TextTable.list(all, indent: ""))
                    return .good
                }
                guard let wing = wings.first(where: { $0.documents.contains { $0.name == name } }) else {
                    throw .unknownDocument(name, nearest: nearest(to: name, among: all.map(\.0)))
                }
                try wing.takeOver(["schema", name], for: "the schema of \(name)")
            })
    }
}
