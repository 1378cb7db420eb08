import Testing

@testable import HTTPServer

@Suite("A date in UTC")
struct UTCDateTests {
    @Test(
        "is written as headers and documents want it",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000000000Z"),
            (-1, "Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00.000000000Z"),
            (784_111_777_000_000_000, "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000000000Z"),
            (951_825_599_000_000_001, "Tue, 29 Feb 2000 11:59:59 GMT", "2000-02-29T11:59:59.000000001Z"),
            (1_769_860_800_123_456_789, "Sat, 31 Jan 2026 12:00:00 GMT", "2026-01-31T12:00:00.123456789Z"),
        ])
    func text(nanoseconds: Int64, header: String, text: String) {
        #expect(UTCDate(nanoseconds).header == header)
        #expect(UTCDate(nanoseconds).text == text)
    }
}
