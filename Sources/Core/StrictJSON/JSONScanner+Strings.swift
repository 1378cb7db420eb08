extension JSONScanner {
    /// Skips a string whose opening quotation mark is at the place; true if it holds escapes.
    @inline(__always)
    public mutating func skipString() throws(JSONFault) -> Bool {
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
