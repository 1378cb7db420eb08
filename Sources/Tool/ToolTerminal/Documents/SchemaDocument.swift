package import StrictJSON

/// A JSON document that the tool prints or writes.
package struct SchemaDocument: Sendable {
    /// Its name on the command line.
    package let name: String
    /// Its source, in a few words without a full stop.
    package let about: String
    /// Made when it is asked for, since few runs print one.
    private let makeSchema: @Sendable () -> Schema

    package init(name: String, about: String, schema: @autoclosure @escaping @Sendable () -> Schema) {
        self.name = name
        self.about = about
        makeSchema = schema
    }

    /// The schema: all that the document may hold.
    package var schema: Schema { makeSchema() }

    package var document: [UInt8] {
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
