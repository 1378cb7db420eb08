import TestSupport
import Testing

@testable import Markers

@Suite("Grammar")
struct JSONGrammarTests {
    @Test("what is JSON is accepted and kept as it is", arguments: AcceptedJSON.all)
    func accepted(text: String) throws {
        let value = try JSONValue(text.octets)
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]
        let trimmed = text.octets.drop { blanks.contains($0) }
        #expect(value.text.elementsEqual(trimmed.prefix(value.text.count)))
        #expect(trimmed.dropFirst(value.text.count).allSatisfy(blanks.contains))
    }

    @Test("what is no JSON is refused, and the error says where", arguments: RefusedJSON.all)
    func refused(_ json: RefusedJSON) throws {
        let error = #expect(throws: JSONError.self) { try JSONValue(json.text.octets) }
        #expect(error?.code == json.code)
        #expect(error?.pointer == json.pointer)
        #expect(error?.line == json.line)
        #expect(error?.column == json.column)
    }

    @Test("names may come twice where that is allowed, and the last counts")
    func duplicates() throws {
        let options = JSONOptions(allowsDuplicateKeys: true)
        for json in RefusedJSON.all where json.code == .duplicateKey {
            _ = try JSONValue(json.text.octets, options: options)
        }
        #expect(try JSONValue(#"{"a":1,"\u0061":2}"#, options: options)["a"]?.integer == 2)
    }

    @Test("a name that comes twice among many is found, the first such one is named", arguments: Seeds.few)
    func duplicatesAmongMany(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for count in [2, 23, 24, 25, 26, 50, 1000] {
            let names = (0..<count).map { "member with number \($0)" }.shuffled(using: &random)
            func document(_ names: [String]) -> String {
                "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
            }
            _ = try JSONValue(document(names))
            let repeated = Int.random(in: 0..<count, using: &random)
            let text = document(
                names + [names[repeated].replacing("member", with: #"m\u0065mber"#), names[repeated]])
            let error = #expect(throws: JSONError.self, "seed \(seed)") { try JSONValue(text) }
            #expect(error?.code == .duplicateKey)
            #expect(error?.column == document(names).utf8.count + 1, "seed \(seed), \(count) names")
        }
    }

    @Test("nesting is refused where it gets too deep, never a stack that overflows")
    func depth() throws {
        for bracket in ["[", #"{"a":"#] {
            let error = #expect(throws: JSONError.self) {
                try JSONValue(String(repeating: bracket, count: 1_000_000))
            }
            #expect(error?.code == .tooDeep)
            #expect(error?.found == .limit(64))
            #expect(error?.column == 64 * bracket.utf8.count + 1)
        }
        let deep = 200_000
        let text = String(repeating: "[", count: deep) + String(repeating: "]", count: deep)
        #expect(try JSONValue(text, options: JSONOptions(depth: deep)).elements.count == 1)
        #expect(throws: JSONError.self) { try JSONValue(text, options: JSONOptions(depth: deep - 1)) }
    }

    @Test("documents with too many bytes or values are refused")
    func limits() throws {
        let text = "[1,[2,3],{\"a\":4}]"
        _ = try JSONValue(text, options: JSONOptions(size: text.utf8.count, values: 7))
        let size = #expect(throws: JSONError.self) {
            try JSONValue(text, options: JSONOptions(size: text.utf8.count - 1))
        }
        #expect(size?.code == .tooLarge)
        let values = #expect(throws: JSONError.self) { try JSONValue(text, options: JSONOptions(values: 6)) }
        #expect(values?.code == .tooManyValues)
        #expect(values?.pointer == "/2/a")
    }

    @Test("long texts and numbers are read like short ones")
    func long() throws {
        let million = String(repeating: "ä\\n", count: 250_000)
        #expect(try JSONValue("\"" + million + "\"").string?.count == 500_000)
        let digits = String(repeating: "7", count: 1_000_000)
        #expect(try JSONValue(digits).double == nil)
        #expect(try JSONValue("0." + digits).double == 7.0 / 9)
    }

    @Test("values are what they say")
    func values() throws {
        let value = try JSONValue(
            #" {"n":-1.50,"i":9223372036854775807,"s":"\u00e9\"\ud83d\ude00","b":true,"z":null,"a":[[],{}]} "#
        )
        #expect(value.kind == .object)
        #expect(value.members.map(\.name) == ["n", "i", "s", "b", "z", "a"])
        #expect(value["n"]?.double == -1.5)
        #expect(value["n"].map { String(decoding: $0.text, as: UTF8.self) } == "-1.50")
        #expect(value["i"]?.integer == .max)
        #expect(value["n"]?.integer == nil)
        #expect(value["s"]?.string == "é\"😀")
        #expect(value["b"]?.bool == true)
        #expect(value["z"]?.isNull == true)
        #expect(value["a"]?.elements.map(\.kind) == [.array, .object])
        #expect(value["missing"] == nil)
    }

    @Test("every code has words for what would be right")
    func words() {
        #expect(Set(JSONError.Code.allCases.map(\.rawValue)).count == JSONError.Code.allCases.count)
        #expect(JSONError.Code.allCases.allSatisfy { !$0.expected.isEmpty })
    }
}
