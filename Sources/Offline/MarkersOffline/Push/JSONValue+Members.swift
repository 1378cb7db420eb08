internal import Markers

extension JSONValue {
    /// The members of an object, each as text, so that what is not edited stays byte for byte.
    var memberTexts: [String: [UInt8]] {
        Dictionary(members.map { ($0.name, Array($0.value.text)) }, uniquingKeysWith: { $1 })
    }

    /// Whether two values mean the same: a server may write them with other spaces, another order of members, or other digits.
    func means(_ other: JSONValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .number: return text == other.text || double.map { $0 == other.double } ?? false
        case .string: return string == other.string
        case .array:
            let (own, others) = (elements, other.elements)
            return own.count == others.count && zip(own, others).allSatisfy { $0.means($1) }
        case .object:
            let (own, others) = (members, other.members)
            return own.count == others.count
                && own.allSatisfy { member in
                    others.first { $0.name == member.name }?.value.means(member.value) ?? false
                }
        default: return text == other.text
        }
    }

    /// The same of two texts, either of which may be missing.
    static func mean(_ a: [UInt8]?, _ b: [UInt8]?) -> Bool {
        guard let a, let b else { return a == b }
        guard a != b else { return true }
        guard let first = try? JSONValue(a), let second = try? JSONValue(b) else { return false }
        return first.means(second)
    }
}
