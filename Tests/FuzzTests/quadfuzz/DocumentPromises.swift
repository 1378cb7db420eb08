import Foundation

@testable import Markers

/// The promises about a whole document.
enum DocumentPromises {
    static func check(_ bytes: [UInt8]) {
        let options = JSONOptions()
        var automaton = JSONAutomaton()
        let isJSON = automaton.accepts(bytes)
        do throws(JSONError) {
            let value = try JSONValue(bytes)
            promise(isJSON, "what is accepted is JSON")
            promise(automaton.depth <= options.depth, "nesting is limited")
            promise(!automaton.hasDuplicates, "names come once")
            rewrite(value)
        } catch {
            isWithin(error, bytes)
            switch error.code {
            case .duplicateKey:
                promise(
                    (try? JSONValue(bytes, options: JSONOptions(allowsDuplicateKeys: true))) != nil || !isJSON
                        || automaton.depth > options.depth, "an option allows names to come twice")
                promise(automaton.hasDuplicates, "a name that came twice came twice")
            case .tooDeep: promise(automaton.depth > options.depth, "what is refused for its depth is deep")
            default: promise(!isJSON, "what is JSON is accepted, not \(error)")
            }
        }
    }

    /// Writes a value from its contents, and reads that back.
    static func rewrite(_ value: JSONValue) {
        var json = JSONWriter()
        write(value, &json)
        do {
            let again = try JSONValue(try json.take())
            promise(isSame(value, again), "what is written is read back the same")
        } catch {
            promise(false, "what is written is read back: \(error)")
        }
    }

    static func write(_ value: JSONValue, _ json: inout JSONWriter) {
        switch value.kind {
        case .null: json.null()
        case .bool: json.value(value.bool == true)
        case .string: json.value(value.string ?? "")
        case .number:
            isRounded(value)
            value.double.map { json.value($0) } ?? json.value(value)
        case .array: json.array { json in for element in value.elements { write(element, &json) } }
        case .object:
            json.object { json in
                for (name, value) in value.members {
                    json.key(name)
                    write(value, &json)
                }
            }
        }
    }

    /// Compares a number with the C library's.
    private static func isRounded(_ value: JSONValue) {
        let expected = strtod(String(decoding: value.text, as: UTF8.self), nil)
        promise(
            expected.isFinite ? value.double?.bitPattern == expected.bitPattern : value.double == nil,
            "a number is rounded to the nearest double")
    }

    static func isSame(_ a: JSONValue, _ b: JSONValue) -> Bool {
        a.kind == b.kind && a.bool == b.bool
            && a.string.map { Array($0.utf8) } == b.string.map { Array($0.utf8) }
            && a.double?.bitPattern == b.double?.bitPattern && a.elements.count == b.elements.count
            && zip(a.elements, b.elements).allSatisfy(isSame)
            && a.members.map { Array($0.name.utf8) } == b.members.map { Array($0.name.utf8) }
            && zip(a.members, b.members).allSatisfy { isSame($0.value, $1.value) }
    }

    /// The place of an error is in the bytes, or just behind them.
    static func isWithin(_ error: JSONError, _ bytes: [UInt8]) {
        promise(isWithin(line: error.line, column: error.column, bytes), "\(error) is in the input")
    }

    static func isWithin(line: Int, column: Int, _ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.indices.contains(line - 1) && (1...(lines[line - 1].count + 1)).contains(column)
    }
}
