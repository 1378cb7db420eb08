/// Reads JSON bytes from left to right and accepts nothing that RFC 8259 does not.
///
/// Nothing is built on the way: callers note where values start and end. Nothing recurses either; the open containers
/// are a stack of its own.
package struct JSONScanner {
    package let bytes: UnsafeBufferPointer<UInt8>
    package var place = 0
    package let options: JSONOptions
    @usableFromInline var valueCount = 0
    /// The number of lines that ended, and the start of the last one; lines end between values only.
    package var lineCount = 0
    @usableFromInline var lineStart = 0
    /// The names of members in all open objects, the innermost last.
    package var names = MemberNames()
    package var containers: [OpenContainer] = []

    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONOptions) {
        self.bytes = bytes
        self.options = options
    }

    @inlinable @inline(__always)
    package var end: Int { bytes.count }

    /// The memory of a scanner that is done, for the next one.
    package struct Room {
        package var names = MemberNames()
        package var containers: [OpenContainer] = []

        package init() {}
    }

    package init(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONOptions, _ room: inout Room) {
        self.init(bytes, options)
        swap(&names, &room.names)
        swap(&containers, &room.containers)
    }

    /// Gives the memory back.
    package mutating func leave(_ room: inout Room) {
        names.removeAll()
        containers.removeAll(keepingCapacity: true)
        swap(&names, &room.names)
        swap(&containers, &room.containers)
    }

    @usableFromInline var isAtEnd: Bool { place >= end }

    /// A place to return to, and the lines before it.
    package struct Spot {
        @usableFromInline let place, lineCount, lineStart: Int

        @inlinable
        init(place: Int, lineCount: Int, lineStart: Int) {
            (self.place, self.lineCount, self.lineStart) = (place, lineCount, lineStart)
        }
    }

    @inlinable @inline(__always)
    package var spot: Spot { Spot(place: place, lineCount: lineCount, lineStart: lineStart) }

    @inlinable @inline(__always)
    package mutating func goBack(to spot: Spot) {
        (place, lineCount, lineStart) = (spot.place, spot.lineCount, spot.lineStart)
    }

    /// The byte at the place; zero, which no JSON contains, at the end.
    @inlinable @inline(__always)
    package var byte: UInt8 { place < end ? bytes[place] : 0 }

    @inlinable @inline(__always)
    package func fault(_ code: JSONError.Code) -> JSONFault {
        JSONFault(code: place < end ? code : .unexpectedEnd, place: place)
    }

    @inlinable @inline(__always)
    package mutating func skipBlanks() {
        guard byte <= 0x20 else { return }
        while place < end {
            switch bytes[place] {
            case 0x20, 0x0d, 0x09: place += 1
            case 0x0a:
                place += 1
                lineCount += 1
                lineStart = place
            default: return
            }
        }
    }

    @inlinable @inline(__always)
    package mutating func countValue() throws(JSONFault) {
        valueCount += 1
        guard valueCount <= options.values else {
            throw JSONFault(code: .tooManyValues, place: place, limit: options.values)
        }
    }

    @inlinable @inline(__always)
    package func eight(_ place: Int) -> UInt64 {
        UInt64(
            littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    @usableFromInline mutating func literal(_ text: StaticString) throws(JSONFault) {
        for i in 0..<text.utf8CodeUnitCount {
            guard byte == text.utf8Start[i] else { throw fault(.valueExpected) }
            place += 1
        }
    }

    /// The number at the place, which is on a minus sign or a digit.
    @inlinable @inline(__always)
    package mutating func number() throws(JSONFault) -> Decimal {
        var number = Decimal()
        if byte == UInt8(ascii: "-") {
            number.isNegative = true
            place += 1
        }
        let start = place
        var count = digits(into: &number.digits)
        guard count > 0, count == 1 || bytes[start] != UInt8(ascii: "0") else {
            // Only a point may follow a leading zero.
            if count > 0 { place = start + 1 }
            throw fault(.badNumber)
        }
        if byte == UInt8(ascii: ".") {
            place += 1
            let fraction = digits(into: &number.digits)
            guard fraction > 0 else { throw fault(.badNumber) }
            number.exponent = -fraction
            count += fraction
        }
        if byte | 0x20 == UInt8(ascii: "e") { number.exponent += try power() }
        if count > 19 { shorten(&number, from: start) }
        return number
    }

    /// Appends the decimal digits from the place on, as 64 bits wrap, and returns how many there are.
    @inline(__always)
    @inlinable mutating func digits(into value: inout UInt64) -> Int {
        let start = place
        while place + 8 <= end {
            let word = eight(place)
            // The lowest byte that is marked is no digit; higher ones may be marked by a carry.
            let marks =
                ((word & 0xf0f0_f0f0_f0f0_f0f0) | ((word &+ 0x0606_0606_0606_0606) & 0xf0f0_f0f0_f0f0_f0f0)
                    >> 4)
                ^ 0x3333_3333_3333_3333
            guard marks != 0 else {
                value = value &* 100_000_000 &+ JSONScanner.eightDigits(word &- 0x3030_3030_3030_3030)
                place += 8
                continue
            }
            let count = UInt64(marks.trailingZeroBitCount >> 3)
            guard count > 1 else {
                // As before most points.
                if count == 1 { value = value &* 10 &+ word & 15 }
                place += Int(count)
                return place - start
            }
            // Zeros in front of fewer than eight.
            let few = JSONScanner.eightDigits((word &- 0x3030_3030_3030_3030) << (64 - 8 * count))
            let ones: UInt64 = count & 1 == 0 ? 1 : 10, twos: UInt64 = count & 2 == 0 ? 1 : 100
            let fours: UInt64 = count & 4 == 0 ? 1 : 10_000
            value = value &* (ones &* twos &* fours) &+ few
            place += Int(count)
            return place - start
        }
        while place < end {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ UInt64(digit)
            place += 1
        }
        return place - start
    }

    /// The number of eight digits, the first in the lowest byte: pairs, fours, then all at once.
    @inline(__always)
    @inlinable static func eightDigits(_ digits: UInt64) -> UInt64 {
        let pairs = (digits &* 2561) >> 8
        let fours = ((pairs & 0x00ff_00ff_00ff_00ff) &* 6_553_601) >> 16
        return ((fours & 0x0000_ffff_0000_ffff) &* 42_949_672_960_001) >> 32
    }

    /// The digits after the `e`, clamped to where no document is long enough to make up for them.
    @usableFromInline mutating func power() throws(JSONFault) -> Int {
        place += 1
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative || byte == UInt8(ascii: "+") { place += 1 }
        var power = 0
        let start = place
        while place < end, bytes[place] &- UInt8(ascii: "0") < 10 {
            power = min(power &* 10 &+ Int(bytes[place] &- UInt8(ascii: "0")), 1 << 50)
            place += 1
        }
        guard place > start else { throw fault(.badNumber) }
        return isNegative ? -power : power
    }

    /// Reads more digits than 64 bits hold again, up to the 19th that counts.
    @usableFromInline func shorten(_ number: inout Decimal, from start: Int) {
        number.digits = 0
        var count = 0
        for i in start..<place where bytes[i] != UInt8(ascii: ".") {
            guard bytes[i] | 0x20 != UInt8(ascii: "e") else { return }
            let digit = UInt64(bytes[i] - UInt8(ascii: "0"))
            if count < 19 {
                number.digits = number.digits * 10 + digit
                if number.digits > 0 { count += 1 }
            } else {
                number.exponent += 1
                if digit > 0 { number.isCut = true }
            }
        }
    }
}

/// A container that is being read.
package struct OpenContainer {
    package var isObject: Bool
    /// The number of names that were open before its own.
    package var firstName: Int
}

extension JSONScanner {
    /// Skips a string whose opening quotation mark is at the place; true if it holds escapes.
    @inline(__always)
    package mutating func skipString() throws(JSONFault) -> Bool {
        place += 1
        var hasEscapes = false
        while true {
            while place + 8 <= end {
                let word = eight(place)
                let quote = word ^ 0x2222_2222_2222_2222, backslash = word ^ 0x5c5c_5c5c_5c5c_5c5c
                // The lowest byte that is marked is one of those; higher ones may be marked by a borrow.
                let marks =
                    ((quote &- 0x0101_0101_0101_0101) & ~quote
                        | (backslash &- 0x0101_0101_0101_0101) & ~backslash
                        | (word &- 0x2020_2020_2020_2020) & ~word | word) & 0x8080_8080_8080_8080
                if marks != 0 {
                    place += marks.trailingZeroBitCount >> 3
                    break
                }
                place += 8
            }
            guard place < end else { throw fault(.unexpectedEnd) }
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                return hasEscapes
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try skipEscape()
            case 0..<0x20: throw fault(.controlCharacter)
            case 0x80...: try skipWideScalar()
            default: place += 1
            }
        }
    }

    private mutating func skipEscape() throws(JSONFault) {
        let start = place
        place += 1
        guard byte == UInt8(ascii: "u") else {
            guard JSONText.meaning(of: byte) != nil else { throw fault(.badEscape) }
            place += 1
            return
        }
        let unit = try hexadecimal()
        guard unit & 0xf800 == 0xd800 else { return }
        guard unit & 0xfc00 == 0xd800 else { throw surrogate(start) }
        for byte in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
            guard !isAtEnd else { throw fault(.unexpectedEnd) }
            guard self.byte == byte else { throw surrogate(start) }
            place += 1
        }
        place -= 1
        guard try hexadecimal() & 0xfc00 == 0xdc00 else { throw surrogate(start) }
    }

    private func surrogate(_ start: Int) -> JSONFault { JSONFault(code: .loneSurrogate, place: start) }

    /// The digits after the `u` at the place.
    private mutating func hexadecimal() throws(JSONFault) -> UInt16 {
        place += 1
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = JSONText.hexadecimalDigit(byte) else { throw fault(.badEscape) }
            value = value << 4 | UInt16(digit)
            place += 1
        }
        return value
    }

    /// Skips a scalar of two to four bytes; refuses overlong forms, surrogates and what is beyond U+10FFFF.
    private mutating func skipWideScalar() throws(JSONFault) {
        let first = bytes[place]
        let count: Int
        var second: ClosedRange<UInt8> = 0x80...0xbf
        switch first {
        case 0xc2...0xdf: count = 2
        case 0xe0: (count, second) = (3, 0xa0...0xbf)
        case 0xed: (count, second) = (3, 0x80...0x9f)
        case 0xe1...0xef: count = 3
        case 0xf0: (count, second) = (4, 0x90...0xbf)
        case 0xf1...0xf3: count = 4
        case 0xf4: (count, second) = (4, 0x80...0x8f)
        default: throw fault(.badUTF8)
        }
        for i in 1..<count {
            guard place + i < end else { throw JSONFault(code: .unexpectedEnd, place: end) }
            let byte = bytes[place + i]
            guard i == 1 ? second.contains(byte) : 0x80...0xbf ~= byte else { throw fault(.badUTF8) }
        }
        place += count
    }
}

/// The limits of a reader of JSON, which follows RFC 8259 in everything else.
public struct JSONOptions: Hashable, Sendable {
    /// The greatest depth of nested containers; in a list, from each element on.
    public var depth: Int
    /// The largest size of a document in bytes; in a list, of one element.
    public var size: Int
    /// The most values in a document, members and elements at every depth; in a list, in one element.
    public var values: Int
    /// True if an object may name a member twice; then the last one counts.
    public var allowsDuplicateKeys: Bool

    public init(
        depth: Int = 64, size: Int = 1 << 28, values: Int = 1 << 23, allowsDuplicateKeys: Bool = false
    ) {
        self.depth = depth
        self.size = size
        self.values = values
        self.allowsDuplicateKeys = allowsDuplicateKeys
    }
}
