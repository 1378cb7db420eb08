/// A row of an object's table: a member's name, its sentence and where its value is kept; or all members of a part.
package struct DocumentMember<Object>: Sendable {
    /// `nil` for a part, whose members have names of their own.
    let name: String?
    /// One, or those of a part.
    package let schemas: [SchemaMember]
    let writer: MemberWriter
    /// Reads the member's value; of a part, the whole object. Of an object that is only written, nothing.
    let read: @Sendable (JSONValue, inout Object) throws(JSONError) -> Void

    /// A member that has the same word in every object of its kind.
    package static func constant(_ name: String, _ word: String, _ about: String) -> DocumentMember {
        let key = JSONKey(name)
        let writer = MemberWriter { _, json in
            json.key(key)
            json.value(word)
        }
        return DocumentMember(
            name: name, schemas: [.always(name, .word([word]), about)], writer: writer
        ) { (value, _) throws(JSONError) in
            guard value.string == word else { throw value.error(.unknownWord) }
        }
    }
}

extension DocumentMember where Object: DocumentObject {
    /// A member that is always there.
    ///
    /// - Parameter schema: what the value may be, where its type does not say all of it.
    package static func always<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(
            name: name, schemas: [.always(name, schema, about)], writer: .always(name, path)
        ) { (value, object) throws(JSONError) in
            object[keyPath: path] = try Value(value)
        }
    }

    /// A member that is there only where it says something.
    package static func sometimes<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(
            name: name, schemas: [.sometimes(name, schema, about)], writer: .sometimes(name, path)
        ) { (value, object) throws(JSONError) in
            object[keyPath: path] = try Value?(value)
        }
    }

    /// The members of a part, which has no object of its own.
    package static func part<Part: DocumentObject>(
        _ path: any WritableKeyPath<Object, Part> & Sendable
    ) -> DocumentMember {
        DocumentMember(
            name: nil, schemas: Part.members.flatMap(\.schemas),
            writer: .part(path, Part.members)
        ) { (whole, object) throws(JSONError) in
            object[keyPath: path] = try Part(whole)
        }
    }
}

extension DocumentMember where Object: WrittenObject {
    /// A member that is always there.
    ///
    /// - Parameter schema: what the value may be, where its type does not say all of it.
    package static func always<Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(
            name: name, schemas: [.always(name, schema, about)], writer: .always(name, path)
        ) { _, _ in }
    }

    /// A member that is there only where it says something.
    package static func sometimes<Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(
            name: name, schemas: [.sometimes(name, schema, about)], writer: .sometimes(name, path)
        ) { _, _ in }
    }

    /// An object of members that are kept in this one.
    package static func object(
        _ name: String, _ about: String, _ members: [DocumentMember]
    ) -> DocumentMember {
        DocumentMember(
            name: name, schemas: [.always(name, .object(of: members), about)],
            writer: .object(name, members)
        ) { _, _ in }
    }

    /// Members of a part, which has no object of its own.
    package static func part<Part>(
        _ path: any KeyPath<Object, Part> & Sendable, _ members: [DocumentMember<Part>]
    ) -> DocumentMember {
        DocumentMember(
            name: nil, schemas: members.flatMap(\.schemas), writer: .part(path, members)
        ) { _, _ in }
    }
}
