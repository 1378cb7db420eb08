import StrictJSON
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

                With --all, editors complete and check the documents: settings.json of the folder is what to merge
                into .vscode/settings.json, from where VS Code finds the schemas by the names of files.
                A .quadcal.json may name its schema itself, as "$schema": "schemas/config.schema.json".
                """,
            settings: SchemaOptions(),
            options: [OptionGroup(heading: "files", options: [SchemaOptions.all, SchemaOptions.force])],
            examples: [
                ("quadcal schema", "every document by name, and where it comes from"),
                (
                    "quadcal schema check > check.schema.json",
                    "the schema of what quadcal check --json prints"
                ),
                ("quadcal schema --all schemas", "all schemas as files, for an editor"),
            ],
            work: { (options, operands, streams) throws(Failure) in
                if let extra = operands.dropFirst(options.folder == nil ? 1 : 0).first {
                    throw .unwantedOperand(extra, command: "schema")
                }
                if let folder = options.folder {
                    try writeSchemas(into: folder, replaces: options.replacesFile, streams)
                    return .good
                }
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

    private func writeSchemas(
        into folder: String, replaces: Bool, _ streams: Streams
    ) throws(Failure) {
        let files = SchemaFile.all(
            in: SchemaFile.text(documents) + texts(of: .schemas, for: "a part of the schemas", streams))
        try OutputFile.write(
            files.map { ($0.name, Array($0.text.utf8)) } + [
                ("settings.json", SchemaFile.setting(of: files, in: folder))
            ],
            into: folder, replaces: replaces, for: "--all")
    }
}

struct SchemaOptions: Sendable {
    var folder: String?
    var replacesFile = false

    static let all = Option<SchemaOptions>(
        file: "--all", "FOLDER", to: "write", "write every schema into a folder, with settings for editors"
    ) {
        $0.folder = $1
    }
    static let force = Option<SchemaOptions>(switch: "--force", "let --all replace files") {
        $0.replacesFile = true
    }.needs("--all FOLDER", "it says which files are replaced")
}
