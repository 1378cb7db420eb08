import Markers

/// What a JSON value may be, as a JSON Schema (draft 2020-12) says it.
indirect enum Schema: Sendable {
    case string, integer, number, boolean
    case word([String])
    case null
    /// An array of so many, or of any number.
    case array(Schema, count: Int? = nil)
    /// An object of these members and no others.
    case object([SchemaMember])
    /// An object whose members are all alike and have any of these names, or any name at all.
    case table([String]?, of: Schema)
    case oneOf([Schema])

    /// Three coordinates.
    static let point = Schema.array(.number, count: 3)

    /// The same or null.
    var orNull: Schema { .oneOf([self, .null]) }

    /// Writes the members of the schema's object.
    func members(_ json: inout JSONWriter) {
        switch self {
        case .string: json.member("type", "string")
        case .integer: json.member("type", "integer")
        case .number: json.member("type", "number")
        case .boolean: json.member("type", "boolean")
        case .null: json.member("type", "null")
        case .word(let words):
            json.key("enum")
            json.array { json in words.forEach { json.value($0) } }
        case .array(let element, let count):
            json.member("type", "array")
            json.key("items")
            json.object { element.members(&$0) }
            guard let count else { return }
            json.member("minItems", count)
            json.member("maxItems", count)
        case .object(let members):
            json.member("type", "object")
            json.key("properties")
            json.object { json in
                for member in members {
                    json.key(member.name)
                    json.object { json in
                        json.member("description", member.about)
                        member.schema.members(&json)
                    }
                }
            }
            json.key("required")
            json.array { json in
                for member in members where member.isRequired { json.value(member.name) }
            }
            json.member("additionalProperties", false)
        case .table(let names, let value):
            json.member("type", "object")
            if let names {
                json.key("propertyNames")
                json.object { Schema.word(names).members(&$0) }
            }
            json.key("additionalProperties")
            json.object { value.members(&$0) }
        case .oneOf(let schemas):
            json.key("oneOf")
            json.array { json in
                for schema in schemas { json.object { schema.members(&$0) } }
            }
        }
    }
}

/// A member of an object.
struct SchemaMember: Sendable {
    let name: String
    /// What it says, in a sentence.
    let about: String
    let schema: Schema
    let isRequired: Bool

    /// A member that is always there.
    static func always(_ name: String, _ schema: Schema, _ about: String) -> SchemaMember {
        SchemaMember(name: name, about: about, schema: schema, isRequired: true)
    }

    /// A member that is there only where it says something.
    static func sometimes(_ name: String, _ schema: Schema, _ about: String) -> SchemaMember {
        SchemaMember(name: name, about: about, schema: schema, isRequired: false)
    }
}

/// A JSON document that the tool prints or writes.
struct SchemaDocument: Sendable {
    /// What it is called on the command line.
    let name: String
    /// Where it comes from, in a few words without a full stop.
    let about: String
    let schema: Schema

    /// Every document, in the order of the list.
    static var all: [SchemaDocument] {
        [.check, .checkLine, .fit, .apply, .plan, .run, .raycast, .probe, .doctor, .error]
    }

    /// The schema as a document of its own.
    var document: [UInt8] {
        var json = JSONWriter(openDepth: 4)
        json.object { json in
            json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.member("title", "quadcal \(name)")
            json.member("description", "\(about.prefix(1).uppercased() + about.dropFirst()).")
            schema.members(&json)
        }
        json.endLine()
        return json.bytes
    }
}
