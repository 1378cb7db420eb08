package import Foundation
import StrictJSON

/// Values of options, read from their text.
package enum OptionValue {
    /// The member of an enumeration that a word names.
    package static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ text: String
    ) throws(BadValue) -> Word {
        if let word = Word(rawValue: text) { return word }
        throw none(of: Word.allCases.map(\.rawValue), text)
    }

    // Inlined into every enumeration, it would be compiled for each.
    @inline(never)
    private static func none(of words: [String], _ text: String) -> BadValue {
        let expected = words.dropLast().joined(separator: ", ") + (words.last.map { " or \($0)" } ?? "")
        return BadValue(expected: expected, nearest: nearest(to: text, among: words))
    }

    /// A number above zero; `words` say of what.
    package static func positive(
        _ text: String, in words: String, atMost most: Double = .greatestFiniteMagnitude
    ) throws(BadValue) -> Double {
        guard case .number(let number) = NumberText(text), number > 0, number <= most else {
            let upTo = most < .greatestFiniteMagnitude ? " and up to \(most.shortestText)" : ""
            throw BadValue(expected: "\(words) above 0\(upTo), with a decimal point")
        }
        return number
    }

    /// Three finite numbers.
    package static func point(_ text: String, as example: String) throws(BadValue) -> SIMD3<Double> {
        let numbers = try numbers(text, count: 3, "three numbers, as in \(example)")
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    /// So many finite numbers with commas between them; `words` say of what.
    package static func numbers(_ text: String, count: Int, _ words: String) throws(BadValue) -> [Double] {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { part in
            if case .number(let number) = NumberText(String(part)), number.isFinite { number } else { nil }
        }
        guard numbers.count == count, text.count(where: { $0 == "," }) == count - 1 else {
            throw BadValue(expected: words)
        }
        return numbers
    }

    /// A whole number of at least 1.
    package static func count(_ text: String) throws(BadValue) -> Int64 {
        guard let number = Int64(text), number > 0 else {
            throw BadValue(expected: "a whole number, 1 or more")
        }
        return number
    }

    /// A UUID in either case.
    package static func identifier(_ text: String) throws(BadValue) -> UUID {
        guard let identifier = UUID(uuidString: text) else {
            throw BadValue(expected: "a UUID, as in 910a2dec-8902-4cc1-beeb-8da1658eec67")
        }
        return identifier
    }

    /// The name of a file.
    package static func file(_ text: String, to purpose: String = "write") throws(BadValue) -> String {
        guard !text.isEmpty else { throw BadValue(expected: "the name of a file to \(purpose)") }
        return text
    }
}
