import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import Markers

@Suite("Many numbers", .heavy)
struct NumberTests {
    /// A short run reads five million numbers, a long one 10^8.
    @Test("text becomes the double that strtod gives")
    func reading() throws {
        var random = SeededGenerator(seed: Seeds.first)
        for turn in 0..<Effort.count(500_000, night: 200) {
            var text = NumberTexts.text(turn, using: &random)
            let (ours, expected) = text.withUTF8 { utf8 in
                (JSONNumber.double(utf8, 0), strtod(String(decoding: utf8, as: UTF8.self), nil))
            }
            let isRight = expected.isFinite ? ours?.bitPattern == expected.bitPattern : ours == nil
            if !isRight { Issue.record("seed \(Seeds.first), number \(turn): \(text)") }
        }
    }

    @Test("doubles of random bits are written as Swift describes them and read back the same")
    func writing() throws {
        var random = SeededGenerator(seed: Seeds.first)
        var room = [UInt8](repeating: 0, count: JSONNumber.longestDouble)
        for _ in 0..<Effort.count(100_000, night: 200) {
            let value = NumberTexts.finite(&random)
            let isRight = room.withUnsafeMutableBufferPointer { room in
                guard let start = room.baseAddress else { return false }
                let count = JSONNumber.write(value, to: start)
                let written = UnsafeBufferPointer(start: start, count: count)
                return String(decoding: written, as: UTF8.self) == value.description
                    && JSONNumber.double(written, 0)?.bitPattern == value.bitPattern
            }
            if !isRight { Issue.record("seed \(Seeds.first): \(value)") }
        }
    }
}
