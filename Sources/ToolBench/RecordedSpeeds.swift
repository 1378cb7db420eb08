/// The speeds recorded by `quadcal bench --json`, by class of processor.
package enum RecordedSpeeds {
    /// The nanoseconds of some work on a class of processor; `nil` where nothing is recorded.
    package static func nanoseconds(_ work: String, on processorClass: String) -> Double? {
        all[processorClass]?[work]
    }

    static let all: [String: [String: Double]] = [:]
}
