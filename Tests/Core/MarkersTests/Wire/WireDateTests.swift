import Testing

@testable import Markers

@Suite("A date as it is written")
struct WireDateTests {
    @Test(
        "instants compare whatever their zone and digits",
        arguments: [
            ("2025-01-16T09:00:00Z", "2025-01-16T11:00:00+02:00", 0),
            ("2025-01-16T09:00:00Z", "2025-01-16T09:00:00.000000001Z", -1),
            ("2025-01-16T09:00:00.5Z", "2025-01-16T09:00:00.500000000Z", 0),
            ("2025-01-16T09:00:00.123456789Z", "2025-01-16T09:00:00.1234567891Z", -1),
            ("2025-01-16T09:00:00.9Z", "2025-01-16T09:00:00.10Z", 1),
            ("2025-01-16T23:30:00-01:00", "2025-01-17T00:30:00Z", 0),
            ("2024-02-29T00:00:00Z", "2024-03-01T00:00:00+24:00", nil),
            ("2024-02-29T12:00:00Z", "2024-03-01T00:00:00Z", -1),
            ("1999-12-31T23:59:60Z", "2000-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", -1),
            ("2025-01-16t09:00:00z", "2025-01-16 09:00:00", 0),
            ("0000-02-29T00:00:00Z", "0000-03-01T00:00:00Z", -1),
        ] as [(String, String, Int?)])
    func order(_ first: String, _ second: String, _ expected: Int?) throws {
        let a = try #require(WireDate(first))
        guard let expected else { return #expect(WireDate(second) == nil) }
        let b = try #require(WireDate(second))
        #expect((a < b ? -1 : a == b ? 0 : 1) == expected)
        #expect((b < a ? -1 : a == b ? 0 : 1) == -expected)
        #expect(a.text == first)
        #expect(a != b || a.hashValue == b.hashValue)
    }

    @Test("only a date without a zone says so")
    func zone() throws {
        #expect(try #require(WireDate("2025-01-16T09:00:00")).hasZone == false)
        #expect(try #require(WireDate("2025-01-16T09:00:00.25-00:00")).hasZone)
    }

    @Test("days go on one by one for four centuries")
    func calendar() throws {
        var days = 0, last: WireDate?
        for year in 1900..<2300 {
            for month in 1...12 {
                for day in 1...31 {
                    let digits = [month, day].map { ($0 < 10 ? "0" : "") + String($0) }
                    guard let date = WireDate("\(year)-\(digits[0])-\(digits[1])T00:00:00Z") else { continue }
                    if let last { #expect(last < date) }
                    last = date
                    days += 1
                }
            }
        }
        #expect(days == 146_097)
        // The last second of a day is followed by the next day, in every month of a leap year.
        for (before, after) in [("01-31", "02-01"), ("02-28", "02-29"), ("02-29", "03-01"), ("12-31", nil)] {
            let next = after.map { "2024-" + $0 } ?? "2025-01-01"
            #expect(WireDate("2024-\(before)T23:59:60Z") == WireDate("\(next)T00:00:00Z"))
        }
    }

    @Test(
        "what is no date is none",
        arguments: [
            "", "2025-01-16", "2025-01-16T09:00Z", "2025-13-01T00:00:00Z", "2025-02-29T00:00:00Z",
            "2025-01-16T24:00:00Z", "2025-01-16T09:60:00Z", "2025-01-16T09:00:61Z", "2025-01-16T09:00:00.Z",
            "2025-01-16T09:00:00+2:00", "2025-01-16T09:00:00+0200", "2025-01-16T09:00:00Zx", "758710800",
            "+025-01-16T09:00:00Z", "２025-01-16T09:00:00Z", "2025-00-10T00:00:00Z", "2025-01-00T00:00:00Z",
        ])
    func refused(text: String) { #expect(WireDate(text) == nil) }
}
