internal import Markers

extension JSONValue {
    /// The members of an object, each as text, so that what is not edited stays byte for byte.
    var memberTexts: [String: [UInt8]] {
        Dictionary(members.map { ($0.name, Array($0.value.text)) }, uniquingKeysWith: { $1 })
    }
}
