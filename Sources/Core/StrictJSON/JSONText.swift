/// Text between quotation marks.
@usableFromInline package enum JSONText {
    /// The text of a valid string whose first byte after the quotation mark is at `start`.
    @usableFromInline package static func string(in bytes: UnsafeBufferPointer<UInt8>, at start: Int)
        -> String
    {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            if bytes[end] == UInt8(ascii: "\\") {
                return String(decoding: unescaped(bytes, from: start), as: UTF8.self)
            }
            end += 1
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// The bytes of a valid string up to its closing quotation mark, with its escapes decoded.
    package static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [UInt8] {
        var result: [UInt8] = []
        var i = start
        while i < bytes.count, bytes[i] != UInt8(ascii: "\"") {
            guard bytes[i] == UInt8(ascii: "\\"), i + 1 < bytes.count else {
                result.append(bytes[i])
                i += 1
                continue
            }
            result.append(contentsOf: scalar(bytes, escapedAt: &i))
        }
        return result
    }

    /// The UTF-8 of the valid escape at a place, which moves past it.
    package static func scalar(
        _ bytes: UnsafeBufferPointer<UInt8>, escapedAt i: inout Int
    ) -> UTF8.EncodedScalar {
        let letter = bytes[i + 1]
        i += 2
        guard letter == UInt8(ascii: "u") else {
            return encoded(Unicode.Scalar(meaning(of: letter) ?? letter))
        }
        var scalar = UInt32(hexadecimal(bytes, i) ?? 0)
        i += 4
        if scalar & 0xfc00 == 0xd800, let low = hexadecimal(bytes, i + 2) {
            scalar = 0x10000 + (scalar & 0x3ff) << 10 + UInt32(low) & 0x3ff
            i += 6
        }
        return encoded(Unicode.Scalar(scalar) ?? "\u{fffd}")
    }

    private static func encoded(_ scalar: Unicode.Scalar) -> UTF8.EncodedScalar {
        UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    /// The character that a letter after a backslash encodes; nil if there is no such escape.
    package static func meaning(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0c
        case UInt8(ascii: "n"): 0x0a
        case UInt8(ascii: "r"): 0x0d
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }

    /// The four hexadecimal digits at a place, if they are there.
    package static func hexadecimal(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt16? {
        guard start + 4 <= bytes.count else { return nil }
        var value: UInt16 = 0
        for i in start..<(start + 4) {
            guard let digit = hexadecimalDigit(bytes[i]) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    @inlinable @inline(__always)
    package static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension JSONText {
    /// Writes a text in quotes, with escapes where JSON, JavaScript or a terminal need them.
    @inline(__always)
    static func quote(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            if isPlain(utf8) {
                bytes.append(contentsOf: utf8)
            } else {
                escape(utf8, into: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// True if text needs no escapes between quotation marks.
    package static func isPlain(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        // Without a branch inside, so that many bytes are examined together.
        var special = false
        for byte in utf8 {
            special =
                special || (byte < 0x20) || (byte > 0x7e) || (byte == UInt8(ascii: "\""))
                || (byte == UInt8(ascii: "\\"))
        }
        return !special
    }

    /// Appends text with escapes where JSON needs them, for the two separators that end a line in JavaScript, and for the
    /// scalars that a terminal acts on: the second set of control characters, and whatever turns the direction of reading.
    package static func escape(_ utf8: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) {
        var i = 0
        while i < utf8.count {
            let byte = utf8[i]
            i += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0a: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case 0x0d: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
            case 0x09: bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
            case 0..<0x20, 0x7f: escape(UInt16(byte), into: &bytes)
            case 0xc2 where i < utf8.count && utf8[i] < 0xa0:
                escape(UInt16(utf8[i]), into: &bytes)
                i += 1
            case 0xd8 where i < utf8.count && utf8[i] == 0x9c:
                escape(0x061c, into: &bytes)
                i += 1
            case 0xe2 where i + 1 < utf8.count && utf8[i] & 0xfe == 0x80:
                let unit = 0x2000 | UInt16(utf8[i] & 1) << 6 | UInt16(utf8[i + 1] & 0x3f)
                switch unit {
                case 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069:
                    escape(unit, into: &bytes)
                    i += 2
                default: bytes.append(byte)
                }
            default: bytes.append(byte)
            }
        }
    }

    private static func escape(_ unit: UInt16, into bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
        for shift in [12, 8, 4, 0] as [UInt16] { bytes.append(digits[Int(unit >> shift & 15)]) }
    }
}

/// Kinds of bytes that several formats share.
extension UInt8 {
    /// A space or a tab: what may be around the fields of a table, or around a value in the header of a message.
    @inlinable @inline(__always)
    package var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// A blank or a part of a line break: what JSON allows between values.
    @inlinable @inline(__always)
    package var isWhitespace: Bool {
        isBlank || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
    }

    @inlinable @inline(__always)
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
