/// The time that a run may take: seconds, a few minutes, or as long as all of it takes.
enum Effort: String, CaseIterable, Comparable {
    case short, usual, full

    /// The number of times every command of the table runs.
    var repeats: Int {
        switch self {
        case .short: 1
        case .usual: 3
        case .full: 5
        }
    }

    static func < (a: Effort, b: Effort) -> Bool {
        allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
    }
}
