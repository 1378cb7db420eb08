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

    /// A document on a line of its own.
    package var documentLine: [UInt8] { document(openDepth: 0) }

    /// A document of its own, with the members of its upper levels on lines of their own.
    package func document(openDepth: Int) -> [UInt8] {
        var json = JSONWriter(openDepth: openDepth)
        write(to: &json)
        json.endLine()
        return json.bytes
    }
}
