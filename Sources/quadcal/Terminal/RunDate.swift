import Foundation

/// The date that is written to files: now, or `SOURCE_DATE_EPOCH` from the environment.
enum RunDate {
    static var text: String {
        let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(TimeInterval.init)
        let date = epoch.map { Date(timeIntervalSince1970: $0) } ?? Date()
        return date.formatted(.iso8601)
    }
}
