/// A row of an object's table: a member's name, its sentence and where its value is kept; or all members of a part.
package struct DocumentMember<Object>: Sendable {
    // One reference: a table is gone through for every object of a document, and copied member by member.
    private let entry: Entry

    private final class Entry: Sendable {
        let schemas: [SchemaMember]
        /// The name as it is in a document without escapes.
        let name: [UInt8]
        let writer: MemberWriter
        let read: @Sendable (JSONValue, inout Object) throws(JSONError) -> Void

        init(
            _ schemas: [SchemaMember], _ writer: MemberWriter,
            _ read: @escaping @Sendable (JSONValue, inout Object) throws(JSONError) -> Void
        ) {
            (self.schemas, name) = (schemas, Array(schemas[0].name.utf8))
            (self.writer, self.read) = (writer, read)
        }
    }

    private init(
        schemas: [SchemaMember], writer: MemberWriter,
        read: @escaping @Sendable (JSONValue, inout Object) throws(JSONError) -> Void
    ) {
        entry = Entry(schemas, writer, read)
    }

    /// One, or those of a part.
    var schemas: [SchemaMember] { entry.schemas }
    package var schema: SchemaMember { schemas[0] }
    var name: [UInt8] { entry.name }
    var writer: MemberWriter { entry.writer }

    /// Reads the member's value; into an object that is only written, nothing.
    func read(_ json: JSONValue, into object: inout Object) throws(JSONError) {
        try entry.read(json, &object)
    }

    /// A text that is the same in every document, for its readers; what a document has there is not looked at.
    package static func constant(
        _ name: String, _ text: String, _ about: String, schema: Schema? = nil
    ) -> DocumentMember {
        let key = JSONKey(name)
        let writer = MemberWriter { _, json in
            json.key(key)
            json.value(text)
        }
        return DocumentMember(schemas: [.always(name, schema ?? .word([text]), about)], writer: writer) {
            (_, _) throws(JSONError) in
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
        DocumentMember(schemas: [.always(name, schema, about)], writer: .always(name, path)) {
            (value, object) throws(JSONError) in
            object[keyPath: path] = try Value(value)
        }
    }

    /// A member that is always there and has always so many elements.
    ///
    /// - Parameter element: what each may be, where its type does not say all of it.
    package static func always<Element: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, [Element]> & Sendable, _ about: String,
        count: Int, of element: Schema = Element.schema
    ) -> DocumentMember {
        DocumentMember(
            schemas: [.always(name, .array(element, count: count), about)], writer: .always(name, path)
        ) { (value, object) throws(JSONError) in
            guard let elements = try? [Element](value), elements.count == count else {
                throw value.error(.wrongType)
            }
            object[keyPath: path] = elements
        }
    }

    /// A member that is always there and null where nothing is known; documents of others may lack it.
    package static func usually<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String
    ) -> DocumentMember {
        DocumentMember(schemas: [.sometimes(name, Value.schema, about)], writer: .always(name, path)) {
            (value, object) throws(JSONError) in
            object[keyPath: path] = try Value(value)
        }
    }

    /// A member that is there only where it says something.
    package static func sometimes<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(schemas: [.sometimes(name, schema, about)], writer: .sometimes(name, path)) {
            (value, object) throws(JSONError) in
            // Null is a value where it may be one, and no member else.
            object[keyPath: path] = value.isNull ? try? Value(value) : try Value(value)
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
            schemas: [.always(name, schema, about)], writer: .always(name, path)
        ) { _, _ in }
    }

    /// A member that is there only where it says something.
    package static func sometimes<Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(
            schemas: [.sometimes(name, schema, about)], writer: .sometimes(name, path)
        ) { _, _ in }
    }

    /// An object of members that are kept in this one.
    package static func object(
        _ name: String, _ about: String, _ members: [DocumentMember]
    ) -> DocumentMember {
        DocumentMember(
            schemas: [.always(name, .object(of: members), about)],
            writer: .object(name, members)
        ) { _, _ in }
    }

    /// Members of a part, which has no object of its own.
    package static func part<Part>(
        _ path: any KeyPath<Object, Part> & Sendable, _ members: [DocumentMember<Part>]
    ) -> DocumentMember {
        DocumentMember(
            schemas: members.flatMap(\.schemas), writer: .part(path, members)
        ) { _, _ in }
    }
}
