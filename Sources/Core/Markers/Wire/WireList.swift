/// The list of a reply, read as far as it can be: an element that is not understood says nothing about the others.
///
/// It is a collection of the elements that were understood.
public struct WireList<Element: Sendable>: Sendable {
    /// In the order of the list.
    package let elements: [Element]
    /// The values that are not elements, in the order of the list.
    package let refused: [RefusedElement]

    /// A list with more values than this that are not elements is a list of something else.
    static var mostRefused: Int { 1000 }

    init(
        _ reply: JSONValue, under name: String, each read: (JSONValue) throws(JSONError) -> Element
    ) throws(JSONError) {
        let (values, pointer) = try reply.listed(under: name)
        var lines = LineCount(in: reply.bytes)
        try self.init(values) { (value) throws(JSONError) in
            // Each on its own, so that the place of an error costs no more than the element is long.
            let place = lines.place(of: value.range.lowerBound)
            let text = Array(value.text)
            do throws(JSONError) { return try read(JSONValue(valid: text, 0..<text.count)) } catch {
                let pointer = "\(pointer)/\(lines.count - 1)"
                throw error.moved(line: place.line, column: place.column, pointer: pointer)
            }
        }
    }

    init(
        _ values: [JSONValue], each read: (JSONValue) throws(JSONError) -> Element
    ) throws(JSONError) {
        var elements: [Element] = [], refused: [RefusedElement] = []
        for value in values {
            do throws(JSONError) { elements.append(try read(value)) } catch {
                refused.append(RefusedElement(value, error))
                if refused.count > Self.mostRefused { throw refused[0].error }
            }
        }
        (self.elements, self.refused) = (elements, refused)
    }
}

/// The lines and columns of places in a text, which are asked for in order.
private struct LineCount {
    private let bytes: [UInt8]
    private var (line, start, counted) = (1, 0, 0)
    /// The number of places that were asked for.
    private(set) var count = 0

    init(in bytes: [UInt8]) { self.bytes = bytes }

    /// The line and the column of a place behind all earlier ones, counted from 1.
    mutating func place(of place: Int) -> (line: Int, column: Int) {
        for index in counted..<place where bytes[index] == UInt8(ascii: "\n") {
            (line, start) = (line + 1, index + 1)
        }
        (counted, count) = (place, count + 1)
        return (line, place - start + 1)
    }
}

extension WireList: RandomAccessCollection {
    public var startIndex: Int { elements.startIndex }
    public var endIndex: Int { elements.endIndex }
    public subscript(index: Int) -> Element { elements[index] }
}

/// A value of a list that is not an element, with its names.
public struct RefusedElement: Hashable, Sendable {
    /// Its `id`, if that is text.
    public let id: String?
    /// Its `key`, `name` or `label`, the first of these that is text.
    public let name: String?
    public let error: JSONError

    package init(_ value: JSONValue, _ error: JSONError) {
        func text(_ member: String) -> String? { value.kind == .object ? value[member]?.string : nil }
        id = text("id")
        name = ["key", "name", "label"].lazy.compactMap(text).first
        self.error = error
    }
}
