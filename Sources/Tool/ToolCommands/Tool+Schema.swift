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
                let others = try documentsOfWings()
                let all = documents.map { ($0.name, $0.about) } + others.map { ($0.name, $0.about) }
                guard let name = operands.first else {
                    try streams.print(TextTable.list(all, indent: ""))
                    return .good
                }
                guard let wing = others.first(where: { $0.name == name })?.wing else {
                    throw .unknownDocument(name, nearest: nearest(to: name, among: all.map(\.0)))
                }
                try wing.takeOver(["schema", name])
            })
    }

    /// The documents of the wings that are installed.
    func documentsOfWings() throws(Failure) -> [(name: String, about: String, wing: Wing)] {
        var found: [(name: String, about: String, wing: Wing)] = []
        for wing in wings {
            for line in try wing.text(of: .documents)?.split(separator: "\n") ?? [] {
                let parts = line.split(separator: ToolPart.tab, maxSplits: 1).map(String.init)
                if parts.count == 2 { found.append((parts[0], parts[1], wing)) }
            }
        }
        return found
    }
}
