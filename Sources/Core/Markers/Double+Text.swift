internal import Foundation

extension Double {
    /// The number rounded to 12 significant digits.
    package var rounded12: Double { Double(String(format: "%.11e", self)) ?? self }

    /// The number with at least this many digits, more if its whole part needs them, without zeros at the end.
    package func text(digits count: Int) -> String {
        let most = 15
        func text(_ number: Double) -> String {
            var count = count
            while count < most, number.magnitude >= pow(10, Double(count)) { count += 1 }
            return String(format: "%.\(count)g", number)
        }
        // Rounding may make the whole part longer, as it does of 99.6 to two digits.
        return Double(text(self)).map(text) ?? text(self)
    }
}
