import StrictJSON

/// Ways through objects and arrays, a member or an element at a time.
extension JSONScanner {
    /// Enters an object and goes to the first member's value; returns its name, `nil` past an empty object.
    @inline(__always)
    mutating func firstMember() throws(JSONFault) -> Range<Int>? {
        try require(.object)
        try open(isObject: true)
        guard byte != UInt8(ascii: "}") else {
            try close()
            return nil
        }
        return try memberName().name
    }

    /// Goes on behind a member's value: to the next member's, or past the object with `nil`.
    @inline(__always)
    mutating func nextMember() throws(JSONFault) -> Range<Int>? {
        skipBlanks()
        guard byte == UInt8(ascii: ",") else {
            guard byte == UInt8(ascii: "}") else { throw fault(.commaOrEndOfObjectExpected) }
            try close()
            return nil
        }
        place += 1
        skipBlanks()
        return try memberName().name
    }

    /// Enters an array and goes to its first element; returns false past an empty array.
    @inline(__always)
    mutating func firstElement() throws(JSONFault) -> Bool {
        try require(.array)
        try open(isObject: false)
        guard byte == UInt8(ascii: "]") else { return true }
        try close()
        return false
    }

    /// Goes on behind an element: to the next, or past the array with false.
    @inline(__always)
    mutating func nextElement() throws(JSONFault) -> Bool {
        skipBlanks()
        guard byte == UInt8(ascii: ",") else {
            guard byte == UInt8(ascii: "]") else { throw fault(.commaOrEndOfArrayExpected) }
            try close()
            return false
        }
        place += 1
        skipBlanks()
        return true
    }

    @inline(__always)
    mutating func placedNumber() throws(JSONFault) -> (value: Double, range: Range<Int>) {
        let start = place
        guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else {
            try refuseKind()
            throw fault(.valueExpected)
        }
        try countValue()
        let decimal = try number()
        guard let value = JSONNumber.double(decimal, UnsafeBufferPointer(rebasing: bytes[start..<place]))
        else { throw JSONFault(code: .numberTooLarge, place: start) }
        return (value, start..<place)
    }

    /// The bytes of the string at the place, without its quotation marks.
    @inline(__always)
    mutating func placedString() throws(JSONFault) -> (text: Range<Int>, hasEscapes: Bool) {
        try require(.string)
        try countValue()
        let start = place + 1
        let hasEscapes = try skipString()
        return (start..<(place - 1), hasEscapes)
    }

    /// Skips a `null`; returns false, and stays, at anything else.
    @inline(__always)
    mutating func skipNull() throws(JSONFault) -> Bool {
        guard byte == UInt8(ascii: "n") else { return false }
        try skipValue()
        return true
    }

    @inline(__always)
    private mutating func require(_ kind: JSONKind) throws(JSONFault) {
        guard JSONKind(first: byte) == kind, place < end else { return try refuseKind() }
    }

    /// Throws that a value is of the wrong type; what is no value at all is said to be that.
    @inline(never)
    private mutating func refuseKind() throws(JSONFault) {
        guard place < end else { throw fault(.valueExpected) }
        let start = place, kind = JSONKind(first: byte)
        try skipValue()
        throw JSONFault(code: .wrongType, place: start, kind: kind)
    }
}
