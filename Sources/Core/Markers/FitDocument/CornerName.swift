/// A name that a pair has where it is a corner of a marker: `NAME.p1` to `NAME.p4`, `NAME/p1` or `NAME#1`.
public struct CornerName: Hashable, Sendable {
    public let marker: String
    /// Counted from 0.
    public let corner: Int

    /// `nil` where the name is of another form.
    public init?(_ name: String) {
        let bytes = name.utf8
        guard let digit = bytes.last, (UInt8(ascii: "1")...UInt8(ascii: "4")).contains(digit) else {
            return nil
        }
        let ending = bytes.suffix(3)
        let length =
            bytes.dropLast().last == UInt8(ascii: "#")
            ? 2 : ending.starts(with: ".p".utf8) || ending.starts(with: "/p".utf8) ? 3 : bytes.count
        guard length < bytes.count else { return nil }
        marker = String(decoding: bytes.dropLast(length), as: UTF8.self)
        corner = Int(digit - UInt8(ascii: "1"))
    }
}
