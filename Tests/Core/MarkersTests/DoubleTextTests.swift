import Testing

@testable import Markers

@Suite("Numbers for people")
struct DoubleTextTests {
    @Test(
        "have at least so many digits, all of their whole part, and no exponent that rounding brings",
        arguments: [
            (99.6, 2, "100"), (99.4, 2, "99"), (9.96, 2, "10"), (99.96, 3, "100"), (999.6, 3, "1000"),
            (0.9996, 3, "1"),
            (-99.6, 2, "-100"), (123_456, 3, "123456"), (0.000_012_345, 3, "1.23e-05"), (0, 3, "0"),
            (-0.0, 3, "-0"),
            (999_999.6, 3, "1000000"), (1e15, 3, "1e+15"), (.infinity, 3, "inf"), (1.5, 17, "1.5"),
            (100, 2, "100"),
        ])
    func digits(number: Double, count: Int, text: String) {
        #expect(number.text(digits: count) == text)
    }
}
