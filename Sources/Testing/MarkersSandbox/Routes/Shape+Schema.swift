internal import Markers

extension Shape {
    /// Writes the shape as JSON Schema.
    func write(to json: inout JSONWriter) {
        json.object { members(&$0, orNull: false) }
    }

    private func members(_ json: inout JSONWriter, orNull: Bool) {
        switch self {
        case .string(let rule):
            json.type("string", orNull)
            rule.format.map { json.member("format", $0) }
            rule.longest.map { json.member("maxLength", $0) }
            rule.pattern.map { json.member("pattern", $0) }
        case .whole(let range):
            json.type("integer", orNull)
            json.member("minimum", Int(range.lowerBound))
            json.member("maximum", Int(range.upperBound))
        case .number(let largest):
            json.type("number", orNull)
            json.member("minimum", -largest)
            json.member("maximum", largest)
        case .amount(let range):
            json.type("number", orNull)
            json.member("minimum", range.lowerBound)
            json.member("maximum", range.upperBound)
        case .flag: json.type("boolean", orNull)
        case .words(let words):
            json.key("enum")
            json.array { json in
                for word in words { json.value(word) }
                if orNull { json.null() }
            }
        case .tuple(let shape, let counts):
            guard counts.count > 1 else { return json.array(of: shape, counts[0]...counts[0], orNull) }
            json.key("anyOf")
            json.array { json in
                for count in counts { json.object { $0.array(of: shape, count...count, orNull) } }
            }
        case .object: json.type("object", orNull)
        case .dates:
            json.type("object", orNull)
            json.key("additionalProperties")
            Shape.date.write(to: &json)
        case .list(let shape, let most): json.array(of: shape, 0...most, orNull)
        case .record(let record):
            guard orNull else { return json.member("$ref", "#/components/schemas/\(record.name)") }
            json.key("anyOf")
            json.array { json in
                json.object { $0.member("$ref", "#/components/schemas/\(record.name)") }
                json.object { $0.member("type", "null") }
            }
        case .nullable(let shape): shape.members(&json, orNull: true)
        }
    }
}

extension Record {
    /// Writes the record as JSON Schema.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("type", "object")
            json.key("required")
            json.array { json in
                for member in members where member.isRequired { json.value(member.name) }
            }
            json.key("properties")
            json.object { json in
                for member in members {
                    json.key(member.name)
                    member.shape.write(to: &json)
                }
            }
            json.member("additionalProperties", false)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func type(_ name: String, _ orNull: Bool) {
        key("type")
        guard orNull else { return value(name) }
        array { json in
            json.value(name)
            json.value("null")
        }
    }

    fileprivate mutating func array(of shape: Shape, _ counts: ClosedRange<Int>, _ orNull: Bool) {
        type("array", orNull)
        key("items")
        shape.write(to: &self)
        member("minItems", counts.lowerBound)
        member("maxItems", counts.upperBound)
    }
}
