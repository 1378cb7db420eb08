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
