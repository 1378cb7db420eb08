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
