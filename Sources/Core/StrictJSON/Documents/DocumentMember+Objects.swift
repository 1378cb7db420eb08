extension DocumentMember where Object: DocumentObject {
    private init<Value>(
        _ schema: SchemaMember, _ writer: MemberWriter,
        _ path: any WritableKeyPath<Object, Value> & Sendable,
        read: @escaping @Sendable (JSONValue) throws(JSONError) -> Value
    ) {
        self.init([schema], writer, MemberReader(schema, path, read))
    }

    /// A member that is always there.
    ///
    /// - Parameter schema: what the value may be, where its type does not say all of it.
    package static func always<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(.always(name, schema, about), .always(name, path), path) {
            (json) throws(JSONError) in try Value(json)
        }
    }

    /// A member that is always there and has always so many elements.
    ///
    /// - Parameter element: what each may be, where its type does not say all of it.
    package static func always<Element: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, [Element]> & Sendable, _ about: String,
        count: Int, of element: Schema = Element.schema
    ) -> DocumentMember {
        DocumentMember(.always(name, .array(element, count: count), about), .always(name, path), path) {
            (json) throws(JSONError) in
            guard let elements = try? [Element](json), elements.count == count else {
                throw json.error(.wrongType)
            }
            return elements
        }
    }

    /// A member that is always there and null where nothing is known; documents of others may lack it.
    package static func usually<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value> & Sendable, _ about: String
    ) -> DocumentMember {
        DocumentMember(.sometimes(name, Value.schema, about), .always(name, path), path) {
            (json) throws(JSONError) in try Value(json)
        }
    }

    /// A member that is there only where it says something.
    package static func sometimes<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(.sometimes(name, schema, about), .sometimes(name, path), path) {
            (json) throws(JSONError) in
            // Null is a value where it may be one, and no member else.
            json.isNull ? try? Value(json) : try Value(json)
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
        DocumentMember([.always(name, schema, about)], .always(name, path))
    }

    /// A member that is there only where it says something.
    package static func sometimes<Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember([.sometimes(name, schema, about)], .sometimes(name, path))
    }

    package static func object(
        _ name: String, _ about: String, _ members: [DocumentMember]
    ) -> DocumentMember {
        DocumentMember([.always(name, .object(of: members), about)], .object(name, members.map(\.writer)))
    }

    /// Members of a part, which has no object of its own.
    package static func part<Part>(
        _ path: any KeyPath<Object, Part> & Sendable, _ members: [DocumentMember<Part>]
    ) -> DocumentMember {
        DocumentMember(members.flatMap(\.schemas), .part(path, members.map(\.writer)))
    }
}
