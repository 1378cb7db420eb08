internal import Markers

/// An object whose members keep their order and the text of their values.
struct Document: Hashable {
    private(set) var members: [Member]

    struct Member: Hashable {
        var name: String
        var json: [UInt8]
    }

    static let null = Array("null".utf8)

    init(_ members: [Member] = []) { self.members = members }

    /// Reads what ``text`` wrote.
    init(text: [UInt8]) {
        let value = try? JSONValue(text, options: JSONOptions(depth: .max))
        members = value.map(Document.members) ?? []
    }

    init(_ value: JSONValue) { members = Document.members(value) }

    private static func members(_ value: JSONValue) -> [Member] {
        value.members.map { Member(name: $0.name, json: Array($0.value.text)) }
    }

    /// The value of a member; nil where it is missing.
    subscript(name: String) -> JSONValue? {
        members.first { $0.name == name }.flatMap {
            try? JSONValue($0.json, options: JSONOptions(depth: .max))
        }
    }

    /// Replaces the value of a member, or adds the member at the end.
    mutating func set(_ name: String, _ json: [UInt8]) {
        if let index = members.firstIndex(where: { $0.name == name }) {
            members[index].json = json
        } else {
            members.append(Member(name: name, json: json))
        }
    }

    mutating func set(_ name: String, _ text: String) {
        var json = JSONWriter()
        json.value(text)
        set(name, json.bytes)
    }

    mutating func set(_ name: String, _ number: Int64) { set(name, Array(String(number).utf8)) }

    mutating func removeAll(where isUnwanted: (Member) -> Bool) { members.removeAll(where: isUnwanted) }

    mutating func rename(_ name: String, to other: String) {
        guard let index = members.firstIndex(where: { $0.name == name }) else { return }
        members[index].name = other
    }

    var text: [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        text.reserveCapacity(members.reduce(2) { $0 + $1.json.count + $1.name.utf8.count + 4 })
        for (index, member) in members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "\""))
            text.append(contentsOf: member.name.utf8)
            text.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
            text.append(contentsOf: member.json)
        }
        text.append(UInt8(ascii: "}"))
        return text
    }

    /// The text of a member; nil where it is missing or no text.
    func string(_ name: String) -> String? { self[name]?.string }

    /// The whole number of a member; 0 where it is none.
    func integer(_ name: String) -> Int64 { self[name]?.whole ?? 0 }
}
