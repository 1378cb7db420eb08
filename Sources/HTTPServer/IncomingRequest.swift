/// A request as it was taken from a connection.
package struct HTTPRequest: Hashable, Sendable {
    package var method: HTTPMethod
    package var target: RequestTarget
    /// In the order they came; no name is judged here but those that frame the request.
    package var fields: [HTTPField]
    package var body: [UInt8]

    package init(
        _ method: HTTPMethod, _ target: RequestTarget, fields: [HTTPField] = [], body: [UInt8] = []
    ) {
        (self.method, self.target, self.fields, self.body) = (method, target, fields, body)
    }

    /// The first value of a field, by its name in lower case.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Whether the client wants the connection closed behind the answer.
    package var endsConnection: Bool {
        fields.contains { field in
            field.name == "connection"
                && field.value.split(separator: ",").contains {
                    $0.trimmed.lowered == "close"
                }
        }
    }
}

/// A line of a header.
package struct HTTPField: Hashable, Sendable {
    /// In lower case.
    package var name: String
    /// Without blanks around it.
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    /// Reads a line without its end.
    init(line: ArraySlice<UInt8>) throws(HTTPRefusal) {
        if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") { throw .foldedField }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isToken)
        else { throw .badField }
        let value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 == UInt8(ascii: "\t") || $0 >= 0x20 && $0 != 0x7f }) else {
            throw .badField
        }
        name = String(decoding: line[..<colon].map(\.lowered), as: UTF8.self)
        self.value = String(decoding: value.trimmed, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether it may stand in a method or in the name of a field.
    var isToken: Bool {
        isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }

    var isLetterOrDigit: Bool {
        let letter = self | 0x20
        return isDigit || letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
    }

    /// A letter of A to Z in lower case, anything else as it is.
    var lowered: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

    /// Whether it is a space or a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    /// Its value as a hexadecimal digit.
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
    /// Without spaces and tabs around it.
    var trimmed: SubSequence {
        var rest = self[...]
        while let first = rest.first, first.isBlank { rest = rest.dropFirst() }
        while let last = rest.last, last.isBlank { rest = rest.dropLast() }
        return rest
    }
}

extension StringProtocol {
    /// Without spaces and tabs around it.
    var trimmed: String { String(decoding: Array(utf8).trimmed, as: UTF8.self) }

    /// With ASCII's letters in lower case, and no others: the Kelvin sign would become a k.
    var lowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }
}
