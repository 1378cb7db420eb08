extension JSONScanner {
    /// Skips a value of any kind: from its first byte to just past its last.
    @inline(__always)
    package mutating func skipValue() throws(JSONFault) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): try skipContainer()
        default: try skipScalar()
        }
    }

    @inline(__always)
    private mutating func skipScalar() throws(JSONFault) {
        try countValue()
        switch byte {
        case UInt8(ascii: "\""): _ = try skipString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: throw fault(.valueExpected)
        }
    }

    private mutating func skipContainer() throws(JSONFault) {
        let outside = containers.count
        repeat {
            // Here a value is expected.
            if byte == UInt8(ascii: "{") {
                try open(isObject: true)
                if byte != UInt8(ascii: "}") {
                    _ = try memberName()
                    continue
                }
            } else if byte == UInt8(ascii: "[") {
                try open(isObject: false)
                if byte != UInt8(ascii: "]") { continue }
            } else {
                try skipScalar()
                skipBlanks()
            }
            // And here a comma, or the end of one container or more.
            while containers.count > outside, try !goesOn() {
                if containers.count > outside { skipBlanks() }
            }
        } while containers.count > outside
    }

    /// Enters a container and goes to what comes first in it.
    package mutating func open(isObject: Bool) throws(JSONFault) {
        guard containers.count < options.depth else {
            throw JSONFault(code: .tooDeep, place: place, limit: options.depth)
        }
        try countValue()
        containers.append(OpenContainer(isObject: isObject, firstName: names.count))
        place += 1
        skipBlanks()
    }

    /// After a value in a container: goes to the next value and returns true, or past the container's end.
    @inlinable @inline(__always)
    package mutating func goesOn() throws(JSONFault) -> Bool {
        let container = containers[containers.count - 1]
        if byte == UInt8(ascii: ",") {
            place += 1
            skipBlanks()
            if container.isObject { _ = try memberName() }
            return true
        }
        guard byte == (container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
            throw fault(container.isObject ? .commaOrEndOfObjectExpected : .commaOrEndOfArrayExpected)
        }
        try close()
        return false
    }

    /// Leaves a container whose closing byte is at the place.
    @inlinable @inline(__always)
    package mutating func close() throws(JSONFault) {
        let container = containers.removeLast()
        place += 1
        if container.isObject, let fault = names.close(container.firstName, in: bytes) { throw fault }
    }

    /// Reads a member's name and the colon, and goes to its value; the range is without quotation marks.
    @inline(__always)
    package mutating func memberName() throws(JSONFault) -> (name: Range<Int>, hasEscapes: Bool) {
        guard byte == UInt8(ascii: "\"") else { throw fault(.keyExpected) }
        let start = place + 1
        let hasEscapes = try skipString()
        let name = start..<(place - 1)
        if !options.allowsDuplicateKeys {
            let first = containers[containers.count - 1].firstName
            if let fault = names.add(start, name.count, hasEscapes: hasEscapes, after: first, in: bytes) {
                throw fault
            }
        }
        skipBlanks()
        guard byte == UInt8(ascii: ":") else { throw fault(.colonExpected) }
        place += 1
        skipBlanks()
        return (name, hasEscapes)
    }

    /// Reads one document from the first byte to the last, a byte order mark allowed before it.
    package mutating func skipDocument() throws(JSONFault) -> Range<Int> {
        try checkSize()
        if bytes.starts(with: JSONScanner.byteOrderMark) { place += JSONScanner.byteOrderMark.count }
        skipBlanks()
        let start = place
        try skipValue()
        let value = start..<place
        skipBlanks()
        guard isAtEnd else { throw fault(.trailingData) }
        return value
    }

    func checkSize() throws(JSONFault) {
        guard bytes.count <= options.size else {
            throw JSONFault(code: .tooLarge, place: options.size, limit: options.size)
        }
    }

    package static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]
}
