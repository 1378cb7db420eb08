extension UInt8 {
    /// Whether it may occur in a method or in the name of a field.
    var isToken: Bool {
        isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    var isLetterOrDigit: Bool {
        let letter = self | 0x20
        return isDigit || letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
    }

    /// Whether it may occur in the value of a field: no control character but the tab.
    var isFieldText: Bool { self == UInt8(ascii: "\t") || self >= 0x20 && self != 0x7f }

    /// The lower case of a letter from A to Z; any other byte unchanged.
    var lowered: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

    /// Whether it is a space or a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// The value as a hexadecimal digit.
    var hexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension BidirectionalCollection where Element == UInt8 {
    /// The bytes without spaces and tabs at both ends.
    var trimmed: SubSequence {
        var rest = self[...]
        while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return rest
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at both ends.
    package var trimmed: String { String(decoding: Array(utf8).trimmed, as: UTF8.self) }

    /// The text with ASCII's letters in lower case, and no others: the Kelvin sign would become a k.
    package var lowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }
}
