/// An object of a document, described once: the table of its members writes it, reads it and tells its schema.
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
    /// One whose members are yet to be read.
    init()

    /// In the order in which they are written.
    static var members: [DocumentMember<Self>] { get }
}

extension DocumentObject {
    package static var schema: Schema { .object(members.map(\.schema)) }

    /// Reads the members that the table names; others may come from later versions and are passed over.
    package init(_ json: JSONValue) throws(JSONError) {
        guard json.kind == .object else { throw json.error(.wrongType) }
        self.init()
        let members = Self.members, places = json.places(of: members)
        for (member, place) in zip(members, places) {
            if let place {
                try member.read(JSONValue(valid: json.bytes, place), &self)
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

    /// A document of its own, with the members of its upper levels on lines of their own.
    package func document(openDepth: Int) -> [UInt8] {
        var json = JSONWriter(openDepth: openDepth)
        write(to: &json)
        json.endLine()
        return json.bytes
    }
}

/// A member of an object of a document: its name, its sentence, and where its value is kept.
package struct DocumentMember<Object>: Sendable {
    package let schema: SchemaMember
    let write: @Sendable (Object, inout JSONWriter) -> Void
    let read: @Sendable (JSONValue, inout Object) throws(JSONError) -> Void

    /// A member that is always there.
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

    /// A member that is always there and has always so many elements.
    ///
    /// - Parameter element: what each may be, where its type does not say all of it.
    package static func always<Element: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, [Element]> & Sendable, _ about: String,
        count: Int, of element: Schema = Element.schema
    ) -> DocumentMember {
        DocumentMember(schema: .always(name, .array(element, count: count), about)) { object, json in
            json.key(name)
            object[keyPath: path].write(to: &json)
        } read: { (value, object) throws(JSONError) in
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
        DocumentMember(schema: .sometimes(name, Value.schema, about)) { object, json in
            json.key(name)
            object[keyPath: path].write(to: &json)
        } read: { (value, object) throws(JSONError) in
            object[keyPath: path] = try Value(value)
        }
    }

    /// A text that is the same in every document, for its readers; what a document has there is not looked at.
    package static func constant(
        _ name: String, _ text: String, _ about: String, schema: Schema? = nil
    ) -> DocumentMember {
        DocumentMember(schema: .always(name, schema ?? .word([text]), about)) { _, json in
            json.key(name)
            json.value(text)
        } read: { (_, _) throws(JSONError) in
        }
    }

    /// A member that is there only where it says something.
    package static func sometimes<Value: DocumentValue>(
        _ name: String, _ path: any WritableKeyPath<Object, Value?> & Sendable, _ about: String,
        schema: Schema = Value.schema
    ) -> DocumentMember {
        DocumentMember(schema: .sometimes(name, schema, about)) { object, json in
            guard let value = object[keyPath: path] else { return }
            json.key(name)
            value.write(to: &json)
        } read: { (value, object) throws(JSONError) in
            // Null is a value where it may be one, and no member else.
            object[keyPath: path] = value.isNull ? try? Value(value) : try Value(value)
        }
    }
}

extension JSONValue {
    /// Where an object has the values of a table's members.
    fileprivate func places<Object>(of members: [DocumentMember<Object>]) -> [Range<Int>?] {
        var places = [Range<Int>?](repeating: nil, count: members.count)
        // Most documents have them in the order of the table.
        var expected = 0
        try? visit { scanner, name throws(JSONFault) in
            let start = scanner.place
            try scanner.skipValue()
            func isNamed(_ member: Int) -> Bool {
                members[member].schema.name.utf8.elementsEqual(scanner.bytes[name])
            }
            var place = expected < members.count && isNamed(expected) ? expected : nil
            if place == nil {
                let text = JSONText.string(in: scanner.bytes, at: name.lowerBound)
                place = members.firstIndex { $0.schema.name.utf8.elementsEqual(text.utf8) }
            }
            guard let place else { return }
            places[place] = start..<scanner.place
            expected = place + 1
        }
        return places
    }
}
