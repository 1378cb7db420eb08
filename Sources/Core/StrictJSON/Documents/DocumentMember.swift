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
