/// The place of an element in the list that it was read from.
public struct JSONListPlace: Hashable, Sendable {
    /// The container of the elements.
    public enum List: Hashable, Sendable {
        /// Nothing: the document is one element, or one a line.
        case lines
        /// An array.
        case array
        /// An array that is a member of this name.
        case member(String)

        /// The JSON pointer of the container.
        package var pointer: String {
            if case .member(let name) = self { "/\(name)" } else { "" }
        }
    }

    public var list: List
    /// Counted from 0.
    public var index: Int
    /// The line it starts on, counted from 1.
    public var line: Int
    /// The byte of the line it starts with, counted from 1.
    public var column: Int

    public init(list: List = .lines, index: Int = 0, line: Int = 1, column: Int = 1) {
        (self.list, self.index, self.line, self.column) = (list, index, line, column)
    }

    /// The JSON pointer of the element.
    public var pointer: String {
        switch list {
        case .lines: ""
        case .array: "/\(index)"
        case .member(let name): "/\(name)/\(index)"
        }
    }
}
