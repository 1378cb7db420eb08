/// Kinds of bytes that several formats share.
@_spi(Scanning)
extension UInt8 {
    /// A space or a tab: what may be around the fields of a table, or around a value in the header of a message.
    @inlinable @inline(__always)
    public var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// A blank or a part of a line break: what JSON allows between values.
    @inlinable @inline(__always)
    public var isWhitespace: Bool {
        isBlank || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
    }

    /// One of the ten digits.
    @inlinable @inline(__always)
    public var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
