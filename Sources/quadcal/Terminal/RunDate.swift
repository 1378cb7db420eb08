import Foundation

/// The date that goes into files: now, or as the environment's `SOURCE_DATE_EPOCH` has it.
enum RunDate {
    static var text: String {
        let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(TimeInterval.init)
        let date = epoch.map { Date(timeIntervalSince1970: $0) } ?? Date()
        return date.formatted(.iso8601)
    }
}
