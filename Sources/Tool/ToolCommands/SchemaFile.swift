import StrictJSON
import ToolTerminal

/// A schema as a file that an editor takes.
struct SchemaFile {
    let document: String
    private(set) var text = ""

    var name: String { "\(document).schema.json" }

    /// The names of files that hold such a document.
    private var pattern: String { document == "config" ? ".quadcal.json" : "*.quadcal-\(document).json" }

    /// The schemas of documents in one text, as a wing hands them over.
    static func text(_ documents: [SchemaDocument]) -> String {
        documents.map { "\(heading)\($0.name)\n\(String(decoding: $0.document, as: UTF8.self))" }.joined()
    }

    /// The schemas of such a text, in which no line of a document begins as a heading does.
    static func all(in text: String) -> [SchemaFile] {
        var files: [SchemaFile] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix(heading) {
                files.append(SchemaFile(document: String(line.dropFirst(heading.count))))
            } else if !files.isEmpty {
                files[files.count - 1].text += line + "\n"
            }
        }
        return files
    }

    private static let heading = "document "

    /// The setting by which editors find the schemas of these files in a folder; one that is relative is so to the workspace.
    static func setting(of files: [SchemaFile], in folder: String) -> [UInt8] {
        let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        let place = folder.hasPrefix("/") ? "file://\(folder)" : "./\(folder)"
        return JSONWriter.object(openDepth: 3, endsLine: true) { json in
            json.array("json.schemas") { json in
                for file in files {
                    json.object { json in
                        json.array("fileMatch") { json in json.value(file.pattern) }
                        json.member("url", "\(place)/\(file.name)")
                    }
                }
            }
        }
    }
}
