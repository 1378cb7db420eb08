/// The set of values that a JSON value may have, written as a JSON Schema (draft 2020-12).
package indirect enum Schema: Sendable {
    case string, integer, number, boolean
    case word([String])
    case null
    /// An array of this many elements, or of any number.
    case array(Schema, count: Int? = nil)
    /// An object of these members and no others.
    case object([SchemaMember])
    /// An object whose members are all of one kind and have any of these names, or any name at all.
    case table([String]?, of: Schema)
    case oneOf([Schema])

    package static let point = Schema.array(.number, count: 3)

    package var orNull: Schema { .oneOf([self, .null]) }

    /// Those of which a value has one: itself, but for a choice.
    package var alternatives: [Schema] {
        guard case .oneOf(let schemas) = self else { return [self] }
        return schemas
    }

    /// The same object, but that a member may be less than its type says.
    package func narrowing(_ name: String, to schema: Schema) -> Schema {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                guard member.name == name else { return member }
                return SchemaMember(
                    name: name, about: member.about, schema: schema, isRequired: member.isRequired)
            })
    }

    package func members(_ json: inout JSONWriter) {
        switch self {
        case .string: json.member("type", "string")
        case .integer: json.member("type", "integer")
        case .number: json.member("type", "number")
        case .boolean: json.member("type", "boolean")
        case .null: json.member("type", "null")
        case .word(let words):
            json.array("enum") { json in words.forEach { json.value($0) } }
        case .array(let element, let count):
            json.member("type", "array")
            json.object("items") { element.members(&$0) }
            guard let count else { return }
            json.member("minItems", count)
            json.member("maxItems", count)
        case .object(let members):
            json.member("type", "object")
            json.object("properties") { json in
                for member in members {
                    json.object(member.name) { json in
                        json.member("description", member.about)
                        member.schema.members(&json)
                    }
                }
            }
            json.array("required") { json in
                for member in members where member.isRequired { json.value(member.name) }
            }
            json.member("additionalProperties", false)
        case .table(let names, let value):
            json.member("type", "object")
            if let names {
                json.object("propertyNames") { Schema.word(names).members(&$0) }
            }
            json.object("additionalProperties") { value.members(&$0) }
        case .oneOf(let schemas):
            json.array("oneOf") { json in
                for schema in schemas { json.object { schema.members(&$0) } }
            }
        }
    }
}

package struct SchemaMember: Sendable {
    package let name: String
    /// Its meaning, in a sentence.
    package let about: String
    package let schema: Schema
    package let isRequired: Bool

    package static func always(_ name: String, _ schema: Schema, _ about: String) -> SchemaMember {
        SchemaMember(name: name, about: about, schema: schema, isRequired: true)
    }

    /// A member that is present only if it has a value.
    package static func sometimes(_ name: String, _ schema: Schema, _ about: String) -> SchemaMember {
        SchemaMember(name: name, about: about, schema: schema, isRequired: false)
    }
}
