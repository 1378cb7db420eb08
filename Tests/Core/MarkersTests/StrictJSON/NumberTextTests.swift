import Foundation
import TestSupport
import Testing

@testable import Markers

@Suite("Number text")
struct NumberTextTests {
    @Test("reads random decimals as strtod does, to the bit", arguments: 1...8 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50_000 {
            let text = Self.decimal(using: &random)
            let expected = strtod(text, nil)
            let read = NumberText(text)
            if expected.isFinite {
                guard case .number(let value) = read, value.bitPattern == expected.bitPattern else {
                    Issue.record("seed \(seed): \(text) read as \(read), expected \(expected)")
                    return
                }
            } else if read != .beyondDoubles {
                Issue.record("seed \(seed): \(text) read as \(read), expected it to be beyond doubles")
                return
            }
        }
    }

    @Test("reads back the shortest text of every double", arguments: 1...4 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            guard case .number(let read) = NumberText(value.description), read.bitPattern == value.bitPattern
            else {
                Issue.record("seed \(seed): \(value.description) read as \(NumberText(value.description))")
                return
            }
        }
    }

    @Test(
        "rounds halfway cases to even, and beyond 19 digits",
        arguments: [
            ("9007199254740993", 9_007_199_254_740_992.0), ("9007199254740992", 9_007_199_254_740_992),
            ("9007199254740993.00000000000000000001", 9_007_199_254_740_994),
            ("0.1000000000000000055511151231257827021181583404541015625", 0.1),
            ("123456789012345678901234567890e-20", 1_234_567_890.1234567890123456789),
            ("4.9406564584124654e-324", .leastNonzeroMagnitude), ("2.4703282292062327e-324", 0),
            ("1e-400", 0),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e22", 1e22), ("1e23", 1e23),
            ("0.000000000000000000000000000000000000001", 1e-39),
            ("100000000000000000000000000000000000000", 1e38), ("1e-0000000000000000000000001", 0.1),
        ])
    func exact(_ text: String, _ value: Double) {
        #expect(NumberText(text) == .number(value))
    }

    @Test(
        "keeps the sign of zero and knows the words", arguments: ["-0", "-0.0e5"])
    func negativeZero(_ text: String) {
        guard case .number(let value) = NumberText(text) else {
            Issue.record("\(text) is no number")
            return
        }
        #expect(value == 0 && value.sign == .minus)
    }

    @Test(
        "knows the words for what is not finite",
        arguments: [
            ("inf", Double.infinity), ("-Infinity", -.infinity), ("+INF", .infinity), (" -inf\t", -.infinity),
        ])
    func infinite(_ text: String, _ value: Double) {
        #expect(NumberText(text) == .number(value))
    }

    @Test("knows NaN in any case", arguments: ["NaN", "nan", "-NAN", "+nan"])
    func notANumber(_ text: String) {
        guard case .number(let value) = NumberText(text) else {
            Issue.record("\(text) is no number")
            return
        }
        #expect(value.isNaN)
    }

    @Test(
        "allows blanks around, a sign, a point at either end",
        arguments: [" 1.5", "1.5 ", "\t+1.5 ", "15.e-1", ".15e1"])
    func forms(_ text: String) {
        #expect(NumberText(text) == .number(1.5))
    }

    @Test(
        "refuses everything else",
        arguments: [
            "", " ", "+", "-", ".", "e5", "1e", "1e+", "1.2.3", "--1", "1 2", "0x10", "1_000", "1,5", "١",
            "1d3", "1f",
            "infin", "nan(1)", "nano", "1\u{A0}", "\u{FF11}", "1\n", "0b1", "1e5.0", "∞", "1e5e5",
        ])
    func refused(_ text: String) {
        #expect(NumberText(text) == .noNumber)
    }

    @Test(
        "says when no double is large enough",
        arguments: ["1e999", "-1e309", "1.7976931348623159e308", "1e99999999999999999999"])
    func overflow(_ text: String) {
        #expect(NumberText(text) == .beyondDoubles)
    }

    /// A decimal of up to 24 digits with a point, an exponent, or neither.
    private static func decimal(using random: inout SeededGenerator) -> String {
        var text = ["", "-", "+"].randomElement(using: &random) ?? ""
        let digits = Int.random(in: 1...24, using: &random)
        let point = Bool.random(using: &random) ? Int.random(in: 0...digits, using: &random) : nil
        for place in 0...digits {
            if place == point { text += "." }
            if place < digits { text += String(Int.random(in: 0...9, using: &random)) }
        }
        switch Int.random(in: 0...3, using: &random) {
        case 0: text += "e\(Int.random(in: -30...30, using: &random))"
        case 1:
            text +=
                "E\(["", "+", "-"].randomElement(using: &random) ?? "")\(Int.random(in: 0...340, using: &random))"
        default: break
        }
        return text
    }
}
