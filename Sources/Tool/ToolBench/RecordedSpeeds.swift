/// The speeds recorded by `quadcal bench --json`, by class of processor.
package enum RecordedSpeeds {
    /// The nanoseconds of some work on a class of processor; `nil` where nothing is recorded.
    package static func nanoseconds(_ work: String, on processorClass: String) -> Double? {
        all[processorClass]?[work]
    }

    static let all: [String: [String: Double]] = [
        // 24 November 2026, an AMD EPYC with nothing else to do, medians of five runs.
        "AuthenticAMD-25-17-v4": [
            "check of a quad": 55.7,
            "check of a quad, in columns": 9.27,
            "measures of a quad, in columns": 3.31,
            "nearest of 1,000 quads, a quad": 13.5,
            "fit of a quad, default": 1880,
            "fit of a quad, fast": 193,
            "marker read": 2200,
        ],
        // 23 November 2026, an Intel Xeon beside builds of other programs, medians of five runs.
        "GenuineIntel-6-207-v4": [
            "check of a quad": 45.5,
            "check of a quad, in columns": 8.65,
            "measures of a quad, in columns": 3.02,
            "nearest of 1,000 quads, a quad": 12.8,
            "fit of a quad, default": 2470,
            "fit of a quad, fast": 222,
            "marker read": 1690,
        ],
    ]
}
