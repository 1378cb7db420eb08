extension JSONText {
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

    /// Appends text with escapes where JSON needs them, and for the two separators that end a line in JavaScript.
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
            case 0xe2 where i + 1 < utf8.count && utf8[i] == 0x80 && utf8[i + 1] & 0xfe == 0xa8:
                escape(0x2028 | UInt16(utf8[i + 1] & 1), into: &bytes)
                i += 2
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
