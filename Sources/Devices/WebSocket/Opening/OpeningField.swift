/// A line of the header of a request or an answer that opens a connection.
public struct OpeningField: Hashable, Sendable {
    public var name: String
    public var value: String

    /// The version of the protocol that is spoken.
    static let spokenVersion = "13"

    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

extension [OpeningField] {
    /// The values of a field, by its name in lower case.
    func values(_ name: String) -> [String] { filter { $0.name.lowercased() == name }.map(\.value) }

    /// Whether a word stands in a list, which may be in several fields.
    func lists(_ word: String, in name: String) -> Bool {
        values(name).contains { value in
            value.split(separator: ",").contains { $0.blanksRemoved.lowercased() == word }
        }
    }
}

extension Substring {
    /// The text without spaces and tabs at both ends.
    var blanksRemoved: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}
