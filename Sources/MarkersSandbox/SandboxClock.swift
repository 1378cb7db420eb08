internal import Foundation

/// What the server takes for the time.
public struct SandboxClock: Sendable {
    /// The date, in nanoseconds since the beginning of 1970.
    public var date: @Sendable () -> Int64
    /// Seconds since some moment, never going back; locks and presence end by it.
    public var elapsed: @Sendable () -> Double

    public init(date: @escaping @Sendable () -> Int64, elapsed: @escaping @Sendable () -> Double) {
        (self.date, self.elapsed) = (date, elapsed)
    }

    /// The clocks of the system.
    public static let system = SandboxClock(
        date: { SandboxClock.nanoseconds(CLOCK_REALTIME) },
        elapsed: { Double(SandboxClock.nanoseconds(CLOCK_MONOTONIC)) * 1e-9 })

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// A clock that stands still until it is told to go on.
public final class ManualClock: @unchecked Sendable {
    private let lock = NSLock()
    private var now: Double

    /// - Parameter start: seconds since the beginning of 1970.
    public init(start: Double = 1_767_225_600) { now = start }

    /// Lets so many seconds pass.
    public func advance(by seconds: Double) { lock.withLock { now += seconds } }

    /// What a server takes as its clock.
    public var clock: SandboxClock {
        SandboxClock(
            date: { Int64(self.lock.withLock { self.now } * 1e9) },
            elapsed: { self.lock.withLock { self.now } })
    }
}

/// Dates as the server writes them.
enum DateText {
    /// As in `2026-01-31T12:00:00.123456789Z`.
    static func wire(_ nanoseconds: Int64) -> String {
        let parts = Parts(nanoseconds)
        return "\(digits(parts.year, 4))-\(digits(parts.month, 2))-\(digits(parts.day, 2))T"
            + "\(parts.time).\(digits(Int(max(nanoseconds, 0) % 1_000_000_000), 9))Z"
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// As HTTP writes them, as in `Sat, 31 Jan 2026 12:00:00 GMT`.
    static func header(_ nanoseconds: Int64) -> String {
        let parts = Parts(nanoseconds)
        let weekday = weekdays[parts.days % 7]
        return "\(weekday), \(digits(parts.day, 2)) \(months[parts.month - 1]) \(digits(parts.year, 4)) "
            + "\(parts.time) GMT"
    }

    private struct Parts {
        let seconds: Int64
        let days: Int
        let year, month, day: Int
        let time: String

        init(_ nanoseconds: Int64) {
            // Dates before 1970 are none that a server writes.
            seconds = max(nanoseconds, 0) / 1_000_000_000
            days = Int(seconds) / 86400
            // Counted in years that begin in March, so that the day that not all have comes last.
            let shifted = days + 719_468
            let era = shifted / 146_097
            let dayOfEra = shifted - era * 146_097
            let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let shiftedMonth = (5 * dayOfYear + 2) / 153
            day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
            month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
            let second = Int(seconds) - days * 86400
            time = "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
