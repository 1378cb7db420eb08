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
        let members = Self.members, places = json.places(of: members.count) { members[$0].name }
        for i in members.indices {
            if let place = places[i] {
                try members[i].read(JSONValue(valid: json.bytes, place), into: &self)
            } else if members[i].schema.isRequired {
                throw json.missing(members[i].schema.name)
            }
        }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            for member in Self.members { member.write(self, to: &json) }
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
    // One reference: a table is gone through for every object of a document, and copied member by member.
    private let entry: Entry

    private final class Entry: Sendable {
        let schema: SchemaMember
        /// The name as it is in a document without escapes.
        let name: [UInt8]
        let write: @Sendable (Object, inout JSONWriter) -> Void
        let read: @Sendable (JSONValue, inout Object) throws(JSONError) -> Void

        init(
            _ schema: SchemaMember, _ write: @escaping @Sendable (Object, inout JSONWriter) -> Void,
            _ read: @escaping @Sendable (JSONValue, inout Object) throws(JSONError) -> Void
        ) {
            (self.schema, name) = (schema, Array(schema.name.utf8))
            (self.write, self.read) = (write, read)
        }
    }

    package init(
        schema: SchemaMember, write: @escaping @Sendable (Object, inout JSONWriter) -> Void,
        read: @escaping @Sendable (JSONValue, inout Object) throws(JSONError) -> Void
    ) {
        entry = Entry(schema, write, read)
    }

    package var schema: SchemaMember { entry.schema }
    var name: [UInt8] { entry.name }

    func write(_ object: Object, to json: inout JSONWriter) { entry.write(object, &json) }

    func read(_ json: JSONValue, into object: inout Object) throws(JSONError) {
        try entry.read(json, &object)
    }

    /// A member that is always there.
    ///
    /// - Parameter schema: what the value may be, where its type does not say all of it.
    @inlinable
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
    @inlinable
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
    @inlinable
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
    @inlinable
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
    @inlinable
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
    /// Where an object has the values of so many members, whose names are told.
    fileprivate func places(of count: Int, name: (Int) -> [UInt8]) -> [Range<Int>?] {
        var places = [Range<Int>?](repeating: nil, count: count)
        // Most documents have them in the order of the table.
        var expected = 0, missing = count
        try? visit { scanner, found throws(JSONFault) in
            let start = scanner.place
            try scanner.skipValue()
            guard let place = JSONValue.place(of: scanner.bytes[found], from: expected, count, name) else {
                return
            }
            if places[place] == nil { missing -= 1 }
            places[place] = start..<scanner.place
            expected = place + 1
            // What else there is need not be looked at.
            if missing == 0 { throw JSONFault(code: .tooManyValues, place: scanner.place) }
        }
        return places
    }

    private static func place(
        of found: Slice<UnsafeBufferPointer<UInt8>>, from expected: Int, _ count: Int,
        _ name: (Int) -> [UInt8]
    ) -> Int? {
        if expected < count, name(expected).elementsEqual(found) { return expected }
        guard found.contains(UInt8(ascii: "\\")) else {
            return (0..<count).first { name($0).elementsEqual(found) }
        }
        let plain = JSONText.unescaped(found.base, from: found.startIndex)
        return (0..<count).first { name($0) == plain }
    }

    /// That an object lacks a member.
    fileprivate func missing(_ name: String) -> JSONError {
        let object = error(.missingMember)
        return JSONError(
            .missingMember, at: object.pointer + "/" + name, line: object.line, column: object.column,
            found: .end)
    }
}
