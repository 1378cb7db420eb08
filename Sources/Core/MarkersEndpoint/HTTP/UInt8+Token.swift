@_spi(Scanning) internal import StrictJSON

/// Kinds of bytes in the header of a message (RFC 9110, 5.6.2 and 5.6.3).
extension UInt8 {
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    /// Whether it may occur in the name of a field.
    var isToken: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}
