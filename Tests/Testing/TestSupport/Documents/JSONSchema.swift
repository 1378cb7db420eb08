public import Markers

/// A JSON Schema that checks values by the few keywords it may have, and remembers the members it met.
public struct JSONSchema {
    private let root: JSONValue
    /// The members of objects that values had, as paths.
    public private(set) var met: Set<String> = []

    public init(_ text: String) throws(JSONError) { root = try JSONValue(text) }

    /// The members of objects that it describes, as paths.
    public var described: Set<String> {
        var paths: Set<String> = []
        JSONSchema.collect(root, "", into: &paths)
        return paths
    }

    /// All violations by a value; empty if there are none.
    public mutating func breaches(of value: JSONValue) -> [String] {
        var met: Set<String> = []
        let breaches = JSONSchema.breaches(of: value, root, "", &met)
        self.met.formUnion(met)
        return breaches
    }

    /// The faults of the schema itself: unknown words, and members that no sentence describes.
    public var faults: [String] { JSONSchema.faults(of: root, "") }

    private static let annotations = ["$schema", "title", "description"]
    private static let keywords = [
        "type", "enum", "items", "minItems", "maxItems", "properties", "required", "additionalProperties",
        "propertyNames", "oneOf",
    ]

    private static func faults(of schema: JSONValue, _ path: String) -> [String] {
        var faults = schema.members.map(\.name).filter { !(annotations + keywords).contains($0) }
            .map { "\(path): unknown keyword \($0)" }
        let properties = schema["properties"]?.members ?? []
        if schema["type"]?.string == "object", schema["additionalProperties"] == nil {
            faults.append("\(path): open to other members")
        }
        let names = Set(properties.map(\.name))
        for name in schema["required"]?.elements ?? [] where !names.contains(name.string ?? "") {
            faults.append("\(path): requires what it does not describe")
        }
        for (name, member) in properties {
            let about = member["description"]?.string ?? ""
            if !about.hasSuffix(".") || about.count < 8 || about.first?.isLowercase == true {
                faults.append("\(path)/\(name): described as \"\(about)\"")
            }
        }
        return faults + parts(of: schema, path).flatMap { self.faults(of: $0.schema, $0.path) }
    }

    /// The schemas within a schema, and their paths.
    private static func parts(of schema: JSONValue, _ path: String) -> [(schema: JSONValue, path: String)] {
        let members = (schema["properties"]?.members ?? []).map { ($0.value, "\(path)/\($0.name)") }
        let items = schema["items"].map { [($0, path + "/*")] } ?? []
        let others = schema["additionalProperties"].flatMap { $0.kind == .object ? [($0, path + "/*")] : nil }
        return members + items + (others ?? []) + (schema["oneOf"]?.elements ?? []).map { ($0, path) }
    }

    private static func collect(_ schema: JSONValue, _ path: String, into paths: inout Set<String>) {
        for (name, _) in schema["properties"]?.members ?? [] { paths.insert("\(path)/\(name)") }
        for part in parts(of: schema, path) { collect(part.schema, part.path, into: &paths) }
    }

    private static func breaches(
        of value: JSONValue, _ schema: JSONValue, _ path: String, _ met: inout Set<String>
    ) -> [String] {
        var breaches: [String] = []
        if let type = schema["type"]?.string, !isOf(type, value) {
            return ["\(path): \(String(decoding: value.text.prefix(60), as: UTF8.self)) is no \(type)"]
        }
        if let words = schema["enum"], !words.elements.contains(value) {
            breaches.append(
                "\(path): \(String(decoding: value.text.prefix(60), as: UTF8.self)) is not listed")
        }
        if let alternatives = schema["oneOf"]?.elements {
            var tries: [(breaches: [String], met: Set<String>)] = []
            for alternative in alternatives {
                var inner: Set<String> = []
                tries.append((self.breaches(of: value, alternative, path, &inner), inner))
            }
            let fitting = tries.filter(\.breaches.isEmpty)
            if fitting.count == 1 {
                met.formUnion(fitting[0].met)
            } else {
                breaches.append("\(path): \(fitting.count) of \(alternatives.count) alternatives fit")
                breaches += tries.min { $0.breaches.count < $1.breaches.count }?.breaches ?? []
            }
        }
        if value.kind == .array {
            breaches += breachesOfArray(value, schema, path, &met)
        } else if value.kind == .object {
            breaches += breachesOfObject(value, schema, path, &met)
        }
        return breaches
    }

    private static func breachesOfArray(
        _ value: JSONValue, _ schema: JSONValue, _ path: String, _ met: inout Set<String>
    ) -> [String] {
        let elements = value.elements
        var breaches: [String] = []
        if let least = schema["minItems"]?.integer, elements.count < least {
            breaches.append("\(path): too few")
        }
        if let most = schema["maxItems"]?.integer, elements.count > most {
            breaches.append("\(path): too many")
        }
        guard let items = schema["items"] else { return breaches }
        for element in elements { breaches += self.breaches(of: element, items, path + "/*", &met) }
        return breaches
    }

    private static func breachesOfObject(
        _ value: JSONValue, _ schema: JSONValue, _ path: String, _ met: inout Set<String>
    ) -> [String] {
        let members = value.members, names = members.map(\.name)
        let properties = Dictionary(
            (schema["properties"]?.members ?? []).map { ($0.name, $0.value) }
        ) { first, _ in first }
        var breaches = (schema["required"]?.elements ?? []).compactMap(\.string).filter {
            !names.contains($0)
        }
        .map { "\(path): no \($0)" }
        for (name, member) in members {
            if let property = properties[name] {
                met.insert("\(path)/\(name)")
                breaches += self.breaches(of: member, property, "\(path)/\(name)", &met)
            } else if let others = schema["additionalProperties"], others.kind == .object {
                let known = schema["propertyNames"]?["enum"]?.elements.compactMap(\.string)
                if let known, !known.contains(name) { breaches.append("\(path): no name \(name)") }
                breaches += self.breaches(of: member, others, path + "/*", &met)
            } else if schema["additionalProperties"]?.bool == false {
                breaches.append("\(path): \(name) is not described")
            }
        }
        return breaches
    }

    private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "integer": value.integer != nil
        case "boolean": value.kind == .bool
        default: value.kind.rawValue == type
        }
    }
}
