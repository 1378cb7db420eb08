import StrictJSON

/// A JSON document that the tool prints or writes.
struct SchemaDocument: Sendable {
    /// Its name on the command line.
    let name: String
    /// Its source, in a few words without a full stop.
    let about: String
    let schema: Schema

    /// Every document, in the order of the list.
    static var all: [SchemaDocument] {
        [
            .check, .checkLine, .fit, .fuse, .apply, .calibrate, .plan, .run, .jobs, .raycast, .handEye,
            .spaces,
            .sessions,
            .markers, .pull, .upload, .probe, .doctor, .bench, .config, .error,
        ]
    }

    /// The schema as a document of its own.
    var document: [UInt8] {
        var json = JSONWriter(openDepth: 4)
        json.object { json in
            json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.member("title", "quadcal \(name)")
            json.member("description", "\(capitalized(about)).")
            schema.members(&json)
        }
        json.endLine()
        return json.bytes
    }
}
