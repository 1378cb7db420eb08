/// The counts of a simulation.
public struct SimulationTally: Hashable, Sendable {
    public var requests = 0
    public var faults = 0
    public var edits = 0
    public var effects = 0
    public var unseen = 0
    public var done = 0, conflicts = 0, gone = 0
    /// Items taken back once all was done, if that was tried.
    public var undone = 0
    /// Items reported unfinished by some run and continued by the next.
    public var unfinished = 0
    public var violations: [Violation: Int] = [:]
    /// The first item that something was wrong with.
    public var firstViolation: String?
    var firstItem: Int?

    static func += (sum: inout SimulationTally, other: SimulationTally) {
        sum.requests += other.requests
        sum.faults += other.faults
        sum.edits += other.edits
        sum.effects += other.effects
        sum.unseen += other.unseen
        sum.done += other.done
        sum.conflicts += other.conflicts
        sum.gone += other.gone
        sum.undone += other.undone
        sum.unfinished += other.unfinished
        sum.violations.merge(other.violations, uniquingKeysWith: +)
        sum.firstViolation = sum.firstViolation ?? other.firstViolation
        sum.firstItem = sum.firstItem ?? other.firstItem
    }
}
