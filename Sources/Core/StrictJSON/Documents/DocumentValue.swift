/// A value that a member of a document can have: what it may be, and how it is written.
package protocol WrittenValue: SendableMetatype {
    static var schema: Schema { get }

    func write(to json: inout JSONWriter)
}

/// A value that is read, too.
package protocol DocumentValue: WrittenValue, Sendable {
    init(_ json: JSONValue) throws(JSONError)
}

extension String: DocumentValue {
    package static var schema: Schema { .string }

    package init(_ json: JSONValue) throws(JSONError) { self = try json.needed(json.string, .string) }

    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Double: DocumentValue {
    package static var schema: Schema { .number }

    package init(_ json: JSONValue) throws(JSONError) { self = try json.needed(json.double, .number) }

    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Int: DocumentValue {
    package static var schema: Schema { .integer }

    package init(_ json: JSONValue) throws(JSONError) {
        // 7.0 is an integer to a JSON Schema.
        self = try json.needed(
            json.integer.flatMap { Int(exactly: $0) } ?? json.double.flatMap { Int(exactly: $0) }, .number)
    }

    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Bool: DocumentValue {
    package static var schema: Schema { .boolean }

    package init(_ json: JSONValue) throws(JSONError) { self = try json.needed(json.bool, .bool) }

    package func write(to json: inout JSONWriter) { json.value(self) }
}

extension SIMD3: WrittenValue, DocumentValue where Scalar == Double {
    package static var schema: Schema { .point }

    package init(_ json: JSONValue) throws(JSONError) {
        guard let numbers = json.numbers, numbers.count == 3 else {
            throw json.error(.wrongType, wanted: .array)
        }
        self.init(numbers[0], numbers[1], numbers[2])
    }

    package func write(to json: inout JSONWriter) { json.value(self) }
}

/// Null where there is no value.
extension Optional: WrittenValue where Wrapped: WrittenValue {
    package static var schema: Schema { Wrapped.schema.orNull }

    package func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.null() }
    }
}

extension Optional: DocumentValue where Wrapped: DocumentValue {
    package init(_ json: JSONValue) throws(JSONError) { self = json.isNull ? nil : try Wrapped(json) }
}

extension Array: WrittenValue where Element: WrittenValue {
    package static var schema: Schema { .array(Element.schema) }

    package func write(to json: inout JSONWriter) {
        json.array { json in
            for element in self { element.write(to: &json) }
        }
    }
}

extension Array: DocumentValue where Element: DocumentValue {
    package init(_ json: JSONValue) throws(JSONError) {
        guard json.kind == .array else { throw json.error(.wrongType, wanted: .array) }
        self = []
        for element in json.elements { append(try Element(element)) }
    }
}

/// One of some words.
extension DocumentValue where Self: RawRepresentable<String> & CaseIterable {
    package static var schema: Schema { .word(allCases.map(\.rawValue)) }

    package init(_ json: JSONValue) throws(JSONError) {
        guard let word = Self(rawValue: try String(json)) else { throw json.error(.unknownWord) }
        self = word
    }

    package func write(to json: inout JSONWriter) { json.value(rawValue) }
}

/// One of some words that are no raw values.
package protocol DocumentWord: DocumentValue, CaseIterable {
    var word: String { get }
}

extension DocumentWord {
    package static var schema: Schema { .word(allCases.map(\.word)) }

    package init(_ json: JSONValue) throws(JSONError) {
        let word = try String(json)
        guard let known = Self.allCases.first(where: { $0.word == word }) else {
            throw json.error(.unknownWord)
        }
        self = known
    }

    package func write(to json: inout JSONWriter) { json.value(word) }
}

extension JSONValue {
    /// The numbers of an array; `nil` of anything else.
    fileprivate var numbers: [Double]? {
        guard kind == .array else { return nil }
        var numbers: [Double] = []
        do throws(JSONFault) {
            try visit { scanner, _ throws(JSONFault) in
                guard let number = try scanner.double() else {
                    throw JSONFault(code: .wrongType, place: scanner.place, kind: .null)
                }
                numbers.append(number)
            }
        } catch {
            return nil
        }
        return numbers
    }

    fileprivate func needed<Value>(_ value: Value?, _ kind: JSONKind) throws(JSONError) -> Value {
        guard let value else { throw error(.wrongType, wanted: kind) }
        return value
    }
}

/// Elements that are made as they are written, so that a long list is not held twice.
package struct DocumentList<Element: WrittenValue>: WrittenValue {
    private let count: Int
    private let element: (Int) -> Element

    package init<Item>(_ items: [Item], _ element: @escaping (Item) -> Element) {
        count = items.count
        self.element = { element(items[$0]) }
    }

    package static var schema: Schema { .array(Element.schema) }

    package func write(to json: inout JSONWriter) {
        json.array { json in
            for place in 0..<count { element(place).write(to: &json) }
        }
    }
}

/// Values by names that no table of members lists.
package struct DocumentTable<Value: WrittenValue>: WrittenValue {
    /// In the order in which they are written.
    package let rows: [(name: String, value: Value)]

    package init(_ rows: [(name: String, value: Value)]) { self.rows = rows }

    /// In the order of the names.
    package init(_ values: [String: Value]) { rows = values.sorted { $0.key < $1.key }.map { ($0, $1) } }

    package static var schema: Schema { .table(nil, of: Value.schema) }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            for (name, value) in rows {
                json.key(name)
                value.write(to: &json)
            }
        }
    }
}
