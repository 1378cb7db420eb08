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
    package static var schema: Schema { .object(of: members) }

    /// Reads the members that the table names; others may come from later versions and are passed over.
    package init(_ json: JSONValue) throws(JSONError) {
        guard json.kind == .object else { throw json.error(.wrongType, wanted: .object) }
        self.init()
        try withUnsafeMutablePointer(to: &self) { object throws(JSONError) in
            try Self.members.withUnsafeBufferPointer { members throws(JSONError) in
                guard let first = members.baseAddress else { return }
                try json.read(members.count, into: object) { (first + $0).pointee.reader }
            }
        }
    }

    package func write(to json: inout JSONWriter) { json.object { self.write(Self.members, to: &$0) } }
}

/// An object that is only written: its members may be worked out from others.
package protocol WrittenObject: WrittenValue {
    /// In the order in which they are written.
    static var members: [DocumentMember<Self>] { get }
}

extension WrittenObject {
    package static var schema: Schema { .object(of: members) }

    package func write(to json: inout JSONWriter) { json.object { self.write(Self.members, to: &$0) } }

    /// Writes the members into an object that is already begun.
    package func writeMembers(to json: inout JSONWriter) { write(Self.members, to: &json) }
}

extension Schema {
    /// An object of members; one that is written in either of two places has two rows, and the first describes it.
    static func object<Object>(of members: [DocumentMember<Object>]) -> Schema {
        var names: Set<String> = []
        return .object(members.flatMap(\.schemas).filter { names.insert($0.name).inserted })
    }
}

extension WrittenValue {
    /// Writes members into an object that is already begun.
    fileprivate func write(_ members: [DocumentMember<Self>], to json: inout JSONWriter) {
        withUnsafePointer(to: self) { object in
            members.withUnsafeBufferPointer { members in
                guard let first = members.baseAddress else { return }
                for place in 0..<members.count { (first + place).pointee.writer.write(object, &json) }
            }
        }
    }

    package var documentLine: [UInt8] { document(openDepth: 0) }

    /// A document of its own, with the members of its upper levels on lines of their own.
    package func document(openDepth: Int) -> [UInt8] {
        var json = JSONWriter(openDepth: openDepth)
        write(to: &json)
        json.endLine()
        return json.bytes
    }
}

/// A row of an object's table: a member's name, its sentence and where its value is kept; or all members of a part.
package struct DocumentMember<Object>: Sendable {
    /// One, or those of a part.
    package let schemas: [SchemaMember]
    let writer: MemberWriter
    let reader: MemberReader

    /// - Parameter reader: none in an object that is only written.
    init(
        _ schemas: [SchemaMember], _ writer: MemberWriter, _ reader: MemberReader = MemberReader()
    ) {
        (self.schemas, self.writer, self.reader) = (schemas, writer, reader)
    }

    package var schema: SchemaMember { schemas[0] }

    /// A text that is the same in every document, for its readers.
    ///
    /// - Parameter schema: what the documents of other versions may have instead.
    package static func constant(
        _ name: String, _ text: String, _ about: String, schema: Schema? = nil
    ) -> DocumentMember {
        let key = JSONKey(name)
        let writer = MemberWriter { _, json in
            json.key(key)
            json.value(text)
        }
        let own = SchemaMember.always(name, schema ?? .word([text]), about)
        return DocumentMember([own], writer, MemberReader(own, only: schema == nil ? text : nil))
    }
}

/// Writes a member of the object that is at an address; without the object's type, which would be asked for with every one.
struct MemberWriter: Sendable {
    let write: @Sendable (UnsafeRawPointer, inout JSONWriter) -> Void

    static func always<Object, Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value> & Sendable
    ) -> MemberWriter {
        let key = JSONKey(name), field = DocumentField(path)
        return MemberWriter { object, json in
            json.key(key)
            field.with(object) { $0.write(to: &json) }
        }
    }

    static func sometimes<Object, Value: WrittenValue>(
        _ name: String, _ path: any KeyPath<Object, Value?> & Sendable
    ) -> MemberWriter {
        let key = JSONKey(name), field = DocumentField(path)
        return MemberWriter { object, json in
            field.with(object) { value in
                guard let value else { return }
                json.key(key)
                value.write(to: &json)
            }
        }
    }

    static func object(_ name: String, _ writers: [MemberWriter]) -> MemberWriter {
        let key = JSONKey(name)
        return MemberWriter { object, json in
            json.key(key)
            json.object { json in
                for writer in writers { writer.write(object, &json) }
            }
        }
    }

    static func part<Object, Part>(
        _ path: any KeyPath<Object, Part> & Sendable, _ writers: [MemberWriter]
    ) -> MemberWriter {
        let field = DocumentField(path)
        return MemberWriter { object, json in
            field.with(object) { part in
                withUnsafePointer(to: part) { part in
                    for writer in writers { writer.write(part, &json) }
                }
            }
        }
    }
}

/// The place where a value of an object is kept.
private struct DocumentField<Object, Value>: Sendable {
    private let path: any KeyPath<Object, Value> & Sendable
    /// Stored values are used where they are: a key path would take ten times as long.
    private let offset: Int?

    init(_ path: any KeyPath<Object, Value> & Sendable) {
        (self.path, offset) = (path, MemoryLayout<Object>.offset(of: path))
    }

    /// Calls `body` with the value in the object that is at an address.
    @inline(__always)
    func with(_ object: UnsafeRawPointer, _ body: (Value) -> Void) {
        if let offset {
            body((object + offset).assumingMemoryBound(to: Value.self).pointee)
        } else {
            body(object.assumingMemoryBound(to: Object.self).pointee[keyPath: path])
        }
    }
}

/// A value that is an object of one of several forms, which their members tell apart.
package protocol DocumentVariant: DocumentValue {
    /// In the order in which the schema has them.
    static var forms: [DocumentForm<Self>] { get }

    var object: any DocumentObject { get }
}

extension DocumentVariant {
    package static var schema: Schema { .oneOf(forms.map { .object($0.members) }) }

    /// Reads an object of the form that misses the fewest of its members, the largest of those.
    package init(_ json: JSONValue) throws(JSONError) {
        let names = Set(json.members.map(\.name))
        let fits = Self.forms.map { form in
            let missing = form.members.count { $0.isRequired && !names.contains($0.name) }
            return (missing, -form.members.count)
        }
        guard let best = fits.indices.min(by: { fits[$0] < fits[$1] }) else { throw json.error(.wrongType) }
        self = try Self.forms[best].read(json)
    }

    package func write(to json: inout JSONWriter) { object.write(to: &json) }
}

package struct DocumentForm<Value>: Sendable {
    let members: [SchemaMember]
    let read: @Sendable (JSONValue) throws(JSONError) -> Value

    /// The form of an object, and how a value is made of one.
    package init<Object: DocumentObject>(_ value: @escaping @Sendable (Object) -> Value) {
        members = Object.members.map(\.schema)
        read = { (json) throws(JSONError) in value(try Object(json)) }
    }
}
