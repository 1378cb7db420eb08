public import Foundation

/// The pause that a server asks for in the header `Retry-After`.
public enum RetryAfter {
    /// The longest pause that is honoured: a server that asks for a day is retried sooner, or a deadline gives it up.
    public static let cap = Duration.seconds(120)

    /// The pause that a header asks for, in seconds or until a date by this clock; `nil` if it is neither.
    public static func pause(_ header: String?, by clock: any ClientClock) -> Duration? {
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

/// The pause before a retry, with full jitter so that clients that failed together do not return together.
public struct Backoff: Hashable, Sendable {
    /// The longest first pause, which outlasts a hiccup of a server.
    public static let base = Duration.milliseconds(100)
    /// The longest pause; a longer outage is waited for in steps of this.
    public static let cap = Duration.seconds(20)
    /// Beyond this the cap is smaller anyway, and further shifting would overflow.
    private static let doublings = 8

    /// A uniformly random pause up to the base, which doubles with each failure in a row after the first, up to the cap.
    public static func pause(
        after failures: Int, using random: inout some RandomNumberGenerator
    ) -> Duration {
        longest(after: failures) * Double.random(in: 0..<1, using: &random)
    }

    /// The same with the share that the clock chooses, which is held between 0 and 1.
    static func pause(after failures: Int, on clock: any ClientClock) -> Duration {
        longest(after: failures) * Double.minimum(Double.maximum(clock.jitter(), 0), 1)
    }

    private static func longest(after failures: Int) -> Duration {
        let doublings = min(max(failures - 1, 0), Backoff.doublings)
        return min(base * (1 << doublings), cap)
    }
}

/// A clock: pauses and deadlines use one that never jumps, dates in headers use the wall clock.
public protocol ClientClock: Sendable {
    /// The time since some fixed moment, which never decreases whatever happens to the wall clock.
    var now: Duration { get }
    /// The date, used only to interpret `Retry-After`.
    var date: Date { get }
    /// Waits; throws `CancellationError` as soon as the task is cancelled.
    func sleep(for duration: Duration) async throws
    /// The share of the longest pause before a retry that is waited, at least 0 and below 1; random, unless a clock decides otherwise.
    func jitter() -> Double
}

extension ClientClock {
    /// Random.
    public func jitter() -> Double { .random(in: 0..<1) }
}

/// The clock of the machine.
public struct SystemClock: ClientClock {
    private let start = ContinuousClock.now

    public init() {}

    /// The time since this clock was created, including time asleep.
    public var now: Duration { start.duration(to: .now) }

    public var date: Date { Date() }

    /// Suspends the task.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}

extension Duration {
    /// The duration in seconds, as exactly as a double can hold it.
    var seconds: Double {
        let (whole, attoseconds) = components
        return Double(whole) + Double(attoseconds) * 1e-18
    }
}
