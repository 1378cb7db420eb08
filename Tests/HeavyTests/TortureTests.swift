import TestSupport
import Testing

@testable import Markers

/// Documents made to be slow. A reader that compares every name with every other would take hours.
@Suite("JSON made to be slow", .heavy)
struct TortureTests {
    private static let count = 1_000_000

    @Test(
        "a million names are told apart, alike in front and behind or escaped as they may be",
        arguments: [("", ""), ("common beginning ", " common end"), (#"\u0061"#, "")])
    func names(before: String, behind: String) throws {
        func document(_ numbers: Range<Int>) -> String {
            "{" + numbers.map { "\"\(before)\($0)\(behind)\":0" }.joined(separator: ",") + "}"
        }
        let numbers = Self.count..<(2 * Self.count)
        let text = document(numbers)
        _ = try JSONValue(text)
        let twice = text.dropLast() + ",\"\(before)\(numbers.lowerBound + 7)\(behind)\":0}"
        let error = #expect(throws: JSONError.self) { try JSONValue(String(twice)) }
        #expect(error?.code == .duplicateKey)
        #expect(error?.column == text.utf8.count + 1)
    }

    /// Would be read again for each of the others, had it to be unescaped for the comparison.
    @Test("a long name among many of the same mark is compared no further than they are alike")
    func longNameOfTheSameMark() throws {
        let count = 100_000, length = 4 << 20
        let names = (0..<count).map { "beginning\(Self.count + $0)ending alike" }
        let shared = try #require(names.first)
        let long = try #require(Self.name(ofTheMarkOf: shared, length: length))
        let text = "{" + ([long] + names).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        _ = try JSONValue(text)
        let twice = text.dropLast() + ",\"\(long)\":0}"
        let error = #expect(throws: JSONError.self) { try JSONValue(String(twice)) }
        #expect(error?.code == .duplicateKey)
    }

    /// An escaped name of about a length whose first eight bytes are those of another, and whose last make up
    /// for its length in the mark, if they can.
    private static func name(ofTheMarkOf name: String, length: Int) -> String? {
        let bytes = Array(name.utf8)
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let first = word(bytes.prefix(8)) &* 0x9e37_79b9_7f4a_7c15
        let mark = (first ^ word(bytes.suffix(8))) &+ UInt64(bytes.count)
        for length in length..<(length + 1 << 20) {
            let last = (mark &- UInt64(length)) ^ first
            let ending = (0..<8).map { UInt8(truncatingIfNeeded: last >> (8 * UInt64($0))) }
            guard ending.allSatisfy({ (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }) else {
                continue
            }
            let middle = String(repeating: "z", count: length - 17)
            return String(decoding: bytes.prefix(8), as: UTF8.self) + "\\u007a" + middle
                + String(decoding: ending, as: UTF8.self)
        }
        return nil
    }
}
