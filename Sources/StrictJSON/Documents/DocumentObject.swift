/// An object of a document, described once: its table of members writes it, reads it and gives its schema.
///
///     struct Scale: DocumentObject {
///         var factor = 1.0
///         var deviation: Double?
///
///         static let members: [DocumentMember<Scale>] = [
///             .always("factor", \.factor, "How much longer the targets are."),
///             .always("deviation", \.deviation, "The deviation of that."),
///         ]
///     }
package protocol DocumentObject: DocumentValue {
    /// An object whose members are yet to be read.
    init()

    /// The members, in the order in which they are written.
    static var members: [DocumentMember<Self>] { get }
}

extension DocumentObject {
    package static var schema: Schema { .object(members.map(\.schema)) }

    /// Reads the members in the table; others may come from later versions and are ignored.
    package init(_ json: JSONValue) throws(JSONError) {
        guard json.kind == .object else { throw json.error(.wrongType) }
        self.init()
        let found = Dictionary(json.members.map { ($0.name, $0.value) }) { _, last in last }
        for member in Self.members {
            if let value = found[member.schema.name] {
                try member.read(value, &self)
            } else if member.schema.isRequired {
                let object = json.error(.missingMember)
                throw JSONError(
                    .missingMember, at: object.pointer + "/" + member.schema.name, line: object.line,
                    column: object.column, found: .end)
            }
        }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            for member in Self.members { member.write(self, &json) }
        }
    }

    /// A whole document, with the members of its upper levels on lines of their own.
    package func document(openDepth: Int) -> [UInt8] {
        var json = JSONWriter(openDepth: openDepth)
        write(to: &json)
        json.endLine()
        return json.bytes
    }
}

/// A member of an object of a document: its name, its sentence, and the path to its value.
package struct DocumentMember<Object>: Sendable {
    package let schema: SchemaMember
    let write: @Sendable (Object, inout JSONWriter) -> Void
    let read: @Sendable (JSONValue, inout Object) throws(JSONError) -> Void

    /// A member that is always present.
    ///
    /// - Parameter schema: what the value may be, where its type does not say all of it.
    package static func always<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(schema: .always(name, schema, about)) { object, json in
            json.key(name)
            object[keyPath: path].write(to: &json)
        } read: { (value, object) throws(JSONError) in
            object[keyPath: path] = try Value(value)
        }
    }

    /// A member that is present only if it has a value.
    package static func sometimes<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(schema: .sometimes(name, schema, about)) { object, json in
            guard let value = object[keyPath: path] else { return }
            json.key(name)
            value.write(to: &json)
        } read: { (value, object) throws(JSONError) in
            object[keyPath: path] = try Value?(value)
        }
    }
}
