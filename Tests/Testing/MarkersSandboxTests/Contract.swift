import HTTPServer
import Markers
import Testing

@testable import MarkersSandbox

/// The OpenAPI document, with which every answer of the tests is compared.
enum Contract {
    static let document = Result {
        try JSONValue(OpenAPIDocument.json(hasPhone: true), options: JSONOptions(depth: .max))
    }
    static let schema = document.map(Schema.init)
    private static let paths = document.map { document in
        (document["paths"]?.members ?? []).map { path in
            (parts: path.name.split(separator: "/").map(String.init), operations: path.value.members)
        }
    }

    /// Records an issue if an answer is not in the document.
    static func check(_ request: IncomingRequest, _ response: OutgoingResponse) throws {
        guard let (path, operation) = try operation(of: request) else {
            #expect([404, 405].contains(response.status), "\(request.target.text) is not in the document")
            return
        }
        let reply = operation["responses"]?["\(response.status)"] ?? operation["responses"]?["default"]
        let type = response.fields.first { $0.name.lowercased() == "content-type" }?.value
        if let type, type != "application/json", reply?["content"]?[type] != nil { return }
        let content = reply?["content"]?["application/json"]
        guard let schema = content?["schema"] else {
            #expect(response.body.isEmpty, "\(path) answers \(response.status) with a body")
            return
        }
        let body = try JSONValue(response.body, options: JSONOptions(depth: .max))
        let fault = try Contract.schema.get().fault(body, schema, "")
        #expect(
            fault == nil,
            "\(request.method) \(path) \(response.status): \(String(decoding: response.body, as: UTF8.self))")
    }

    private static func operation(of request: IncomingRequest) throws -> (path: String, operation: JSONValue)?
    {
        let wanted = request.target.path
        let method = request.method == .head ? "get" : request.method.rawValue.lowercased()
        let matching = try paths.get().compactMap { path -> (parts: [String], operation: JSONValue)? in
            guard path.parts.count == wanted.count,
                zip(path.parts, wanted).allSatisfy({ $0.hasPrefix("{") || $0 == $1 })
            else { return nil }
            return path.operations.first { $0.name == method }.map { (path.parts, $0.value) }
        }
        // Fixed parts come before parameters.
        let found = matching.min { a, b in
            a.parts.count { $0.hasPrefix("{") } < b.parts.count { $0.hasPrefix("{") }
        }
        return found.map { ($0.parts.joined(separator: "/"), $0.operation) }
    }
}

/// As much of JSON Schema (2020-12) as the document uses; a keyword it does not know is a fault.
struct Schema {
    private let named: [String: JSONValue]

    init(_ document: JSONValue) {
        let schemas = document["components"]?["schemas"]?.members ?? []
        named = Dictionary(schemas.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The place where a value does not match its schema, and the reason.
    func fault(_ value: JSONValue, _ schema: JSONValue, _ pointer: String) -> String? {
        for (keyword, rule) in schema.members {
            if let fault = fault(value, keyword, rule, schema, pointer) { return fault }
        }
        return nil
    }

    private func fault(
        _ value: JSONValue, _ keyword: String, _ rule: JSONValue, _ schema: JSONValue, _ pointer: String
    ) -> String? {
        func fails(_ isFault: Bool) -> String? { isFault ? "\(pointer): \(keyword)" : nil }
        switch keyword {
        case "$ref":
            let name = rule.string?.split(separator: "/").last.map(String.init) ?? ""
            guard let target = named[name] else { return "\(pointer): no \(name)" }
            return fault(value, target, pointer)
        case "type":
            let types = rule.string.map { [$0] } ?? rule.elements.compactMap(\.string)
            return fails(
                !types.contains(type(value)) && !(types.contains("number") && type(value) == "integer"))
        case "anyOf":
            return fails(!rule.elements.contains { fault(value, $0, pointer) == nil })
        case "enum": return fails(!rule.elements.contains(value))
        case "format": return fails(!value.isNull && !Schema.has(value, rule.string ?? ""))
        case "minimum": return fails(value.double.map { $0 < rule.double ?? 0 } ?? false)
        case "maximum": return fails(value.double.map { $0 > rule.double ?? 0 } ?? false)
        case "maxLength":
            return fails(value.string.map { $0.unicodeScalars.count > rule.integer ?? 0 } ?? false)
        case "pattern": return nil
        case "minItems": return fails(value.kind == .array && value.elements.count < rule.integer ?? 0)
        case "maxItems": return fails(value.kind == .array && value.elements.count > rule.integer ?? 0)
        case "items":
            for (index, element) in value.elements.enumerated() {
                if let fault = fault(element, rule, "\(pointer)/\(index)") { return fault }
            }
            return nil
        case "required":
            guard value.kind == .object else { return nil }
            let names = Set(value.members.map(\.name))
            return fails(!rule.elements.compactMap(\.string).allSatisfy(names.contains))
        case "properties":
            for (name, member) in value.members {
                if let shape = rule[name], let fault = fault(member, shape, "\(pointer)/\(name)") {
                    return fault
                }
            }
            return nil
        case "additionalProperties":
            guard rule.bool == false, value.kind == .object else { return nil }
            return fails(value.members.contains { schema["properties"]?[$0.name] == nil })
        default: return "\(pointer): \(keyword) is not known"
        }
    }

    private func type(_ value: JSONValue) -> String {
        switch value.kind {
        case .null: "null"
        case .bool: "boolean"
        case .number: value.integer == nil ? "number" : "integer"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    private static func has(_ value: JSONValue, _ format: String) -> Bool {
        guard let text = value.string else { return true }
        switch format {
        case "uuid": return WireID(text).uuid != nil
        case "date-time": return text.contains("T") && WireDate(text)?.hasZone ?? false
        default: return format == "int64" || format == "double"
        }
    }
}
