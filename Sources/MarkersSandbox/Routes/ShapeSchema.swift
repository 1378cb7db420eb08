internal import Markers

extension Shape {
    /// Writes the shape as JSON Schema.
    func write(to json: inout JSONWriter) {
        json.object { members(&$0, orNull: false) }
    }

    private func members(_ json: inout JSONWriter, orNull: Bool) {
        switch self {
        case .text: text(&json, orNull, atMost: Shape.longestText, #"^[^\u0000]*$"#)
        case .pointer: json.type("string", orNull)
        case .name: text(&json, orNull, atMost: Shape.longestName, #"^[^\u0000-\u001f\u007f]*$"#)
        case .segment:
            text(
                &json, orNull, atMost: Shape.longestName,
                #"^[^\u0000-\u001f\u007f/\\.][^\u0000-\u001f\u007f/\\]*$"#)
        case .uuid:
            json.type("string", orNull)
            json.member("format", "uuid")
        case .date:
            json.type("string", orNull)
            json.member("format", "date-time")
        case .whole(let range):
            json.type("integer", orNull)
            json.member("minimum", Int(range.lowerBound))
            json.member("maximum", Int(range.upperBound))
        case .number: number(&json, orNull, atMost: Shape.largestNumber)
        case .coordinate: number(&json, orNull, atMost: Shape.largestCoordinate)
        case .flag: json.type("boolean", orNull)
        case .words(let words):
            json.key("enum")
            json.array { json in
                for word in words { json.value(word) }
                if orNull { json.null() }
            }
        case .point:
            json.type("array", orNull)
            json.items(.coordinate, 3...3)
        case .place:
            json.type("array", orNull)
            json.items(.number, 3...3)
        case .vector:
            json.key("anyOf")
            json.array { json in
                for count in [0, 3] {
                    json.object { json in
                        json.type("array", orNull)
                        json.items(.coordinate, count...count)
                    }
                }
            }
        case .object: json.type("object", orNull)
        case .list(let shape, let most):
            json.type("array", orNull)
            json.items(shape, 0...most)
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

    private func number(_ json: inout JSONWriter, _ orNull: Bool, atMost largest: Double) {
        json.type("number", orNull)
        json.member("minimum", -largest)
        json.member("maximum", largest)
    }

    private func text(_ json: inout JSONWriter, _ orNull: Bool, atMost longest: Int, _ pattern: String) {
        json.type("string", orNull)
        json.member("maxLength", longest)
        json.member("pattern", pattern)
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

    fileprivate mutating func items(_ shape: Shape, _ counts: ClosedRange<Int>) {
        key("items")
        shape.write(to: &self)
        member("minItems", counts.lowerBound)
        member("maxItems", counts.upperBound)
    }
}
