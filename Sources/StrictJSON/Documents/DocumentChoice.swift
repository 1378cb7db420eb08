/// One of several kinds of values, each in a form of its own.
///
///     enum Repair: DocumentChoice {
///         case flatten(Flatten), reorder(Reorder)
///
///         static let forms: [DocumentForm<Repair>] = [
///             .form(Repair.flatten) { if case .flatten(let it) = $0 { it } else { nil } },
///             .form(Repair.reorder) { if case .reorder(let it) = $0 { it } else { nil } },
///         ]
///     }
package protocol DocumentChoice: DocumentValue {
    /// In the order in which they are tried.
    static var forms: [DocumentForm<Self>] { get }
}

extension DocumentChoice {
    package static var schema: Schema { .oneOf(forms.map(\.schema)) }

    /// Reads the first form that fits.
    package init(_ json: JSONValue) throws(JSONError) {
        var last = json.error(.wrongType)
        for form in Self.forms {
            do throws(JSONError) {
                self = try form.read(json)
                return
            } catch { last = error }
        }
        throw last
    }

    package func write(to json: inout JSONWriter) {
        for form in Self.forms where form.write(self, &json) { return }
    }
}

/// A form that a choice can have.
package struct DocumentForm<Choice>: Sendable {
    let schema: Schema
    /// Writes the value, or returns `false` where it has another form.
    let write: @Sendable (Choice, inout JSONWriter) -> Bool
    let read: @Sendable (JSONValue) throws(JSONError) -> Choice

    /// - Parameters:
    ///   - schema: what the value may be, where its type does not say all of it.
    ///   - value: the value in this form; `nil` where the choice has another one.
    package static func form<Value: DocumentValue>(
        _ choice: @escaping @Sendable (Value) -> Choice, schema: Schema = Value.schema,
        _ value: @escaping @Sendable (Choice) -> Value?
    ) -> DocumentForm {
        DocumentForm(schema: schema) { one, json in
            guard let value = value(one) else { return false }
            value.write(to: &json)
            return true
        } read: { (json) throws(JSONError) in
            choice(try Value(json))
        }
    }
}
