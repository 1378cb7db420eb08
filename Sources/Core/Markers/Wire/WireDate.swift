public import Foundation

/// A date as it is written (RFC 3339), and the instant it means.
///
/// Dates are never rewritten, so no digit of a fraction is lost; comparing them respects zone and digits.
public struct WireDate: Sendable {
    public let text: String
    /// True if it states its offset from UTC; otherwise UTC is meant.
    public let hasZone: Bool
    /// Whole seconds since the beginning of 1970.
    let seconds: Int
    /// The digits after the point, without zeros at the end.
    let fraction: String

    /// `nil` unless the text is a date and a time, with any number of digits in the fraction of a second.
    public init?(_ text: String) {
        var rest = Substring(text).utf8
        guard let year = WireDate.digits(4, &rest), WireDate.take("-", &rest),
            let month = WireDate.digits(2, &rest), WireDate.take("-", &rest),
            let day = WireDate.digits(2, &rest), WireDate.take("Tt ", &rest),
            let hour = WireDate.digits(2, &rest), WireDate.take(":", &rest),
            let minute = WireDate.digits(2, &rest), WireDate.take(":", &rest),
            let second = WireDate.digits(2, &rest),
            (1...12).contains(month), (1...WireDate.days(in: month, of: year)).contains(day), hour < 24,
            minute < 60, second <= 60
        else { return nil }
        var fraction = Substring().utf8
        if WireDate.take(".", &rest) {
            fraction = rest.prefix(while: WireDate.isDigit)
            rest = rest.dropFirst(fraction.count)
            guard !fraction.isEmpty else { return nil }
            while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
        }
        guard let zone = WireDate.zone(rest) else { return nil }
        self.text = text
        self.fraction = String(Substring(fraction))
        hasZone = !rest.isEmpty
        seconds =
            86400 * WireDate.daysSince1970(year, month, day) + 3600 * hour + 60 * minute + second - zone
    }

    /// The zone's offset ahead of UTC in seconds; `nil` if it is not a zone.
    private static func zone(_ text: Substring.UTF8View) -> Int? {
        var rest = text
        guard let first = rest.popFirst() else { return 0 }
        if rest.isEmpty, first | 0x20 == UInt8(ascii: "z") { return 0 }
        let isBehind = first == UInt8(ascii: "-")
        guard isBehind || first == UInt8(ascii: "+"), let hours = digits(2, &rest), take(":", &rest),
            let minutes = digits(2, &rest), rest.isEmpty, hours < 24, minutes < 60
        else { return nil }
        return (3600 * hours + 60 * minutes) * (isBehind ? -1 : 1)
    }

    private static func digits(_ count: Int, _ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func take(_ characters: String, _ rest: inout Substring.UTF8View) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The days since 1970, counted in years that begin in March so that a leap day comes last.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // The calendar repeats after 400 years; with those added, no year is below zero.
        let y = (month > 2 ? year : year - 1) + 400, m = (month + 9) % 12
        let before1970 = 719_468 + 146_097
        return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - before1970
    }
}

extension WireDate: Comparable, Hashable {
    /// True if both mean the same instant, however they are written.
    public static func == (a: WireDate, b: WireDate) -> Bool {
        a.seconds == b.seconds && a.fraction == b.fraction
    }

    /// True if the first instant is earlier.
    public static func < (a: WireDate, b: WireDate) -> Bool {
        // Fractions compare as text: of two that begin alike, the longer is greater.
        a.seconds != b.seconds ? a.seconds < b.seconds : a.fraction < b.fraction
    }

    /// Hashes the instant.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(seconds)
        hasher.combine(fraction)
    }
}

extension WireDate {
    /// The instant as text in UTC, to the millisecond, without a fraction where there is none.
    ///
    /// `nil` for a date whose year has not four digits.
    public init?(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let isWhole = milliseconds.truncatingRemainder(dividingBy: 1000) == 0
        // Foundation cuts digits off, also those that are 999 only by the rounding of doubles.
        let middle = Date(timeIntervalSince1970: (milliseconds + 0.5) / 1000)
        self.init(middle.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole)))
    }

    /// The instant, to the precision of `Date`.
    public var date: Date {
        Date(timeIntervalSince1970: Double(seconds) + (Double("0." + fraction) ?? 0))
    }
}

extension Marker {
    /// The instant of its creation; nil if that is missing or is not a date.
    public var created: Date? { createdAt.flatMap { WireDate($0) }?.date }

    /// The instant of its last change; nil if that is missing or is not a date.
    public var updated: Date? { updatedAt.flatMap { WireDate($0) }?.date }
}

extension Space {
    /// The instant of its creation; nil if that is missing or is not a date.
    public var created: Date? { createdAt.flatMap { WireDate($0) }?.date }

    /// The instant of its last change; nil if that is missing or is not a date.
    public var updated: Date? { updatedAt.flatMap { WireDate($0) }?.date }
}

extension WorkSession {
    /// The instant at which the work began; nil if that is missing or is not a date.
    public var started: Date? { startedAt.flatMap { WireDate($0) }?.date }

    /// The instant at which the work was done; nil if that is missing or is not a date.
    public var completed: Date? { completedAt.flatMap { WireDate($0) }?.date }

    /// The instant of its creation; nil if that is missing or is not a date.
    public var created: Date? { createdAt.flatMap { WireDate($0) }?.date }

    /// The instant of its last change; nil if that is missing or is not a date.
    public var updated: Date? { updatedAt.flatMap { WireDate($0) }?.date }
}
