import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import Markers

@Suite("Numbers")
struct JSONNumberTests {
    @Test("text becomes the double that strtod gives", arguments: Seeds.few)
    func reading(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for turn in 0..<10_000 {
            let text = NumberTexts.text(turn, using: &random)
            try #require(JSONNumber.bits(of: text) == strtod(text, nil).bitPattern, "seed \(seed): \(text)")
        }
    }

    @Test(
        "halfway cases go to even, whatever follows decides",
        arguments: [
            ("9007199254740993", 0x1p53), ("9007199254740993.0000000000000000000000000001", 0x1p53 + 2),
            ("9007199254740992.9999999999999999999999999999", 0x1p53), ("9007199254740995", 0x1p53 + 4),
            ("2.4703282292062327208e-324", 0), ("2.4703282292062328e-324", .leastNonzeroMagnitude),
            ("5e-324", .leastNonzeroMagnitude),
            ("2.2250738585072011e-308", 0x1p-1022.nextDown), ("2.2250738585072014e-308", 0x1p-1022),
            ("1.7976931348623158e308", Double.greatestFiniteMagnitude), ("0e999999999999999999999", 0),
            ("1e-999999999999999999999", 0), ("123456789012345678901234567890", 1.2345678901234568e29),
            ("0.10000000149011612", Double(0.1 as Float)), ("1e23", 1e23), ("8.5e22", 8.5e22), ("-0", -0.0),
        ] as [(String, Double)])
    func reading(text: String, value: Double) {
        #expect(JSONNumber.bits(of: text) == value.bitPattern)
    }

    @Test("digits are read however many there are")
    func long() {
        let zeros = String(repeating: "0", count: 1_000_000)
        #expect(JSONNumber.bits(of: "0." + zeros + "25e1000001") == 2.5.bitPattern)
        #expect(JSONNumber.bits(of: "25" + zeros + "e-1000001") == 2.5.bitPattern)
        #expect(JSONNumber.bits(of: "9007199254740993." + zeros + "1") == (0x1p53 + 2).bitPattern)
    }

    @Test(
        "what no double can hold is refused",
        arguments: ["1.7976931348623159e308", "1e309", "-1e999999999999999999"])
    func tooLarge(text: String) throws {
        #expect(try JSONValue(text).double == nil)
    }

    @Test("doubles are written as Swift describes them and read back the same", arguments: Seeds.few)
    func writing(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for turn in 0..<10_000 {
            let text = NumberTexts.text(turn, using: &random)
            for value in [strtod(text, nil), NumberTexts.finite(&random)] where value.isFinite {
                let written = JSONNumber.text(value)
                try #require(written == value.description, "seed \(seed)")
                try #require(JSONNumber.bits(of: written) == value.bitPattern, "seed \(seed): \(written)")
            }
        }
    }

    @Test(
        "the ends of every range of exponents are written right",
        arguments: [
            0, -0.0, .leastNonzeroMagnitude, 0x1p-1022, 0x1p-1022.nextDown, .greatestFiniteMagnitude, 1e16,
            0x1p54, 0x1p54.nextDown,
            0x1p53, 1e-4, 1e-5, 100, 123456, 0.3, 1e22, 1e23, 9.5e-7, -1.5,
        ] as [Double])
    func writing(value: Double) {
        #expect(JSONNumber.text(value) == value.description)
    }

    @Test("every power of two is written as Swift describes it")
    func powersOfTwo() {
        for exponent in -1074...1023 {
            for value in [Double(sign: .plus, exponent: exponent, significand: 1)].flatMap({
                [$0.nextDown, $0, $0.nextUp]
            })
            where value > 0 {
                #expect(JSONNumber.text(value) == value.description)
            }
        }
    }
}

extension JSONNumber {
    /// The bits of a number's double, or infinity's if it is too large.
    static func bits(of text: String) -> UInt64 {
        let bytes = Array(text.utf8)
        let value = bytes.withUnsafeBufferPointer { double($0, 0) }
        return (value ?? (text.hasPrefix("-") ? -.infinity : .infinity)).bitPattern
    }

    static func text(_ value: Double) -> String {
        String(
            decoding: [UInt8](unsafeUninitializedCapacity: longestDouble) { buffer, count in
                guard let base = buffer.baseAddress else { return }
                count = JSONNumber.write(value, to: base)
            }, as: UTF8.self)
    }
}
