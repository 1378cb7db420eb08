import Foundation

/// The date that is written to files: now, or `SOURCE_DATE_EPOCH` from the environment.
package enum RunDate {
    private static let variable = "SOURCE_DATE_EPOCH"
    /// The last second of the year 9999.
    private static let last = 253_402_300_799

    package static var text: String {
        get throws(Failure) { try date.formatted(.iso8601) }
    }

    private static var date: Date {
        get throws(Failure) {
            guard let epoch = ProcessInfo.processInfo.environment[variable] else { return Date() }
            guard let seconds = Int(epoch), (0...last).contains(seconds) else {
                throw .badValue(
                    option: variable, value: epoch,
                    BadValue(expected: "the whole seconds since 1970, up to \(last)"))
            }
            return Date(timeIntervalSince1970: TimeInterval(seconds))
        }
    }
}
