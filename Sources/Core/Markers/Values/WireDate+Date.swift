public import Foundation

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
