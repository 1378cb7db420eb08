/// Kinds of bytes in the header of a message (RFC 9110, 5.6.2 and 5.6.3).
extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// A space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Whether the name of a field may have it.
    var isToken: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
