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
