internal import Foundation

/// The pause that a server asks for in the header `Retry-After`.
public enum RetryAfter {
    /// The longest pause that is honoured: a server that asks for a day is retried sooner, or a deadline gives it up.
    public static let cap = Duration.seconds(120)

    /// The pause that a header asks for, in seconds or until a date by this clock; `nil` if it is neither.
    public static func pause(_ header: String?, by clock: some ClientClock) -> Duration? {
        guard let text = header?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) {
            // A number with too many digits still means a pause.
            return Int32(text).map { min(.seconds($0), cap) } ?? cap
        }
        guard let seconds = HTTPDate.seconds(text) else { return nil }
        let wait = Double(seconds) - clock.date.timeIntervalSince1970
        return wait > 0 ? min(.seconds(min(wait, cap.seconds)), cap) : .zero
    }
}

/// A date as HTTP headers have it (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The whole seconds from the beginning of 1970 to a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// The two obsolete forms are not read, since no server in question writes them.
    static func seconds(_ text: String) -> Int? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, parts[0].hasSuffix(","), days.contains(String(parts[0].dropLast())),
            parts[5] == "GMT", let day = number(parts[1], 2, 1...31),
            let month = months.firstIndex(of: parts[2]),
            let year = number(parts[3], 4, 1970...9999)
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard time.count == 3, let hour = number(time[0], 2, 0...23), let minute = number(time[1], 2, 0...59),
            let second = number(time[2], 2, 0...60)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = DateComponents(
            year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
        guard date.isValidDate(in: calendar) || second == 60 else { return nil }
        return calendar.date(from: date).map { Int($0.timeIntervalSince1970) }
    }

    private static func number(_ text: String, _ digits: Int, _ range: ClosedRange<Int>) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }),
            let value = Int(text), range.contains(value)
        else { return nil }
        return value
    }
}

extension HTTPHeaders {
    /// The time of an answer by the server's clock, in whole seconds.
    var date: Date? {
        self["Date"].flatMap { HTTPDate.seconds($0) }.map { Date(timeIntervalSince1970: Double($0)) }
    }
}
