/// Scans a source that comes in pieces, and keeps no more of it than what is being read.
@_spi(Scanning) public struct JSONPieces {
    @usableFromInline let window: ByteWindow
    @usableFromInline let options: JSONOptions
    /// Kept from one piece to the next, so that it is not made again.
    @usableFromInline var room = JSONScanner.Room()
    /// Whether something was found that ended the reading.
    public var hasFailed = false

    /// - Parameter holdsTaken: whether the bytes that are read stay until they are let go.
    public init(_ source: ByteSource, options: JSONOptions, holdsTaken: Bool) {
        (window, self.options) = (ByteWindow(source, holdsTaken: holdsTaken), options)
    }

    /// Where in the source what was not yet read begins.
    public var offset: Int { window.offset }

    /// The line and the column of that, from 1.
    public var line: Int { window.line }
    public var column: Int { window.column }

    /// All that was read and not let go; good until the next is read.
    public var held: UnsafeBufferPointer<UInt8> { window.held }

    public func letGo() { window.letGo() }

    /// What the bytes to be scanned are inside of, for pointers.
    public enum Surroundings {
        case document
        /// The object that holds the list.
        case object
        /// The list, before the element of this place.
        case list(JSONListPlace)

        public var steps: [JSONPlace.Step] {
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

    /// Scans from the window's start, again with more bytes as long as what was found may come from their being cut.
    @inlinable @inline(__always)
    public mutating func scan<Result>(
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

    /// A fault nearer than this to the end of what was read may vanish with what follows.
    @usableFromInline static let longestToken = 16
}
