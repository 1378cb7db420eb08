/// Reads a list of JSON values one after the other and keeps no more than one in memory.
///
/// A list is an array; an array that is a member of an object, by the name of what it lists or as `data`; or
/// objects, each on lines of its own, even a single one. It takes the memory of one value, however long the
/// list is.
package struct JSONList {
    @usableFromInline var pieces: JSONPieces
    private let allowsDuplicateKeys: Bool
    /// The name of the list as a member of an object.
    private let name: String
    @usableFromInline var state = State.start
    package private(set) var list = JSONListPlace.List.lines
    /// The number of elements that were read.
    package var count = 0
    /// The names of the object around the array, in UTF-8: text that only looks alike is another name. Empty
    /// if duplicate names are allowed.
    package private(set) var names: Set<[UInt8]> = []

    /// The offset in the source of the first byte that was not yet read.
    package var offset: Int { pieces.offset }

    @usableFromInline enum State { case start, array, lines, end }

    /// True if a member of this name holds the list; after an `id`, a marker's own `data` does not.
    private static func isHolder(_ name: [UInt8], of list: String, behindID: Bool) -> Bool {
        name.elementsEqual(list.utf8) || (!behindID && name.elementsEqual("data".utf8))
    }

    /// - Parameters:
    ///   - name: the name of the list in an object.
    ///   - holdsTaken: whether bytes that were read are kept until they are released.
    package init(
        _ source: ByteSource, of name: String = "markers", options: JSONOptions, holdsTaken: Bool = false
    ) {
        pieces = JSONPieces(source, options: options, holdsTaken: holdsTaken)
        (self.name, allowsDuplicateKeys) = (name, options.allowsDuplicateKeys)
    }

    /// All bytes that were read and not released, the last element at the end; valid until the next is read.
    package var held: UnsafeBufferPointer<UInt8> { pieces.held }

    package func letGo() { pieces.letGo() }

    /// Reads the next element with `read`, from its first byte to just past its last; nil at the end.
    @inlinable @inline(__always)
    package mutating func next<Element>(
        _ read: (inout JSONScanner, JSONListPlace) throws(JSONFault) -> Element
    ) throws(JSONError) -> Element? {
        try open()
        guard state != .end, !pieces.hasFailed else { return nil }
        let isArray = state == .array
        let place = JSONListPlace(list: list, index: count, line: pieces.line, column: pieces.column)
        let element: Element? = try pieces.scan(inside: .list(place)) { scanner throws(JSONFault) in
            let goesOn =
                try isArray
                ? JSONList.separate(&scanner, place.index == 0)
                : JSONList.lineBreak(&scanner, place.index == 0)
            guard goesOn else { return nil }
            var place = place
            place.line += scanner.lineCount
            place.column = scanner.place + (scanner.lineCount > 0 ? 1 - scanner.lineStart : place.column)
            return try read(&scanner, place)
        }
        if element != nil {
            count += 1
        } else if case .member = list {
            try finishObject()
        } else {
            try finish()
        }
        return element
    }

    /// Goes to where the first element may begin.
    package mutating func open() throws(JSONError) {
        if state == .start { try begin() }
    }

    /// The value at the scanner's place, on its own, for ``next(_:)``.
    package static func value(
        _ scanner: inout JSONScanner, _ place: JSONListPlace
    ) throws(JSONFault) -> (JSONValue, JSONListPlace) {
        let start = scanner.place
        try scanner.skipValue()
        let text = Array(scanner.bytes[start..<scanner.place])
        return (JSONValue(valid: text, 0..<text.count), place)
    }

    /// Goes to the next element of an array, or past its end.
    @inline(__always)
    @inlinable static func separate(_ scanner: inout JSONScanner, _ isFirst: Bool) throws(JSONFault) -> Bool {
        scanner.skipBlanks()
        if scanner.byte == UInt8(ascii: "]") {
            scanner.place += 1
            return false
        }
        guard !isFirst else { return true }
        guard scanner.byte == UInt8(ascii: ",") else { throw scanner.fault(.commaOrEndOfArrayExpected) }
        scanner.place += 1
        scanner.skipBlanks()
        return true
    }

    /// Goes to the next object of the lines, or to the end.
    @inline(__always)
    @inlinable static func lineBreak(_ scanner: inout JSONScanner, _ isFirst: Bool) throws(JSONFault) -> Bool
    {
        scanner.skipBlanks()
        guard !scanner.isAtEnd else { return false }
        guard isFirst || scanner.lineCount > 0 else { throw scanner.fault(.trailingData) }
        guard scanner.byte == UInt8(ascii: "{") else { throw scanner.fault(.noList) }
        return true
    }

    /// Finds out what holds the elements, and goes to the first.
    private mutating func begin() throws(JSONError) {
        try pieces.scan(inside: .document) { scanner throws(JSONFault) in
            let mark = JSONScanner.byteOrderMark
            if scanner.bytes.starts(with: mark) {
                scanner.place += mark.count
            } else if mark.starts(with: scanner.bytes) {
                // The mark may be cut.
                throw JSONFault(code: .unexpectedEnd, place: scanner.end)
            }
            scanner.skipBlanks()
        }
        let name = name
        (state, list, names) = try pieces.scan(inside: .document) { scanner throws(JSONFault) in
            if scanner.byte == UInt8(ascii: "[") {
                scanner.place += 1
                return (.array, .array, [])
            }
            guard scanner.byte == UInt8(ascii: "{") else { throw scanner.fault(.noList) }
            let start = scanner.spot
            if let (holder, names) = try JSONList.membersBeforeList(&scanner, name) {
                return (.array, .member(String(decoding: holder, as: UTF8.self)), names)
            }
            scanner.goBack(to: start)
            return (.lines, .lines, [])
        }
    }

    /// Goes into the array of an object, and returns its name and the names before it; nil if there is none.
    private static func membersBeforeList(
        _ scanner: inout JSONScanner, _ list: String
    ) throws(JSONFault) -> (holder: [UInt8], names: Set<[UInt8]>)? {
        var names: Set<[UInt8]> = []
        var isBehindID = false
        try scanner.open(isObject: true)
        if scanner.byte == UInt8(ascii: "}") {
            try scanner.close()
            return nil
        }
        while true {
            let start = try scanner.memberName().name.lowerBound
            let name = JSONText.unescaped(scanner.bytes, from: start)
            if !scanner.options.allowsDuplicateKeys, !names.insert(name).inserted {
                throw JSONFault(code: .duplicateKey, place: start - 1)
            }
            if scanner.byte == UInt8(ascii: "["), isHolder(name, of: list, behindID: isBehindID) {
                scanner.place += 1
                return (name, names)
            }
            isBehindID = isBehindID || name.elementsEqual("id".utf8)
            try scanner.skipValue()
            scanner.skipBlanks()
            guard scanner.byte == UInt8(ascii: ",") else {
                _ = try scanner.goesOn()
                return nil
            }
            scanner.place += 1
            scanner.skipBlanks()
        }
    }

    /// Reads the rest of the object after the array.
    @usableFromInline mutating func finishObject() throws(JSONError) {
        let (known, allowsDuplicates) = (names, allowsDuplicateKeys)
        try pieces.scan(inside: .object) { scanner throws(JSONFault) in
            scanner.containers = [OpenContainer(isObject: true, firstName: scanner.names.count)]
            scanner.skipBlanks()
            while scanner.byte == UInt8(ascii: ",") {
                scanner.place += 1
                scanner.skipBlanks()
                let name = try scanner.memberName().name
                if !allowsDuplicates,
                    known.contains(JSONText.unescaped(scanner.bytes, from: name.lowerBound))
                {
                    throw JSONFault(code: .duplicateKey, place: name.lowerBound - 1)
                }
                try scanner.skipValue()
                scanner.skipBlanks()
            }
            _ = try scanner.goesOn()
        }
        try finish()
    }

    @usableFromInline mutating func finish() throws(JSONError) {
        state = .end
        try pieces.scan(inside: .document) { scanner throws(JSONFault) in
            scanner.skipBlanks()
            guard scanner.isAtEnd else { throw scanner.fault(.trailingData) }
        }
    }
}
