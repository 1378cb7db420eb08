/// Scans a source that comes in pieces, and keeps only the part of it that is being read.
package struct JSONPieces {
    @usableFromInline let window: ByteWindow
    @usableFromInline let options: JSONOptions
    /// Kept from one piece to the next, so that it is not made again.
    @usableFromInline var room = JSONScanner.Room()
    /// True once a fault has ended the reading.
    package var hasFailed = false

    /// - Parameter holdsTaken: whether bytes that were read are kept until they are released.
    package init(_ source: ByteSource, options: JSONOptions, holdsTaken: Bool) {
        (window, self.options) = (ByteWindow(source, holdsTaken: holdsTaken), options)
    }

    /// The offset in the source of the first byte that was not yet read.
    package var offset: Int { window.offset }

    /// The line and the column of that, from 1.
    package var line: Int { window.line }
    package var column: Int { window.column }

    /// All bytes that were read and not released; valid until the next are read.
    package var held: UnsafeBufferPointer<UInt8> { window.held }

    package func letGo() { window.letGo() }

    /// The container of the bytes to be scanned, for pointers.
    package enum Surroundings {
        case document
        /// The object that holds the list.
        case object
        /// The list, before the element of this place.
        case list(JSONListPlace)

        package var steps: [JSONPlace.Step] {
            switch self {
            case .document: []
            case .object: [.member(nil)]
            case .list(let place):
                switch place.list {
                case .lines: []
                case .array: [.element(max(place.index - 1, 0))]
                case .member(let name): [.member(name), .element(max(place.index - 1, 0))]
                }
            }
        }
    }

    /// Scans from the window's start, again with more bytes while a fault may be due to where they end.
    @inlinable @inline(__always)
    package mutating func scan<Result>(
        inside surroundings: Surroundings,
        _ body: (inout JSONScanner) throws(JSONFault) -> Result
    ) throws(JSONError) -> Result {
        while true {
            let bytes = window.bytes
            var scanner = JSONScanner(bytes, options, &room)
            defer { scanner.leave(&room) }
            var fault: JSONFault?
            do throws(JSONFault) {
                let result = try body(&scanner)
                if scanner.place > options.size {
                    fault = JSONFault(code: .tooLarge, place: options.size, limit: options.size)
                } else if scanner.place < bytes.count || window.hasAll {
                    window.take(scanner.place, lines: scanner.lineCount, lineStart: scanner.lineStart)
                    return result
                }
            } catch {
                if error.place > options.size {
                    fault = JSONFault(code: .tooLarge, place: options.size, limit: options.size)
                } else if window.hasAll || error.place + JSONPieces.longestToken < bytes.count {
                    fault = error
                }
            }
            if let fault {
                hasFailed = true
                throw fault.error(in: bytes, inside: surroundings.steps).moved(
                    line: window.line, column: window.column)
            }
            try window.fill()
        }
    }

    /// A fault nearer than this to the end of the bytes may disappear once more are read.
    @usableFromInline static let longestToken = 16
}

/// The place of an element in the list that it was read from.
public struct JSONListPlace: Hashable, Sendable {
    /// The container of the elements.
    public enum List: Hashable, Sendable {
        /// Nothing: the document is one element, or one a line.
        case lines
        case array
        /// An array that is a member of this name.
        case member(String)

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
    package var pointer: String {
        switch list {
        case .lines: ""
        case .array: "/\(index)"
        case .member(let name): "/\(name)/\(index)"
        }
    }
}
