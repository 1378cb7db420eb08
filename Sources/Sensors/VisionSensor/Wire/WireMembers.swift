@_spi(Scanning) internal import StrictJSON

/// The members of an object of the wire, with errors that point to them; null is the same as none.
struct WireMembers {
    let value: JSONValue

    init(_ value: JSONValue) throws(JSONError) {
        guard value.kind == .object else { throw value.error(.wrongType) }
        self.value = value
    }

    subscript(name: StaticString) -> JSONValue? {
        value[name.description].flatMap { $0.isNull ? nil : $0 }
    }

    /// A member as `read` converts it; `nil` if there is none.
    func optional<Value>(
        _ name: StaticString, _ read: (JSONValue) -> Value?
    ) throws(JSONError) -> Value? {
        guard let member = self[name] else { return nil }
        guard let result = read(member) else {
            let isLarge = member.kind == .number && Value.self == Double.self
            throw member.error(isLarge ? .numberTooLarge : .wrongType)
        }
        return result
    }

    /// A member that must be there, as `read` converts it.
    func needed<Value>(_ name: StaticString, _ read: (JSONValue) -> Value?) throws(JSONError) -> Value {
        if let result = try optional(name, read) { return result }
        throw missing(name)
    }

    func missing(_ name: StaticString) -> JSONError {
        value.error(JSONFault(code: .missingMember, place: value.range.lowerBound, member: name))
    }
}
