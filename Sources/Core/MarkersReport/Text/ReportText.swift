internal import Foundation
internal import Markers

/// Numbers and names for readers.
package enum ReportText {
    /// At least this many digits, without zeros at the end.
    package static func digits(_ count: Int, _ number: Double) -> String {
        number.isFinite ? number.text(digits: count).replacing("-", with: "−") : "–"
    }

    package static func fixed(_ places: Int, _ number: Double) -> String {
        guard number.isFinite else { return "–" }
        let text = String(format: "%.\(places)f", number)
        let isZero = text.allSatisfy { "-0.".contains($0) }
        return isZero ? text.replacing("-", with: "") : text.replacing("-", with: "−")
    }

    /// A length in metres with the unit that fits.
    package static func length(_ metres: Double) -> String {
        metres.magnitude < 1 ? digits(3, metres * 1000) + " mm" : digits(3, metres) + " m"
    }

    /// A length in metres as millimetres, to as many places as suit the largest of its kind.
    package static func millimetres(_ metres: Double, largest: Double) -> String {
        fixed(places(largest: largest * 1000), metres * 1000)
    }

    private static func places(largest: Double) -> Int {
        switch largest {
        case ..<0.1: 4
        case ..<1: 3
        case ..<10: 2
        case ..<1000: 1
        default: 0
        }
    }

    static func exact(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func probability(_ share: Double) -> String {
        share < 0.0001 ? "< 0.0001" : digits(2, share)
    }

    static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    package static func grouped(_ count: Int) -> String {
        let digits = Array(String(count))
        let parts = stride(from: digits.count, to: 0, by: -3).map { end in
            String(digits[max(end - 3, 0)..<end])
        }
        return parts.reversed().joined(separator: ",")
    }

    /// A name from outside, without invisible characters.
    package static func name(_ text: String, atMost longest: Int = 120) -> String {
        visibleText(text, atMost: longest)
    }

    static func axis(_ axis: SIMD3<Double>) -> String {
        for (place, name) in ["x", "vertical (y)", "z"].enumerated() where axis[place].magnitude > 0.996 {
            return name
        }
        return "(" + (0..<3).map { fixed(2, axis[$0]) }.joined(separator: ", ") + ")"
    }
}
