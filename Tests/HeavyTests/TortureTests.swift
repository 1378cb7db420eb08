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
}
